import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { describe, expect, test } from 'vitest';
import { readCertificate } from './certificate-names.js';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const keys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
const validity = { notBefore: new Date('2026-04-30T00:00:00Z'), notAfter: new Date('2026-07-30T00:00:00Z') };
const label63 = 'a'.repeat(63);

interface Options {
  readonly name?: string;
  readonly serialNumber?: string;
  readonly alternatives?: readonly { type: 'dns' | 'email'; value: string }[];
}

async function issue({ name = 'CN=Authority', serialNumber = '1AF0', alternatives }: Options): Promise<Buffer> {
  const extensions = alternatives === undefined ? [] : [new SubjectAlternativeNameExtension([...alternatives])];
  const fields = { name, serialNumber, ...validity, keys, signingAlgorithm: algorithm, extensions };
  return Buffer.from((await X509CertificateGenerator.createSelfSigned(fields)).rawData);
}

const dns = (value: string) => ({ type: 'dns' as const, value });

test('a certificate has an issuer, a serial number, names and a validity', async () => {
  const alternatives = [
    dns('B.example'),
    dns('a.example.'),
    dns('b.example'),
    { type: 'email' as const, value: 'c@d.example' },
  ];
  expect(readCertificate(await issue({ alternatives }))).toEqual({
    ...{ issuer: 'CN=Authority', serialNumber: '1af0', names: ['b.example', 'a.example'] },
    ...{ notBefore: validity.notBefore.getTime(), notAfter: validity.notAfter.getTime() },
  });
});

test('without alternative DNS names, the name is the common name', async () => {
  const alternatives = [{ type: 'email' as const, value: 'c@d.example' }];
  expect(readCertificate(await issue({ name: 'CN=Host.example, O=Acme', alternatives }))?.names).toEqual([
    'host.example',
  ]);
  expect(readCertificate(await issue({ name: 'CN=host.example' }))?.names).toEqual(['host.example']);
  expect(readCertificate(await issue({ name: 'CN=host.example', alternatives: [dns('a.example')] }))?.names).toEqual([
    'a.example',
  ]);
});

describe('a name', () => {
  test.each([
    'a.example',
    '*.a.example',
    '_a.b-c.example',
    'a.xn--p1ai',
    `${label63}.example`,
    `${label63}.${label63}.${label63}.${'a'.repeat(57)}.com`,
  ])('can be %s', async (name) => {
    expect(readCertificate(await issue({ alternatives: [dns(name)] }))?.names).toEqual([name]);
  });

  test.each([
    'localhost',
    '-a.example',
    'a-.example',
    'a.*.example',
    'a*.example',
    'a b.example',
    'a"b.example',
    'a.b\n.example',
    'a..example',
    'a.-example',
    'a.example-',
    `${label63}.${label63}.${label63}.${'a'.repeat(58)}.com`,
  ])('%j is omitted', async (name) => {
    expect(readCertificate(await issue({ alternatives: [dns(name), dns('a.example')] }))?.names).toEqual(['a.example']);
    expect(readCertificate(await issue({ alternatives: [dns(name)] }))).toBeUndefined();
  });

  test('is omitted after the first 1000 names', async () => {
    const alternatives = Array.from({ length: 1001 }, (_, index) => dns(`a${index}.example`));
    expect(readCertificate(await issue({ alternatives }))?.names).toEqual(
      alternatives.slice(0, 1000).map(({ value }) => value),
    );
  });
});

describe('a certificate is skipped', () => {
  const alternatives = [dns('a.example')];

  test('if its issuer has more than 1000 bytes', async () => {
    const issuer = `CN=${'ä'.repeat(498)}`;
    expect(readCertificate(await issue({ name: `${issuer}a`, alternatives }))?.issuer).toBe(`${issuer}a`);
    expect(readCertificate(await issue({ name: `${issuer}aa`, alternatives }))).toBeUndefined();
  });

  test('if its serial number has more than 64 digits', async () => {
    const serialNumber = '1a'.repeat(32);
    expect(readCertificate(await issue({ serialNumber, alternatives }))?.serialNumber).toBe(serialNumber);
    expect(readCertificate(await issue({ serialNumber: `${serialNumber}1a`, alternatives }))).toBeUndefined();
  });

  test('if it cannot be read', async () => {
    const certificate = await issue({ alternatives });
    expect(readCertificate(certificate.subarray(0, 100))).toBeUndefined();
    expect(readCertificate(new Uint8Array())).toBeUndefined();
  });
});

test('an issuer is stored without NUL', async () => {
  expect(readCertificate(await issue({ name: 'CN=a\0b', alternatives: [dns('a.example')] }))?.issuer).toBe('CN=ab');
});
