import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isNotModified, isPreconditionFailed, rangeOf } from './ranges.js';

const content = { size: 100, entityTag: '"v2"', modifiedAt: 1_790_000_000.9 };

/** The HTTP date this many seconds after the last change. */
function at(seconds: number): string {
  return new Date(1_790_000_000_000 + seconds * 1000).toUTCString();
}

describe('conditional requests', () => {
  test.each<[IncomingHttpHeaders, boolean]>([
    [{}, false],
    [{ 'if-none-match': '"v2"' }, true],
    [{ 'if-none-match': 'W/"v2"' }, true],
    [{ 'if-none-match': '"v1" , "v2"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"v1"' }, false],
    [{ 'if-none-match': '"W/v2"' }, false],
    [{ 'if-none-match': '"v1"', 'if-modified-since': at(0) }, false],
    [{ 'if-modified-since': at(0) }, true],
    [{ 'if-modified-since': at(1) }, true],
    [{ 'if-modified-since': at(-1) }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
  ])('with the headers %j request content that the client already has: %s', (headers, expected) => {
    expect(isNotModified(headers, content)).toBe(expected);
  });

  test.each<[IncomingHttpHeaders, boolean]>([
    [{}, false],
    [{ 'if-match': '"v2"' }, false],
    [{ 'if-match': '"v1" , "v2"' }, false],
    [{ 'if-match': ' * ' }, false],
    [{ 'if-match': '"v1"' }, true],
    [{ 'if-match': 'W/"v2"' }, true],
    [{ 'if-match': '"W/v2"' }, true],
    [{ 'if-match': '' }, true],
    [{ 'if-match': '"v2"', 'if-unmodified-since': at(-1) }, false],
    [{ 'if-unmodified-since': at(0) }, false],
    [{ 'if-unmodified-since': at(-1) }, true],
    [{ 'if-unmodified-since': 'yesterday' }, false],
  ])('with the headers %j expect other content: %s', (headers, expected) => {
    expect(isPreconditionFailed(headers, content)).toBe(expected);
  });

  test('ignore dates if the modification time is unknown', () => {
    expect(isNotModified({ 'if-modified-since': at(0) }, { ...content, modifiedAt: null })).toBe(false);
    expect(isPreconditionFailed({ 'if-unmodified-since': at(-9) }, { ...content, modifiedAt: null })).toBe(false);
  });
});

describe('range requests', () => {
  test.each<[string, ReturnType<typeof rangeOf>]>([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes= 10-19 ', { start: 10, end: 19 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=10-1000', { start: 10, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=20-10', undefined],
    ['bytes=200-110', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['xbytes=0-1', undefined],
    ['items=0-1', undefined],
    ['bytes=0x1-2', undefined],
  ])('with the Range header $0 request the range $1', (range, expected) => {
    expect(rangeOf({ range }, content)).toEqual(expected);
  });

  test('return the whole content without a range, or if If-Range names other content', () => {
    const range = 'bytes=0-1';
    expect(rangeOf({}, content)).toBeUndefined();
    expect(rangeOf({ range, 'if-range': '"v1"' }, content)).toBeUndefined();
    expect(rangeOf({ range, 'if-range': '"v2"' }, content)).toEqual({ start: 0, end: 1 });
  });

  test('cannot be satisfied for empty content', () => {
    expect(rangeOf({ range: 'bytes=-5' }, { ...content, size: 0 })).toBe('unsatisfiable');
    expect(rangeOf({ range: 'bytes=0-' }, { ...content, size: 0 })).toBe('unsatisfiable');
  });
});
