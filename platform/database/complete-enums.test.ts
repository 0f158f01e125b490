import { expect, test } from 'vitest';
import { createCompleteEnums } from './complete-enums.js';

function statementsOf(...migrations: string[][]): (readonly string[])[] {
  const complete = createCompleteEnums(
    migrations.map((statements, index) => ({
      ...{ name: `000${index}`, createdAt: index, hash: `${index}`, compatibleFrom: null },
      statements,
    })),
  );
  return complete.map(({ statements }) => statements);
}

test('added values are at their positions in the created type', () => {
  expect(
    statementsOf(
      [`CREATE TYPE "a"."kind" AS ENUM('one', 'two');`, 'CREATE TABLE "a"."t" ("kind" "a"."kind" NOT NULL);'],
      [`\nALTER TYPE "a"."kind" ADD VALUE 'last';`, `\nALTER TYPE "a"."kind" ADD VALUE 'zero' BEFORE 'one';`],
      [`ALTER TYPE "a"."kind" ADD VALUE 'half' AFTER 'zero';`, 'select 1'],
    ),
  ).toEqual([
    [
      `create type "a"."kind" as enum ('zero', 'half', 'one', 'two', 'last')`,
      'CREATE TABLE "a"."t" ("kind" "a"."kind" NOT NULL);',
    ],
    [],
    ['select 1'],
  ]);
});

test('types of earlier migrations, and types without added values, have the same values as before', () => {
  expect(statementsOf([`CREATE TYPE "a"."kind" AS ENUM('one');`], [`ALTER TYPE "b"."kind" ADD VALUE 'two';`])).toEqual([
    [`create type "a"."kind" as enum ('one')`],
    [`ALTER TYPE "b"."kind" ADD VALUE 'two';`],
  ]);
});
