import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { dayMs } from '../../platform/durations.js';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Maximum validity in days that all clients accept, even for certificates that users have added. */
const validDays = 825;
/** A certificate is valid from this number of days before its creation, for clients whose clocks are behind. */
const allowedSkewDays = 1;

/** Generates a private key (ECDSA, P-256) in PKCS 8 PEM format. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: algorithm.namedCurve });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/**
 * Generates a self-signed certificate (RFC 5280) in PEM format for a server with these names. It is not a CA
 * certificate, so clients that trust it trust only this server.
 * @param options `names`: hostnames and IP addresses, at least one; `now`: milliseconds since the Unix epoch;
 * `privateKey`: as from {@link newPrivateKey}
 */
export async function newSelfSignedCertificate(options: {
  privateKey: string;
  names: readonly string[];
  now: number;
}): Promise<string> {
  const { privateKey, names, now } = options;
  // Needed once in years, so most starts do not load the library and its dependency.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = cryptoKeys(privateKey);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerialNumber(),
    name: 'CN=Rampart',
    notBefore: new Date(now - allowedSkewDays * dayMs),
    notAfter: new Date(now + validDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

function cryptoKeys(privateKey: string): webcrypto.CryptoKeyPair {
  return {
    privateKey: createPrivateKey(privateKey).toCryptoKey(algorithm, false, ['sign']),
    publicKey: createPublicKey(privateKey).toCryptoKey(algorithm, true, ['verify']),
  };
}

/** Generates a positive serial number of at most 20 bytes (RFC 5280, section 4.1.2.2). */
function randomSerialNumber(): string {
  return `01${randomBytes(15).toString('hex')}`;
}
