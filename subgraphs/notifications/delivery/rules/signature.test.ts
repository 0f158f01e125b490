import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSigningSecret, signedHeaders } from './signature.js';

test('a secret has the form of Standard Webhooks with 32 random bytes', () => {
  const secret = newSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSigningSecret()).not.toBe(secret);
});

// The example of the libraries of Standard Webhooks.
test('signs as the reference implementation does', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_999, body: '{"test": 2432232314}' };
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('signs with each secret', () => {
  const secrets = ['whsec_b25l', 'whsec_dHdv'];
  const { 'webhook-signature': signatures } = signedHeaders({ id: 'm', at: 1000, body: 'text' }, secrets);
  const expected = ['one', 'two'].map((key) => `v1,${createHmac('sha256', key).update('m.1.text').digest('base64')}`);
  expect(signatures).toBe(expected.join(' '));
});
