import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;

export interface ClientTerms {
  readonly commonName?: string;
  readonly alternativeNames?: readonly { readonly type: 'dns' | 'url'; readonly value: string }[];
  /** Validity in days from now; negative for an expired certificate. */
  readonly days?: number;
  /** Extended key usage; default: clientAuth. */
  readonly usage?: 'clientAuth' | 'serverAuth';
}

export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

/** An authority that issues client certificates. */
export interface Authority {
  /** Certificate in PEM format. */
  readonly certificate: string;
  issue(terms: ClientTerms): Promise<ClientIdentity>;
}

/** @param days validity of its own certificate in days */
export async function createAuthority(name: string, days = 100): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const own = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 100 * dayMs),
    notAfter: new Date(Date.now() + days * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    certificate: own.toString('pem'),
    async issue({ commonName = 'controller', alternativeNames = [], days = 1, usage = 'clientAuth' }) {
      const { publicKey, privateKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const issued = await X509CertificateGenerator.create({
        issuer: own.subject,
        subject: `CN=${commonName}`,
        notBefore: new Date(Date.now() - 50 * dayMs),
        notAfter: new Date(Date.now() + days * dayMs),
        signingAlgorithm: algorithm,
        signingKey: keys.privateKey,
        publicKey,
        extensions: [
          new ExtendedKeyUsageExtension([ExtendedKeyUsage[usage]]),
          ...(alternativeNames.length > 0 ? [new SubjectAlternativeNameExtension([...alternativeNames])] : []),
        ],
      });
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
      return { cert: issued.toString('pem'), key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n` };
    },
  };
}
