import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMilliseconds = 86_400_000;
/** The longest that all clients accept, also those that put a bound to certificates which people added themselves. */
const validDays = 825;
/** Clocks of clients may be behind. */
const allowedSkewDays = 1;

/** A new private key (ECDSA, P-256): PKCS 8 in PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: algorithm.namedCurve });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/**
 * A certificate that a key (as of {@link newPrivateKey}) signs for itself (RFC 5280), in PEM, for a server with these names.
 * It is not a CA: clients that trust it trust this server only.
 * @param options `names`: hostnames and IP addresses, at least one; `now`: milliseconds since 1970
 */
export async function newSelfSignedCertificate(options: {
  privateKey: string;
  names: readonly string[];
  now: number;
}): Promise<string> {
  const { privateKey, names, now } = options;
  // Needed once in years: the other starts do without the library, and without what it asks for.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = cryptoKeys(privateKey);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerialNumber(),
    name: 'CN=Rampart',
    notBefore: new Date(now - allowedSkewDays * dayMilliseconds),
    notAfter: new Date(now + validDays * dayMilliseconds),
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

/** Positive, not zero, and at most 20 bytes (RFC 5280, section 4.1.2.2). */
function randomSerialNumber(): string {
  return `01${randomBytes(15).toString('hex')}`;
}
