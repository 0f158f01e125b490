import { createPublicKey } from 'node:crypto';
import { type Details, listFormat, type Setting, splitList } from './setting.js';
import { secureUrl } from './zone-sources.js';

/** A Certificate Transparency log. */
export interface CertificateLog {
  /** The protocol of the log: RFC 6962, or C2SP's static-ct-api with tiles. */
  readonly kind: 'rfc6962' | 'static';
  /** URL of an RFC 6962 log, or monitoring prefix of a static log; with a trailing slash. */
  readonly url: string;
  /** The public key that verifies tree heads: SubjectPublicKeyInfo (DER) in base64, as in published lists of logs. */
  readonly key: string;
}

const logPattern = /^(?<kind>rfc6962|static)=(?<url>[^=|]+)\|(?<key>[A-Za-z0-9+/]+={0,2})$/;

/** Certificate Transparency logs as `KIND=URL|KEY`, separated by commas or spaces; may be empty. */
export function certificateLogs(details: Details<readonly CertificateLog[]>): Setting<readonly CertificateLog[]> {
  function parse(input: string): readonly CertificateLog[] {
    const logs = splitList(input).map(certificateLog);
    const duplicate = logs.find(({ url }, index) => logs.findIndex((other) => other.url === url) !== index);
    if (duplicate !== undefined) throw new Error(`must not contain the log ${duplicate.url} twice`);
    return logs;
  }
  return { secret: false, ...details, parse, format: listFormat(({ kind, url, key }) => `${kind}=${url}|${key}`) };
}

function certificateLog(input: string, index: number): CertificateLog {
  const { kind, url: address = '', key = '' } = logPattern.exec(input)?.groups ?? {};
  const url = secureUrl(address);
  if ((kind !== 'rfc6962' && kind !== 'static') || url === undefined) {
    throw new Error(
      `must be logs such as rfc6962=https://ct.example/2026/|KEY or static=https://tiles.example/2026/|KEY; log ${index + 1} is not`,
    );
  }
  if (!isPublicKey(key)) throw new Error(`must contain an EC or RSA public key (DER in base64) for the log ${url}`);
  return { kind, url: url.endsWith('/') ? url : `${url}/`, key };
}

function isPublicKey(key: string): boolean {
  try {
    const { asymmetricKeyType } = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return asymmetricKeyType === 'ec' || asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
