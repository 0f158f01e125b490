import { expect, test } from 'vitest';
import { nameserverNames } from './input.js';

const parse = (name: string) => (name.includes(' ') ? null : name.toLowerCase());
const names = (count: number) => Array.from({ length: count }, (_, index) => `ns${index + 10}.example`);

test('names are normalized and sorted, without duplicates', () => {
  const input = ['NS2.example', 'ns1.example', 'ns2.example'];
  expect(nameserverNames(input, parse)).toEqual(['ns1.example.', 'ns2.example.']);
});

test('there are 1 to 13 names', () => {
  expect(nameserverNames(names(13), parse)).toHaveLength(13);
  for (const count of [0, 14]) {
    expect(() => nameserverNames(names(count), parse)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: `nameservers must contain 1 to 13 names, not ${count}`,
        details: { argument: 'nameservers' },
      }),
    );
  }
});

test('an invalid name is rejected with its first 100 characters', () => {
  const name = `a b${'c'.repeat(98)}`;
  expect(() => nameserverNames(['ns1.example', name], parse)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: `${JSON.stringify(name.slice(0, 100))} is not the name of a nameserver, such as ns1.example.com`,
      details: { argument: 'nameservers' },
    }),
  );
});
