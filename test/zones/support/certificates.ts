import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { Extension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { SimulatedEntry } from './certificate-log.js';

const { subtle } = webcrypto;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
let serial = 0;

/** A certificate or precertificate with these names, with a separate serial number by default. */
export async function certificate(
  names: readonly string[],
  isPrecertificate = false,
  number = ++serial,
  terms: { readonly name?: string; readonly serialNumber?: string } = {},
): Promise<SimulatedEntry> {
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const poison = new Extension('1.3.6.1.4.1.11129.2.4.3', true, new Uint8Array([5, 0]));
  const issued = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: number.toString(16).padStart(4, '0'), name: 'CN=Simulated CA, O=Test', keys },
    ...terms,
    ...{ notBefore: new Date('2026-04-30T00:00:00Z'), notAfter: new Date('2026-07-30T00:00:00Z') },
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
      ...(isPrecertificate ? [poison] : []),
    ],
  });
  return { certificate: Buffer.from(issued.rawData), isPrecertificate };
}
