import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** Generates a signing secret in the format of Standard Webhooks. */
export function newSigningSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64');
}

/**
 * The headers of a signed request (Standard Webhooks, "Signature scheme"). The signature header contains one signature
 * per secret.
 * @param message.at time of the attempt, in Unix epoch milliseconds
 */
export function signedHeaders(
  message: { readonly id: string; readonly at: number; readonly body: string },
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(message.at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
