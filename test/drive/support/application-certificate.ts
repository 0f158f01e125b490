import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';

const signing = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** A self-signed certificate of an application with its RSA key, unencrypted and encrypted, all in PEM format. */
export async function newApplicationCertificate(notAfter = new Date('2049-01-01T00:00:00Z')) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = {
    privateKey: privateKey.toCryptoKey(signing, false, ['sign']),
    publicKey: publicKey.toCryptoKey(signing, true, ['verify']),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned({ keys, notAfter, signingAlgorithm: signing });
  return {
    certificate: certificate.toString('pem'),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    encryptedKey: String(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })),
  };
}
