import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIni, writeIniValue } from './ini-file.js';

test('reads back a value as it was written', () => {
  const specialText = fc.string({ unit: fc.constantFrom(...'ab;#"\'\\ =\n\t[]') });
  fc.assert(
    fc.property(fc.oneof(fc.string(), specialText), (value) => {
      const { entries } = readIni(`[section]\nkey=${writeIniValue(value)}\n`);
      expect(entries).toEqual([{ section: 'section', key: 'key', value }]);
    }),
    { numRuns: 2000 },
  );
});

test('writes a plain value without quotes', () => {
  expect(writeIniValue('https://example.org/a?b=c')).toBe('https://example.org/a?b=c');
  expect(writeIniValue('a;b')).toBe('"a;b"');
});
