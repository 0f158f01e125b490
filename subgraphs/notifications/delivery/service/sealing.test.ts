import { expect, test } from 'vitest';
import { SealedSecretError, SecretSeal } from './sealing.js';

const stored = 'aes-256-gcm:a5bcd1cff3b9371a:AAECAwQFBgcICQoLgivRpmDPcyMl4tY4s/WyMOOg4H3HSMddknpSmg==';

test('reads secrets that were stored before', () => {
  expect(new SecretSeal('key of the settings').open(stored)).toBe('whsec_stored');
  expect(new SecretSeal('key of the settings').open('plain:whsec_stored')).toBe('whsec_stored');
});

test('reads what it encrypted, with the same key only', () => {
  const sealed = new SecretSeal('key of the settings').seal('whsec_new');
  expect(sealed).toMatch(/^aes-256-gcm:a5bcd1cff3b9371a:/);
  expect(new SecretSeal('key of the settings').open(sealed)).toBe('whsec_new');
  for (const key of ['another key', '']) {
    expect(() => new SecretSeal(key).open(sealed)).toThrow(SealedSecretError);
  }
});
