import { describe, expect, test } from 'vitest';
import { decodeJson } from './decode-json.js';

const text = '{"name":"größe 👀"}';

function bigEndian(input: string): Buffer {
  return Buffer.from(input, 'utf16le').swap16();
}

describe('a JSON body', () => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little-endian', Buffer.from(text, 'utf16le')],
    ['UTF-16, little-endian, with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big-endian', bigEndian(text)],
    ['UTF-16, big-endian, with a byte order mark', bigEndian(`\ufeff${text}`)],
  ])('is decoded from %s', (_, body) => {
    expect(decodeJson(body)).toBe(text);
  });

  test.each([
    ['1', Buffer.from('1')],
    ['1', Buffer.from('1', 'utf16le')],
    ['', Buffer.alloc(0)],
    ['', undefined],
    ['\0', Buffer.alloc(1)],
  ])('may be as short as %j', (input, body) => {
    expect(decodeJson(body)).toBe(input);
  });

  test.each([
    ...[
      [0x22, 0xff, 0x22],
      [0x22, 0xff],
      [0x22, 0xfe],
      [0xff, 0x22],
      [0xfe, 0x22],
    ].map((bytes): [string, Buffer] => [`invalid UTF-8: ${bytes}`, Buffer.from(bytes)]),
    ['Latin-1', Buffer.from('"größe"', 'latin1')],
    ['incomplete UTF-16', Buffer.from('{"a":1}', 'utf16le').subarray(0, -1)],
    ['an unpaired surrogate', Buffer.from('"\ud83d"', 'utf16le')],
    ['an unpaired surrogate, big-endian', bigEndian('"\ud83d"')],
  ])('is rejected: %s', (_, body) => {
    expect(() => decodeJson(body)).toThrow(TypeError);
  });
});
