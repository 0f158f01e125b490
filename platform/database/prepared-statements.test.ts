import { expect, test } from 'vitest';
import { PreparedStatements } from './prepared-statements.js';

test('prepares the first 400 statements, and no later ones', () => {
  const statements = new PreparedStatements();
  for (let count = 1; count <= 400; count++) expect(statements.includes(`select ${count}`)).toBe(true);
  expect(statements.includes('select 401')).toBe(false);
  expect(statements.includes('select 1')).toBe(true);
  expect(statements.includes('select 400')).toBe(true);
});
