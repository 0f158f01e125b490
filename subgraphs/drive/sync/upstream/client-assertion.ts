import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ClientAuth, modifyAssertion, PrivateKeyJwt } from 'oauth4webapi';
import { type DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { systemErrorReason } from '../../../../platform/system-error.js';
import type { DriveSettings } from '../../dependencies.js';

/** Lifetime of a client assertion in seconds; Microsoft recommends 5 to 10 minutes. */
const lifetimeSeconds = 300;

const algorithms = {
  ps256: { name: 'RSA-PSS', hash: 'SHA-256' },
  rs256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;

type CertificateSettings = Pick<
  DriveSettings,
  'clientCertificateFile' | 'clientCertificateKeyFile' | 'clientAssertionAlgorithm'
>;

/**
 * Authenticates a token request with the certificate of the application instead of a secret, by a JWT signed with the
 * private key (RFC 7523; "Microsoft identity platform application authentication certificate credentials",
 * https://learn.microsoft.com/entra/identity-platform/certificate-credentials). The files are read for each token, so
 * the certificate can be replaced without a restart.
 * @param options `audience`: URL of the token endpoint; `now`: current time according to the clock of its server, in
 * Unix epoch seconds
 * @throws {DomainError} BAD_USER_INPUT if the files are unusable
 */
export async function certificateAuth(
  settings: CertificateSettings,
  options: { audience: string; now: number },
): Promise<ClientAuth> {
  const { certificate, key } = await readCertificate(settings);
  const algorithm = algorithms[settings.clientAssertionAlgorithm];
  const now = Math.floor(options.now);
  return PrivateKeyJwt(key.toCryptoKey(algorithm, false, ['sign']), {
    [modifyAssertion](header, payload) {
      header.typ = 'JWT';
      header['x5t#S256'] = thumbprint(certificate, 'sha256');
      // Older identity providers, which require RS256, identify the certificate by its SHA-1 thumbprint.
      if (settings.clientAssertionAlgorithm === 'rs256') header.x5t = thumbprint(certificate, 'sha1');
      Object.assign(payload, { aud: options.audience, iat: now, nbf: now, exp: now + lifetimeSeconds });
    },
  });
}

/**
 * Expiration time of the certificate in Unix epoch milliseconds; null if the application has no certificate.
 * @throws {DomainError} BAD_USER_INPUT if the files are unusable
 */
export async function certificateExpiry(settings: CertificateSettings): Promise<number | null> {
  if (settings.clientCertificateFile === '') return null;
  return Date.parse((await readCertificate(settings)).certificate.validTo);
}

function thumbprint(certificate: X509Certificate, hash: 'sha1' | 'sha256'): string {
  return createHash(hash).update(certificate.raw).digest('base64url');
}

async function readCertificate(
  settings: CertificateSettings,
): Promise<{ certificate: X509Certificate; key: KeyObject }> {
  const { clientCertificateFile: file, clientCertificateKeyFile: keyFile } = settings;
  const pem = await readSetting('client_certificate_file', file);
  const keyPem = keyFile === '' ? pem : await readSetting('client_certificate_key_file', keyFile);
  const certificate = parseSetting(
    () => new X509Certificate(pem),
    `[drive] client_certificate_file is not a certificate in PEM format: ${file}`,
  );
  const setting = `[drive] ${keyFile === '' ? 'client_certificate_file' : 'client_certificate_key_file'}`;
  const key = parseSetting(
    () => createPrivateKey(keyPem),
    `${setting} must contain a private key in PEM format without a passphrase: ${keyFile || file}`,
  );
  if (key.asymmetricKeyType !== 'rsa')
    throw unusable(`${setting} must contain an RSA key, as Microsoft Entra ID accepts no other: ${keyFile || file}`);
  if (!certificate.checkPrivateKey(key))
    throw unusable(`${setting} contains a private key that does not belong to the certificate: ${keyFile || file}`);
  return { certificate, key };
}

async function readSetting(key: string, path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    throw unusable(`[drive] ${key} cannot be read (${systemErrorReason(error)}): ${path}`);
  });
}

/**
 * Parses the contents of a file that a setting names. Parser errors are replaced by `message`, because they may quote
 * the contents.
 */
function parseSetting<Result>(parse: () => Result, message: string): Result {
  try {
    return parse();
  } catch {
    throw unusable(message);
  }
}

function unusable(message: string): DomainError {
  return invalidArgument('client_certificate_file', message);
}
