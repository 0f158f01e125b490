import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type CertificateSourceOptions,
  openCertificateSource,
  selfSignedCertificateFiles,
} from '../../gateway/index.js';
import { createLog } from '../../platform/log.js';
import { lines } from './support/serve.js';
import { sendTls } from './support/tls-request.js';

const dayMs = 86_400_000;

function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'certificates-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface TestSourceOptions extends CertificateSourceOptions {
  readonly time: { now: number };
  readonly logged: Record<string, unknown>[];
}

function sourceOptions(
  options: Partial<CertificateSourceOptions> & { dataDir?: string; publicUrl?: string } = {},
): TestSourceOptions {
  const { dataDir = createFolder(), publicUrl = '', ...rest } = options;
  const time = { now: Date.UTC(2026, 2, 1) };
  const logged: Record<string, unknown>[] = [];
  return {
    ...{ name: 'licenses', host: '127.0.0.1', tls: 'auto', server: { dataDir, publicUrl } },
    clock: { now: () => time.now },
    log: createLog({ level: 'info', destination: lines(logged) }),
    ...rest,
    ...{ time, logged },
  };
}

async function certificateOf(options: CertificateSourceOptions): Promise<X509Certificate> {
  return new X509Certificate((await openCertificateSource(options))?.current.certificate ?? '');
}

/** Fingerprint of the certificate that a listener with these settings serves. */
async function servedFingerprint(options: CertificateSourceOptions): Promise<string | undefined> {
  const source = await openCertificateSource(options);
  const { certificate: cert, key } = source?.current ?? {};
  const server = createServer({ cert, key }, (_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const { fingerprint } = await sendTls(`https://127.0.0.1:${port}/`);
  server.close();
  return fingerprint;
}

/** Certificate and key files as an operator provides them, and the value of `tls` that names them. */
async function createFiles(directory = createFolder()): Promise<{ certificate: string; key: string; tls: string }> {
  await openCertificateSource(sourceOptions({ dataDir: directory }));
  const { certificateFile: certificate, keyFile: key } = selfSignedCertificateFiles('licenses', { dataDir: directory });
  return { certificate, key, tls: `${certificate},${key}` };
}

describe('tls = auto', () => {
  test('creates a certificate for this machine and a key that only its owner can read', async () => {
    const options = sourceOptions({ host: '192.0.2.7', publicUrl: 'https://rampart.example:4000' });
    const certificate = await certificateOf(options);
    for (const address of ['127.0.0.1', '::1', '192.0.2.7']) expect(certificate.checkIP(address)).toBe(address);
    for (const name of ['localhost', 'rampart.example']) expect(certificate.checkHost(name)).toBe(name);
    expect(certificate.checkHost('elsewhere.example')).toBeUndefined();
    expect(certificate.ca).toBe(false);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const { certificateFile, keyFile } = selfSignedCertificateFiles('licenses', options.server);
    expect([statSync(certificateFile).mode & 0o777, statSync(keyFile).mode & 0o777]).toEqual([0o644, 0o600]);
    expect(readdirSync(options.server.dataDir).sort()).toEqual(['licenses-certificate.pem', 'licenses-key.pem']);
  });

  test('includes the addresses of this machine if the server listens on all of them', async () => {
    const certificate = await certificateOf(sourceOptions({ host: '0.0.0.0' }));
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIP('0.0.0.0')).toBeUndefined();
  });

  test('reuses the certificate at the next start, and restricts the permissions of a readable key', async () => {
    const options = sourceOptions();
    const first = await openCertificateSource(options);
    const { keyFile } = selfSignedCertificateFiles('licenses', options.server);
    chmodSync(keyFile, 0o644);
    const second = await openCertificateSource(options);
    expect(second?.current).toEqual(first?.current);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(options.logged)).toMatch(/the private key file was accessible to other users/);
    expect(JSON.stringify(options.logged)).not.toContain('PRIVATE KEY-----');
  });

  test('creates one certificate for all processes that start in a directory', async () => {
    const dataDir = createFolder();
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => openCertificateSource(sourceOptions({ dataDir }))),
    );
    expect(new Set(opened.map((source) => source?.current.certificate)).size).toBe(1);
    expect(new Set(opened.map((source) => source?.current.key)).size).toBe(1);
  });

  test('renews the certificate before it expires, even while the server runs, with the same key', async () => {
    const options = sourceOptions();
    const source = await openCertificateSource(options);
    const first = source?.current;
    const { validToDate } = new X509Certificate(first?.certificate ?? '');
    options.time.now = validToDate.getTime() - 31 * dayMs;
    expect(await source?.refresh()).toBe(false);
    options.time.now = validToDate.getTime() - 29 * dayMs;
    expect(await source?.refresh()).toBe(true);
    expect(source?.current.key).toBe(first?.key);
    const second = await certificateOf(options);
    expect(second.validToDate.getTime()).toBeGreaterThan(validToDate.getTime());
    options.time.now = second.validToDate.getTime() + dayMs;
    expect((await certificateOf(options)).validToDate.getTime()).toBeGreaterThan(options.time.now);
  });

  test.each([
    [
      'for another key',
      async (certificate: string) => writeFileSync(certificate, readFileSync((await createFiles()).certificate)),
    ],
    ['that is invalid', async (certificate: string) => writeFileSync(certificate, 'nothing')],
  ])('replaces a certificate %s', async (_, damage) => {
    const options = sourceOptions();
    const first = await certificateOf(options);
    await damage(selfSignedCertificateFiles('licenses', options.server).certificateFile);
    const second = await certificateOf(options);
    expect(second.publicKey.equals(first.publicKey)).toBe(true);
  });

  test('generates a new certificate if the settings name another host', async () => {
    const options = sourceOptions();
    const first = await certificateOf(options);
    const renamed = await certificateOf({ ...options, host: 'controllers.example' });
    expect(first.checkHost('controllers.example')).toBeUndefined();
    expect(renamed.checkHost('controllers.example')).toBe('controllers.example');
    expect(renamed.fingerprint256).toBe(
      (await certificateOf({ ...options, host: 'controllers.example' })).fingerprint256,
    );
  });

  test('explains what to do if the key file contains no key', async () => {
    const options = sourceOptions();
    const { keyFile } = selfSignedCertificateFiles('licenses', options.server);
    writeFileSync(keyFile, 'nothing', { mode: 0o600 });
    await expect(openCertificateSource(options)).rejects.toThrow(`${keyFile} contains no private key: remove it`);
  });
});

describe('tls = off', () => {
  test('neither requires nor creates a certificate', async () => {
    const options = sourceOptions({ tls: 'off' });
    expect(await openCertificateSource(options)).toBeUndefined();
    expect(readdirSync(options.server.dataDir)).toEqual([]);
  });
});

describe('tls with files', () => {
  test('accepts a certificate with its key', async () => {
    const configuredFiles = await createFiles();
    const source = await openCertificateSource(sourceOptions({ tls: configuredFiles.tls }));
    expect(source?.current).toEqual({
      certificate: readFileSync(configuredFiles.certificate, 'utf8'),
      key: readFileSync(configuredFiles.key, 'utf8'),
    });
  });

  test('serves the first certificate of a chain', async () => {
    const [configuredFiles, other] = [await createFiles(), await createFiles()];
    writeFileSync(configuredFiles.certificate, readFileSync(other.certificate), { flag: 'a' });
    const first = await certificateOf(sourceOptions({ tls: configuredFiles.tls }));
    expect(await servedFingerprint(sourceOptions({ tls: configuredFiles.tls }))).toBe(first.fingerprint256);
    expect(first.fingerprint256).toBe(new X509Certificate(readFileSync(configuredFiles.certificate)).fingerprint256);
  });

  const encrypted = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n';
  test.each([
    [
      'a missing certificate',
      { certificate: '/nowhere/c.pem' },
      '[licenses] tls: the certificate file /nowhere/c.pem cannot be read (it does not exist)',
    ],
    [
      'a missing key',
      { key: '/nowhere/k.pem' },
      '[licenses] tls: the key file /nowhere/k.pem cannot be read (it does not exist)',
    ],
    ['an invalid certificate', { written: ['certificate', 'nothing'] }, 'CERTIFICATE contains no PEM certificate'],
    ['an invalid key', { written: ['key', 'nothing'] }, 'KEY contains no PEM private key'],
    [
      'a key with a passphrase',
      { written: ['key', encrypted] },
      'KEY contains no PEM private key without a passphrase: specify the decrypted key',
    ],
  ])('rejects %s', async (_, change: { certificate?: string; key?: string; written?: string[] }, message) => {
    const configuredFiles = await createFiles();
    const [target, content] = change.written ?? [];
    if (target !== undefined)
      writeFileSync(target === 'key' ? configuredFiles.key : configuredFiles.certificate, content ?? '');
    const tls = `${change.certificate ?? configuredFiles.certificate},${change.key ?? configuredFiles.key}`;
    const expected = message.replace('CERTIFICATE', configuredFiles.certificate).replace(/^KEY/, configuredFiles.key);
    await expect(openCertificateSource(sourceOptions({ tls }))).rejects.toThrow(expected);
  });

  test('rejects a key of another certificate, and swapped files, with both names', async () => {
    const [configuredFiles, other] = [await createFiles(), await createFiles()];
    await expect(
      openCertificateSource(sourceOptions({ tls: `${configuredFiles.certificate},${other.key}` })),
    ).rejects.toThrow(
      `[licenses] tls: the key in ${other.key} does not belong to the certificate in ${configuredFiles.certificate}`,
    );
    await expect(
      openCertificateSource(sourceOptions({ tls: `${configuredFiles.key},${configuredFiles.certificate}` })),
    ).rejects.toThrow(
      `${configuredFiles.key} contains no PEM certificate, but a key: specify the certificate first, then the key`,
    );
  });

  test('rereads changed files, and serves the last valid ones while they are invalid, with one log entry', async () => {
    const [configuredFiles, next] = [await createFiles(), await createFiles()];
    const options = sourceOptions({ tls: configuredFiles.tls });
    const source = await openCertificateSource(options);
    const first = source?.current;
    writeFileSync(configuredFiles.certificate, readFileSync(next.certificate));
    expect([await source?.refresh(), await source?.refresh(), source?.current]).toEqual([false, false, first]);
    expect(options.logged.map(({ msg }) => msg)).toEqual([
      `the certificate was not reloaded; the last valid one remains in use: [licenses] tls: the key in ${configuredFiles.key} does not belong to the certificate in ${configuredFiles.certificate}`,
    ]);
    writeFileSync(configuredFiles.key, readFileSync(next.key));
    expect([await source?.refresh(), await source?.refresh()]).toEqual([true, false]);
    expect(source?.current.certificate).toBe(readFileSync(next.certificate, 'utf8'));
  });

  test('serves an expired certificate, with a warning', async () => {
    const configuredFiles = await createFiles();
    const options = sourceOptions({ tls: configuredFiles.tls });
    options.time.now = Date.UTC(2040, 0, 1);
    const { fingerprint256 } = new X509Certificate(readFileSync(configuredFiles.certificate));
    expect(await servedFingerprint(options)).toBe(fingerprint256);
    expect(options.logged.map(({ msg }) => msg)).toEqual([
      'the certificate has expired, but is still served: replace it',
    ]);
  });
});
