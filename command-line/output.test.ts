import { expect, test } from 'vitest';
import { formatTable } from './output.js';

test('a table can have any number of rows', () => {
  // More than a call of a function can have arguments.
  const rows = Array.from({ length: 130_000 }, (_, index) => index);
  const table = formatTable(rows, [{ title: 'N', value: (row) => row }]);
  expect(table.slice(-7)).toBe('\n129999');
});
