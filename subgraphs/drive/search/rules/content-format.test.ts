import { expect, test } from 'vitest';
import { familyOf } from './content-format.js';

const compound = 'd0cf11e0a1b11ae1';

test.each([
  ['hello', 'text'],
  ['', 'text'],
  ['Tab\tCR\rLF\nFF\fVT\v ESC\x1b[0m', 'text'],
  ['\xff\xfea\0b\0', 'text'],
  ['\xfe\xff\0a\0b', 'text'],
  [Buffer.from(compound, 'hex').toString('latin1'), 'compound'],
  [Buffer.from(`${compound}ff`, 'hex').toString('latin1'), 'compound'],
  ['PK\x03\x04\0\0', 'zip'],
  ['PK\x05\x06\0\0', 'other'],
  ['aPK\x03\x04', 'other'],
  ['%PDF-1.7', 'pdf'],
  [`${'a'.repeat(1019)}%PDF-`, 'pdf'],
  [`${'a'.repeat(1020)}%PDF-`, 'text'],
  ['\0%PDF-', 'pdf'],
  ['a\0', 'other'],
  ['a\x08', 'other'],
  ['a\x0e', 'other'],
  ['a\x1a', 'other'],
  ['a\x1c', 'other'],
  ['a\x1f', 'other'],
  ['{\\rtf1 text}', 'other'],
  ['text {\\rtf1', 'text'],
  ['<!DOCTYPE html>', 'html'],
  ['\n <HTML lang="en">', 'html'],
  ['<!-- comment', 'html'],
  ['\xef\xbb\xbf<p>', 'html'],
  ['a\xef\xbb\xbf<p>', 'text'],
  ['<a href="x">', 'html'],
  ['<abbr>', 'text'],
  ['text <p>', 'text'],
  ['<?xml version="1.0"?><html xmlns="x">', 'html'],
  ['\xef\xbb\xbf<?xml version="1.0"?><html>', 'html'],
  ['<?xml version="1.0"?><feed>', 'text'],
  ['text <?xml ?><html>', 'text'],
])('content that begins with %j is of the family %s', (start, family) => {
  expect(familyOf(Buffer.from(start, 'latin1'))).toBe(family);
});

test('the family is determined only from the bytes of a view, not from its whole buffer', () => {
  expect(familyOf(new Uint8Array(Buffer.from('\0text\0')).subarray(1, 5))).toBe('text');
});
