import { expect, test } from 'vitest';
import { PreparedStatements } from './prepared-statements.js';

test('prepares the first 400 statement texts, and no later ones', () => {
  const texts = new PreparedStatements();
  for (let count = 1; count <= 400; count++) expect(texts.includes(`select ${count}`)).toBe(true);
  expect(texts.includes('select 401')).toBe(false);
  expect(texts.includes('select 1')).toBe(true);
  expect(texts.includes('select 400')).toBe(true);
});
