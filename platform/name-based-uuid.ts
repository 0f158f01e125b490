import { hash } from 'node:crypto';

/** A name-based UUID (RFC 9562, section 5.5): the same namespace and name yield the same UUID. */
export function nameBasedUuid(namespace: Buffer, name: string): string {
  const digest = hash('sha1', Buffer.concat([namespace, Buffer.from(name, 'utf8')]), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
