import { expect, test } from 'vitest';
import { parseExactly } from './parse-exactly.js';

test.each(['9007199254740993', '-0', '1.0', '1e400', '0.10', '5', '"5"', 'null', '[{"a":12345678901234567890}]'])(
  'the numbers of %s are written as they were read',
  (text) => expect(JSON.stringify(parseExactly(text))).toBe(text),
);
