import { expect, test } from 'vitest';
import { createSecretSeal, SealedSecretError } from './sealing.js';

const stored = 'aes-256-gcm:a5bcd1cff3b9371a:AAECAwQFBgcICQoLgivRpmDPcyMl4tY4s/WyMOOg4H3HSMddknpSmg==';

test('reads secrets that earlier releases stored', () => {
  expect(createSecretSeal('key of the settings').open(stored)).toBe('whsec_stored');
  expect(createSecretSeal('key of the settings').open('plain:whsec_stored')).toBe('whsec_stored');
});

test('decrypts secrets only with the key that encrypted them', () => {
  const sealed = createSecretSeal('key of the settings').seal('whsec_new');
  expect(sealed).toMatch(/^aes-256-gcm:a5bcd1cff3b9371a:/);
  expect(createSecretSeal('key of the settings').open(sealed)).toBe('whsec_new');
  for (const key of ['another key', '']) {
    expect(() => createSecretSeal(key).open(sealed)).toThrow(SealedSecretError);
  }
});
