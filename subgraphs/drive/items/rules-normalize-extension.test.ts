import { expect, test } from 'vitest';
import { normalizeExtension } from './rules-normalize-extension.js';

test.each([
  ['pdf', 'pdf'],
  ['.PDF', 'pdf'],
  ['7z', '7z'],
  ['Ärzte', 'ärzte'],
  ['x'.repeat(20), 'x'.repeat(20)],
])('the extension %j is normalized to %j', (extension, expected) => {
  expect(normalizeExtension(extension)).toBe(expected);
});

test.each(['', '.', '..pdf', 'tar.gz', 'p f', 'pdf ', '%', 'x'.repeat(21)])(
  'the extension %j is rejected',
  (extension) => {
    const message = `extensions must consist of 1 to 20 letters and digits each, such as pdf, but one is ${JSON.stringify(extension)}`;
    expect(() => normalizeExtension(extension)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', message }));
  },
);
