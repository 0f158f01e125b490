import { expect, test } from 'vitest';
import { parseExactly } from '../../../../platform/parse-exactly.js';
import { asIdentifier } from './json.js';

test.each([
  [5, '5'],
  [parseExactly('12345678901234567890'), '12345678901234567890'],
  [' D1 ', 'D1'],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
])('%j is read as the identifier %j', (value, expected) => expect(asIdentifier(value)).toBe(expected));
