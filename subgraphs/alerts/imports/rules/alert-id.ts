import { hash } from 'node:crypto';

/** Namespace of the ids of alerts; must never change. */
const namespace = Buffer.from('5a1f0cf0a1664dc2a7a23b7bb0d2a9a5', 'hex');

/**
 * The id of the alert that an inference opens: a name-based UUID (RFC 9562, section 5.5) of tenant and inference. The
 * same import into an empty store yields the same ids.
 */
export function alertIdOf(tenantId: string, inferenceId: string): string {
  // NUL is the separator, because neither part can contain it.
  const name = Buffer.from(`${tenantId}\0${inferenceId}`, 'utf8');
  const digest = hash('sha1', Buffer.concat([namespace, name]), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
