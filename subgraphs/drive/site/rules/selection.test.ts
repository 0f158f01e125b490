import { expect, test } from 'vitest';
import { assertSelection } from './selection.js';

test.each([
  undefined,
  null,
  '',
  '*',
  'id',
  'id,name , size',
  'id, @microsoft.graph.downloadUrl',
  'parentReference/path',
  `id,${' '.repeat(1993)}name`,
])('$select can be %j', (select) => {
  expect(assertSelection(select)).toBeUndefined();
});

test.each([
  ['color', 'color'],
  ['id, color/red ,size', 'color/red'],
  ['id,', ''],
  ['ID', 'ID'],
  ['activities analytics', 'activities analytics'],
])('$select cannot be %j, because of %j', (select, name) => {
  expect(() => assertSelection(select)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: `$select: a driveItem has no property named '${name}'`,
      details: { argument: '$select' },
    }),
  );
});

test('$select has at most 2000 characters', () => {
  expect(() => assertSelection(`id,${' '.repeat(1994)}name`)).toThrow('$select is longer than 2000 characters');
});
