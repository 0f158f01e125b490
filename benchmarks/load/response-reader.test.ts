import { describe, expect, test } from 'vitest';
import { ResponseReader } from './response-reader.js';

const withLength = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const empty = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';
const chunked =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel\r\n\r\ne\r\n\r\n\r\n0\r\n\r\nworld\r\n0\r\n\r\n';

describe('response reader', () => {
  test.each([
    ['a Content-Length', withLength, 200],
    ['no body', empty, 404],
    ['chunks that look like its end', chunked, 200],
  ])('finds the end of a response with %s', (_name, text, status) => {
    const reader = new ResponseReader();
    expect(reader.read(Buffer.from(text))).toBe(true);
    expect(reader.status).toBe(status);
  });

  test.each([withLength, empty, chunked])('finds the end of a response split at any byte: %j', (text) => {
    for (let cut = 1; cut < text.length; cut += 1) {
      const reader = new ResponseReader();
      expect(reader.read(Buffer.from(text.slice(0, cut)))).toBe(false);
      expect(reader.read(Buffer.from(text.slice(cut)))).toBe(true);
    }
  });

  test('reads consecutive responses byte by byte', () => {
    const reader = new ResponseReader();
    const ends = [...Buffer.from(withLength + chunked + empty)].filter((byte) => reader.read(Buffer.of(byte)));
    expect(ends).toHaveLength(3);
    expect(reader.status).toBe(404);
  });

  test('rejects a response without a defined length', () => {
    expect(() => new ResponseReader().read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow(/neither Content-Length/);
  });
});
