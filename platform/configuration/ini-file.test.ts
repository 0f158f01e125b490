import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIni, writeIniValue } from './ini-file.js';

test('a value that is written is read as it was', () => {
  const awkward = fc.string({ unit: fc.constantFrom(...'ab;#"\'\\ =\n\t[]') });
  fc.assert(
    fc.property(fc.oneof(fc.string(), awkward), (value) => {
      const { entries } = readIni(`[section]\nkey=${writeIniValue(value)}\n`);
      expect(entries).toEqual([{ section: 'section', key: 'key', value }]);
    }),
    { numRuns: 2000 },
  );
});

test('a plain value is written as it is', () => {
  expect(writeIniValue('https://example.org/a?b=c')).toBe('https://example.org/a?b=c');
  expect(writeIniValue('a;b')).toBe('"a;b"');
});
