import { expect, test } from 'vitest';
import { kindOf } from './preview-content.js';

const bytesOf = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));

test.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['GIF89a\x01\0\x01\0', 'image/gif'],
  ['RIFF\x1a\0\0\0WEBPVP8L', 'image/webp'],
])('an image is recognized by its signature: %j', (bytes, type) => {
  expect(kindOf(bytesOf(bytes), true)).toEqual({ kind: 'image', type });
});

test('documents that could run scripts are shown as text', () => {
  for (const text of ['<svg onload="alert(1)"/>', '<html><script>alert(1)</script>', '']) {
    expect(kindOf(bytesOf(text), true)).toEqual({ kind: 'text', text });
  }
});

test.each(['%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'PK\x03\x04', 'RIFF\x1a\0\0\0WAVEfmt ', 'caf\xe9'])(
  'content that is neither an image nor text has no preview: %j',
  (bytes) => {
    expect(kindOf(bytesOf(bytes), true)).toBeUndefined();
  },
);

test('a character that is cut off at the end of a part is omitted; at the end of the file, it makes the content invalid', () => {
  const bytes = new TextEncoder().encode('Grüße, 中').subarray(0, -1);
  expect(kindOf(bytes, false)).toEqual({ kind: 'text', text: 'Grüße, ' });
  expect(kindOf(bytes, true)).toBeUndefined();
});
