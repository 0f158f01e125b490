import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { systemErrorReason } from '../../platform/system-error.js';
import type { CertificateAndKey } from './self-signed-files.js';

/**
 * Reads a certificate chain, which starts with the server's certificate, and its key from PEM files.
 * @throws {Error} with the file and the problem
 */
export function readCertificateFiles(files: { certificateFile: string; keyFile: string }): CertificateAndKey {
  const certificate = readText(files.certificateFile, 'certificate');
  const key = readText(files.keyFile, 'key');
  const parsed = parseCertificate(files.certificateFile, certificate);
  if (!parsed.checkPrivateKey(parseKey(files.keyFile, key))) {
    throw new Error(`the key in ${files.keyFile} does not belong to the certificate in ${files.certificateFile}`);
  }
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    // OpenSSL throws an `Error`.
    throw new Error(`${files.certificateFile} cannot be served: ${(error as Error).message}`);
  }
  return { certificate, key };
}

/**
 * Reads the CA certificates, at least one, of a PEM file. Other content of the file is omitted.
 * @throws {Error} with the file and the problem
 */
export function readCertificates(path: string): string {
  const text = readText(path, 'certificate');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error(`${path} contains no PEM certificate`);
  for (const block of blocks) parseCertificate(path, block);
  return blocks.join('\n');
}

function readText(path: string, description: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`the ${description} file ${path} cannot be read (${systemErrorReason(error)})`);
  }
}

function parseCertificate(path: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    const hint = text.includes('PRIVATE KEY-----') ? ', but a key: specify the certificate first, then the key' : '';
    throw new Error(`${path} contains no PEM certificate${hint}`);
  }
}

function parseKey(path: string, text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const hint = text.includes('ENCRYPTED') ? ' without a passphrase: specify the decrypted key' : '';
    throw new Error(`${path} contains no PEM private key${hint}`);
  }
}
