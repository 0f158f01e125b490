import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { dayMs } from '../../platform/durations.js';
import type { Logger } from '../../platform/log.js';
import { createFile, replaceFile } from '../../platform/write-file.js';
import { newPrivateKey, newSelfSignedCertificate } from './self-signed.js';

/** A certificate chain, which starts with the server's certificate, and its private key; both PEM. */
export interface CertificateAndKey {
  readonly certificate: string;
  readonly key: string;
}

export interface SelfSignedCertificateOptions {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** Hostnames and IP addresses that the certificate must cover. */
  readonly names: readonly string[];
  /**
   * Additional names for a new certificate. Changes of these names alone, such as changed addresses of the machine, do
   * not cause a new certificate.
   */
  readonly additionalNames: readonly string[];
  /** Current time in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly log: Logger;
}

const ownerOnly = 0o600;
const worldReadableMode = 0o644;
/** Time before expiration at which the certificate is renewed, in milliseconds. */
const renewalMs = 30 * dayMs;

/**
 * Reads the self-signed certificate from these files, or creates them if they do not exist. A certificate that expires
 * soon or lacks a name is replaced, but its key is reused. Concurrent processes use the same files.
 * @throws {Error} if a file cannot be read or created, or the key file has no key
 */
export async function readSelfSignedCertificate(options: SelfSignedCertificateOptions): Promise<CertificateAndKey> {
  const { certificateFile, names, now } = options;
  const key = readPrivateKey(options);
  const currentCertificate = existsSync(certificateFile) ? readFileSync(certificateFile, 'utf8') : undefined;
  if (currentCertificate !== undefined && isUsable(currentCertificate, { key, names, now }))
    return { certificate: currentCertificate, key };
  const certificate = await newSelfSignedCertificate({
    privateKey: key,
    names: [...new Set([...names, ...options.additionalNames])],
    now,
  });
  const write = currentCertificate === undefined ? createFile : replaceFile;
  write(certificateFile, { text: certificate, mode: worldReadableMode });
  options.log.info({ certificateFile, names }, 'a self-signed certificate was generated');
  return { certificate: readFileSync(certificateFile, 'utf8'), key };
}

function readPrivateKey({ keyFile, log }: SelfSignedCertificateOptions): string {
  mkdirSync(dirname(keyFile), { recursive: true });
  if (!existsSync(keyFile)) createFile(keyFile, { text: newPrivateKey(), mode: ownerOnly });
  if ((statSync(keyFile).mode & 0o077) !== 0) {
    chmodSync(keyFile, ownerOnly);
    log.warn(
      { keyFile },
      'the private key file was accessible to other users and its permissions have been restricted: replace the key if it may have been read',
    );
  }
  const key = readFileSync(keyFile, 'utf8');
  try {
    createPrivateKey(key);
    return key;
  } catch {
    throw new Error(`${keyFile} contains no private key: remove it to generate a new one`);
  }
}

function isUsable(certificate: string, needed: { key: string; names: readonly string[]; now: number }): boolean {
  try {
    const parsed = new X509Certificate(certificate);
    const isInTime = parsed.validFromDate.getTime() <= needed.now && isLongerThan(parsed, needed.now + renewalMs);
    return isInTime && parsed.checkPrivateKey(createPrivateKey(needed.key)) && hasNames(parsed, needed.names);
  } catch {
    return false;
  }
}

function isLongerThan({ validToDate }: X509Certificate, time: number): boolean {
  return validToDate.getTime() > time;
}

function hasNames(certificate: X509Certificate, names: readonly string[]): boolean {
  const alternativeNames = new Set((certificate.subjectAltName ?? '').split(', '));
  return names.every((name) =>
    isIP(name) === 0 ? alternativeNames.has(`DNS:${name}`) : certificate.checkIP(name) !== undefined,
  );
}
