import { describe, expect, test } from 'vitest';
import { UnreadableReason } from '../vocabulary.js';
import { declaredEncoding, decodeText } from './plain-text.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('text', () => {
  test.each([
    ['a byte order mark of UTF-8', latin1('\xef\xbb\xbf\xc3\xbc'), 'utf-16le', 'ü'],
    ['a byte order mark of UTF-16, little endian', latin1('\xff\xfe\xfc\0'), 'utf-8', 'ü'],
    ['a byte order mark of UTF-16, big endian', latin1('\xfe\xff\0\xfc'), undefined, 'ü'],
    ['a declaration', latin1('\xb1'), 'iso-8859-2', 'ą'],
    ['an incorrect declaration', latin1('\xc3\xbc\xff'), 'utf-8', 'Ã¼ÿ'],
    ['a declaration of an unknown encoding', latin1('\xc3\xbc'), 'x-unknown', 'ü'],
    ['valid UTF-8', latin1('\xc3\xbc'), undefined, 'ü'],
    ['other bytes', latin1('\x80\xfc'), undefined, '€ü'],
    ['the first byte of a byte order mark alone', latin1('\xffa'), undefined, 'ÿa'],
    ['no bytes', latin1(''), undefined, ''],
    ['white space and escape', latin1('\t\n\v\f\r\x1b'), undefined, '\t\n\v\f\r\x1b'],
  ])('is decoded by %s', (_, bytes, declared, text) => {
    expect(decodeText(bytes, { declared })).toBe(text);
  });

  test.each([
    ['UTF-8', latin1('a\xc3\xbc\xc3')],
    ['UTF-8 with a byte order mark', latin1('\xef\xbb\xbfa\xc3\xbc\xc3')],
    ['UTF-16 with a byte order mark', latin1('\xff\xfea\0\xfc\0\xfc')],
  ])('omits an incomplete last character of truncated %s', (_, bytes) => {
    expect(decodeText(bytes, { isCut: true })).toBe('aü');
  });

  test('is not decoded as UTF-8 if its last character is incomplete', () => {
    expect(decodeText(latin1('a\xc3'))).toBe('aÃ');
  });

  test.each(['\0', '\x08', '\x0e', '\x1a', '\x1c', '\x1f'])(
    'is rejected if it contains the control character %j',
    (character) => {
      const error = { reason: UnreadableReason.UNSUPPORTED, message: 'the format of the document is not supported' };
      expect(() => decodeText(latin1(`a${character}`))).toThrow(expect.objectContaining(error));
    },
  );
});

test.each([
  ['<meta charset=utf-8>', 'utf-8'],
  ['<html><META content="text/html; charset = \'iso-8859-2\'">', 'iso-8859-2'],
  ['<meta charset=" windows-1250 ">', 'windows-1250'],
  [`${' '.repeat(1003)}<meta charset="utf-8">`, 'utf-8'],
  [`${' '.repeat(1024)}<meta charset="utf-8">`, undefined],
  ['<meta><p charset="utf-8">', undefined],
  ['<meta charset=utf-16>', undefined],
  ['<meta charset="UTF-16LE">', undefined],
  ['<meta charset=unicode>', undefined],
  ['<p>', undefined],
])('the document %j declares the encoding %s', (html, encoding) => {
  expect(declaredEncoding(latin1(html))).toBe(encoding);
});
