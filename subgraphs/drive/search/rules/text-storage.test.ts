import { expect, test } from 'vitest';
import { assertMayStoreText, isTextExtractionEnabled, mayStoreText } from './text-storage.js';

test.each([
  [true, '', true, true],
  [false, '', true, false],
  [true, '/etc/key', false, false],
])(
  'with search_texts %s and the key file %j, texts are stored: %s, extracted: %s',
  (searchTexts, file, stored, extracted) => {
    const settings = { searchTexts, encryptionKeyFile: file };
    expect(mayStoreText(settings)).toBe(stored);
    expect(isTextExtractionEnabled(settings)).toBe(extracted);
  },
);

test('a search in texts is rejected if contents are encrypted', () => {
  expect(assertMayStoreText({ encryptionKeyFile: '' })).toBeUndefined();
  const error = { code: 'BAD_USER_INPUT', message: expect.stringContaining('[drive] encryption_key_file') };
  expect(() => assertMayStoreText({ encryptionKeyFile: '/etc/key' })).toThrow(expect.objectContaining(error));
});
