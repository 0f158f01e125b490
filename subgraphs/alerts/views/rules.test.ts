import { expect, test } from 'vitest';
import { viewName, viewParameters } from './rules.js';

test.each([
  ['', ''],
  ['?status=ALL&endpoint=a b', 'status=ALL&endpoint=a+b'],
  ['status=OPEN&status=RESOLVED', 'status=OPEN&status=RESOLVED'],
  ['notes=%E2%9C%93', 'notes=%E2%9C%93'],
])('stores the parameters %j as %j', (input, stored) => {
  expect(viewParameters(input)).toBe(stored);
  expect(viewParameters(stored)).toBe(stored);
});

test.each(['alert=1', 'status=ALL&after=x', 'before=', 'page=2', 'notes=a\0', 'x'.repeat(4001), 'ä'.repeat(1000)])(
  'rejects the parameters %j',
  (input) => {
    expect(() => viewParameters(input)).toThrow(/^parameters /);
  },
);

test('errors name the argument and all parameters that a view cannot store', () => {
  const message = 'parameters contains alert, page, which a view cannot store: send filter, order and columns only';
  const error = { code: 'BAD_USER_INPUT', message, details: { argument: 'parameters' } };
  expect(() => viewParameters('page=2&alert=1')).toThrow(expect.objectContaining(error));
  const nameError = { code: 'BAD_USER_INPUT', details: { argument: 'name' } };
  expect(() => viewName(' ')).toThrow(expect.objectContaining(nameError));
});

test('a name has 1 to 100 characters without surrounding spaces', () => {
  expect(viewName(` ${'n'.repeat(100)} `)).toHaveLength(100);
  expect(() => viewName('n'.repeat(101))).toThrow('name is longer than 100 characters');
  expect(() => viewName(' \n')).toThrow('name is empty');
});
