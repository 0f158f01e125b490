import { sql } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  byShape,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  hasRow,
  integer,
  type RowOf,
  rawQuery,
  statement,
} from './index.js';

/** A fake connection that returns these numbers, one per row. */
function connectionWith(...numbers: number[]) {
  const sent: unknown[][] = [];
  const executor = {
    typed: (values: unknown) => values,
    unsafe(text: string, [values = []]: [unknown[]?]) {
      sent.push([text, ...values]);
      async function forEach(callback: (row: unknown[]) => void) {
        for (const number of numbers) callback([number]);
        return { columns: [] };
      }
      return { values: () => ({ forEach }) };
    },
  } as unknown as Sql; // Contains only the methods that statements call.
  return { executor, sent };
}

const doubled = statement({ n: integer }, ({ n }) =>
  rawQuery({ twice: cast(integer, sql`${n} * 2`) }, (columns) => sql`select ${columns}`),
);

describe('a statement function returns', () => {
  test('all rows', async () => {
    const { executor, sent } = connectionWith(2, 4);
    const call = fetchRows(doubled);
    expect(await call(executor, { n: 1 })).toEqual([{ twice: 2 }, { twice: 4 }]);
    expect(sent).toEqual([['select ($1::integer * 2)::integer', 1]]);
    expectTypeOf(call).returns.resolves.toEqualTypeOf<{ twice: number }[]>();
    expectTypeOf<{ n: number }>().toMatchTypeOf<Parameters<typeof call>[1]>();
  });

  test('the rows of the statement that it declares', async () => {
    const call = fetchRows({ n: integer }, ({ n }) =>
      rawQuery({ twice: cast(integer, sql`${n} * 2`) }, (columns) => sql`select ${columns}`),
    );
    const { executor, sent } = connectionWith(2);
    expect(await call(executor, { n: 1 })).toEqual([{ twice: 2 }]);
    expect(sent).toEqual([['select ($1::integer * 2)::integer', 1]]);
    expectTypeOf(call).returns.resolves.toEqualTypeOf<{ twice: number }[]>();
    expectTypeOf<RowOf<typeof call>>().toEqualTypeOf<{ twice: number }>();
  });

  test('the first row, or undefined', async () => {
    expect(await fetchRow(doubled)(connectionWith(2, 4).executor, { n: 1 })).toEqual({ twice: 2 });
    expect(await fetchRow(doubled)(connectionWith().executor, { n: 1 })).toBeUndefined();
  });

  test('the rows of the statement that its parameters determine', async () => {
    const scaled = byShape(
      ({ factor }: { factor: number }) => String(factor),
      ({ factor }) =>
        statement({ n: integer }, ({ n }) =>
          rawQuery(
            { scaled: cast(integer, sql`${n} * ${sql.raw(String(factor))}`) },
            (columns) => sql`select ${columns}`,
          ),
        ),
    );
    const { executor, sent } = connectionWith(6);
    expect(await fetchRows(scaled)(executor, { factor: 3, n: 2 })).toEqual([{ scaled: 6 }]);
    expect(await fetchRow(scaled)(executor, { factor: 4, n: 2 })).toEqual({ scaled: 6 });
    expect(sent).toEqual([
      ['select ($1::integer * 3)::integer', 2],
      ['select ($1::integer * 4)::integer', 2],
    ]);
  });

  test('exactly one row, and fails without one', async () => {
    expect(await fetchOne(doubled)(connectionWith(2).executor, { n: 1 })).toEqual({ twice: 2 });
    await expect(fetchOne(doubled)(connectionWith().executor, { n: 1 })).rejects.toThrow(
      'the statement returned no row: select ($1::integer * 2)::integer',
    );
  });

  test('whether a row exists, for a template without columns', async () => {
    const cleared = statement({ n: integer }, ({ n }) => sql`delete from item where size = ${n} returning id`);
    expect(await hasRow(cleared)(connectionWith(7).executor, { n: 1 })).toBe(true);
    expect(await hasRow(cleared)(connectionWith().executor, { n: 1 })).toBe(false);
    const { executor, sent } = connectionWith(7);
    expect(await execute(cleared)(executor, { n: 1 })).toBeUndefined();
    expect(sent).toEqual([['delete from item where size = $1::integer returning id', 1]]);
  });
});
