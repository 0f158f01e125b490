import { expect, test } from 'vitest';
import { seal, unseal } from './sealed-text.js';

const stored = 'AAECAwQFBgcICQoLcf5p6D-Fkib9HWH1L0goov0ho1qOGFA';

test('decrypts text that an earlier release encrypted', () => {
  expect(unseal(stored, 'secret of a session')).toBe('grüße');
});

test('decrypts text only with its secret, and only if it is unchanged', () => {
  const sealed = seal('grüße', 'secret of a session');
  expect(unseal(sealed, 'secret of a session')).toBe('grüße');
  expect(unseal(sealed, 'another secret')).toBeUndefined();
  expect(unseal(`${stored.slice(0, -2)}AA`, 'secret of a session')).toBeUndefined();
  expect(seal('grüße', 'secret of a session')).not.toBe(sealed);
});
