import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { X509CertificateGenerator } from '@peculiar/x509';
import { describe, expect, test } from 'vitest';
import { certificate } from '../../command-line/doctor/checks/certificate.js';
import { dataDirectory } from '../../command-line/doctor/checks/data-directory.js';
import { assessSpace, disk } from '../../command-line/doctor/checks/disk.js';
import { blacklist, departments, license } from '../../command-line/doctor/checks/license-files.js';
import { settings } from '../../command-line/doctor/checks/settings.js';
import { newPrivateKey, newSelfSignedCertificate } from '../../gateway/tls/self-signed.js';
import { createLicenseKeys, issueLicense } from '../../subgraphs/licenses/index.js';
import { folderForTest, resultOf, resultWith } from './support/examine.js';

const dayMs = 86_400_000;
const isRoot = process.getuid?.() === 0;

describe('the certificate', () => {
  /** Certificates are valid for 825 days, starting one day before their creation. */
  async function createFiles(madeDaysAgo: number): Promise<{ certificateFile: string; keyFile: string }> {
    const folder = folderForTest();
    const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const privateKey = newPrivateKey();
    const now = Date.now() - madeDaysAgo * dayMs;
    writeFileSync(certificateFile, await newSelfSignedCertificate({ privateKey, names: ['localhost'], now }));
    writeFileSync(keyFile, privateKey);
    return { certificateFile, keyFile };
  }

  test.each([
    ['warning', 2048, /contains an RSA key of 2048 bits; the minimum is 3072 bits$/],
    ['ok', 3072, /is valid until/],
  ] as const)('has the status %s with an RSA key of %d bits', async (status, modulusLength, message) => {
    const folder = folderForTest();
    const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
    const keys = {
      privateKey: privateKey.toCryptoKey(algorithm, false, ['sign']),
      publicKey: publicKey.toCryptoKey(algorithm, true, ['verify']),
    };
    const created = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=rsa',
      signingAlgorithm: algorithm,
      keys,
    });
    writeFileSync(certificateFile, created.toString('pem'));
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const result = await resultOf(certificate, { RAMPART_LICENSES_TLS: `${certificateFile},${keyFile}` });
    expect(result).toEqual(resultWith(status, message));
  });

  test.each([
    ['ok', 0, /is valid until \d{4}-/],
    ['ok', 825 - 31, /is valid until/],
    ['warning', 825 - 30, /expires in 29 days, on \d{4}-/],
    ['warning', 824, /expires in less than a day/],
    ['failed', 826, /expired on \d{4}-/],
    ['failed', -2, /is not valid before \d{4}-/],
  ] as const)('has the status %s %d days after its creation', async (status, madeDaysAgo, message) => {
    const { certificateFile, keyFile } = await createFiles(madeDaysAgo);
    const result = await resultOf(certificate, { RAMPART_LICENSES_TLS: `${certificateFile},${keyFile}` });
    expect(result).toEqual(resultWith(status, message));
  });

  test('fails the check if the key does not match, or a file is missing', async () => {
    const [one, other] = [await createFiles(0), await createFiles(0)];
    const mixed = `${one.certificateFile},${other.keyFile}`;
    expect(await resultOf(certificate, { RAMPART_LICENSES_TLS: mixed })).toEqual(
      resultWith('failed', /does not belong to the certificate/),
    );
    expect(await resultOf(certificate, { RAMPART_LICENSES_TLS: '/nope,/nope' })).toEqual(
      resultWith('failed', /certificate file \/nope cannot be read/),
    );
  });

  test('is not created by the check, and is checked if it exists', async () => {
    const data = folderForTest();
    expect(await resultOf(certificate, { RAMPART_SERVER_DATA_DIR: data })).toEqual(
      resultWith('skipped', /first start/),
    );
    expect(readdirSync(data)).toEqual([]);
    const { certificateFile, keyFile } = await createFiles(800);
    copyFileSync(certificateFile, join(data, 'licenses-certificate.pem'));
    copyFileSync(keyFile, join(data, 'licenses-key.pem'));
    expect(await resultOf(certificate, { RAMPART_SERVER_DATA_DIR: data })).toMatchObject({
      status: 'warning',
      action: 'restart the server, which generates a new one',
    });
    expect(await resultOf(certificate, { RAMPART_LICENSES_TLS: 'off' })).toEqual(resultWith('skipped', /plain HTTP/));
  });
});

describe('the license', () => {
  async function settingsOf(expiresInDays: number): Promise<Record<string, string>> {
    const folder = folderForTest();
    const { privateKey, publicKey } = await createLicenseKeys();
    const [issuedAt, expiresAt] = [-1000 * dayMs, expiresInDays * dayMs + 60_000].map(
      (ms) => new Date(Date.now() + ms),
    );
    const { text } = await issueLicense({
      customer: 'Acme',
      cap: 7,
      issuedAt: issuedAt as Date,
      expiresAt: expiresAt as Date,
      privateKey,
    });
    const [licenseFile, keyFile] = [join(folder, 'license.jws'), join(folder, 'public.pem')];
    writeFileSync(licenseFile, text);
    writeFileSync(keyFile, publicKey);
    return { RAMPART_LICENSES_LICENSE_FILE: licenseFile, RAMPART_LICENSES_PUBLIC_KEY_FILE: keyFile };
  }

  test.each([
    ['ok', 30, /7 controllers until \d{4}-/],
    ['warning', 29, /expires in 29 days/],
    ['failed', -1, /the license expired on/],
  ] as const)('has the status %s if it expires in %d days', async (status, days, message) => {
    expect(await resultOf(license, await settingsOf(days))).toEqual(resultWith(status, message));
  });

  test('fails the check if it is missing, changed or without a key, and is skipped without a setting', async () => {
    const validSettings = await settingsOf(100);
    const file = validSettings.RAMPART_LICENSES_LICENSE_FILE ?? '';
    expect(await resultOf(license, { RAMPART_LICENSES_LICENSE_FILE: file })).toEqual(
      resultWith('failed', /the public key file is not configured/),
    );
    writeFileSync(file, 'e30.e30.e30');
    expect(await resultOf(license, validSettings)).toEqual(resultWith('failed', /signature is invalid/));
    expect(await resultOf(license, { ...validSettings, RAMPART_LICENSES_LICENSE_FILE: '/nope' })).toEqual(
      resultWith('failed', /does not exist/),
    );
    expect(await resultOf(license, {})).toEqual(resultWith('skipped', /no license is configured/));
  });
});

test('the blacklist and departments files are parsed as by the server', async () => {
  const folder = folderForTest();
  const writeTestFile = (content: string): string => {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    return path;
  };
  const checkBlacklist = async (content: string) =>
    await resultOf(blacklist, { RAMPART_LICENSES_BLACKLIST_FILE: writeTestFile(content) });
  expect(await checkBlacklist('10.0.0.0/8 # the old site\n')).toEqual(resultWith('ok', /: 1 entry$/));
  expect(await checkBlacklist('nonsense\n')).toEqual(
    resultWith('failed', /line 1 is not a GUID, address or CIDR range: "nonsense"/),
  );
  const checkDepartments = async (content: string) =>
    await resultOf(departments, { RAMPART_LICENSES_DEPARTMENTS_FILE: writeTestFile(content) });
  expect(await checkDepartments('[{"name":"a","addresses":[],"configuration":{}}]')).toEqual(
    resultWith('ok', /: 1 department$/),
  );
  expect(await checkDepartments('[')).toEqual(resultWith('failed', /it is not JSON/));
  for (const check of [blacklist, departments])
    expect(await resultOf(check, {})).toEqual(resultWith('skipped', /^no (blacklist is|departments are) configured/));
});

describe('the data directory', () => {
  const check = (path: string) => resultOf(dataDirectory, { RAMPART_SERVER_DATA_DIR: path });

  test('may be absent if it can be created, and is not created by the check', async () => {
    const path = join(folderForTest(), 'a', 'b');
    expect(await check(path)).toEqual(resultWith('ok', /does not exist yet/));
    expect(existsSync(path)).toBe(false);
  });

  test('fails the check if it is a file, or below one', async () => {
    const file = join(folderForTest(), 'file');
    writeFileSync(file, '');
    expect(await check(file)).toEqual(resultWith('failed', /is not a directory/));
  });

  test('causes a warning if it is writable by all users', async () => {
    const path = folderForTest();
    expect(await check(path)).toEqual(resultWith('ok', /is writable/));
    chmodSync(path, 0o777);
    expect(await check(path)).toEqual(resultWith('warning', /is writable by all users/));
  });

  test.runIf(isRoot)('causes a warning if it belongs to another user', async () => {
    const path = folderForTest();
    chownSync(path, 12_345, 12_345);
    expect(await check(path)).toMatchObject({ status: 'warning', action: expect.stringContaining('user 12345') });
  });

  test.skipIf(isRoot)('fails the check if this user cannot write to it', async () => {
    const path = folderForTest();
    chmodSync(path, 0o500);
    expect(await check(path)).toEqual(resultWith('failed', /is not writable by this user/));
    expect(await check(join(path, 'data'))).toEqual(resultWith('failed', /this user cannot create it/));
  });
});

describe('disk space', () => {
  const gigabyte = 1_000_000_000;

  test.each([
    ['ok', 2 * gigabyte, 1, /^\/a: 2\.0 GB free; \/b: 9\.0 GB free$/],
    ['warning', 2 * gigabyte - 1, 1, /^\/a: 2\.0 GB free, less than the recommended 2\.0 GB$/],
    ['warning', 0.2 * gigabyte, null, /^\/a: 0\.2 GB free, less than the recommended 2\.0 GB$/],
    ['failed', 0.2 * gigabyte - 1, 1, /^\/a: 0\.2 GB free, less than the recommended 2\.0 GB$/],
    ['failed', 9 * gigabyte, 0, /^\/a: no more files can be created$/],
  ] as const)('has the status %s (free bytes: %d, free files: %j)', (status, freeBytes, freeFiles, message) => {
    const spaces = [
      { path: '/a', freeBytes, freeFiles },
      { path: '/b', freeBytes: 9 * gigabyte, freeFiles: 1 },
    ];
    expect(assessSpace(spaces)).toEqual(resultWith(status, message));
  });

  test('is measured at the closest existing parent of the data directory', async () => {
    const folder = folderForTest();
    const { message } = await resultOf(disk, { RAMPART_SERVER_DATA_DIR: join(folder, 'a', 'b') });
    expect(message).toContain(`${folder}: `);
  });
});

test('a settings file with secrets that is readable by other users causes a warning', async () => {
  const file = join(folderForTest(), 'rampart.ini');
  const check = () => resultOf(settings, { RAMPART_CONFIG: file, RAMPART_SERVER_PORT: '1' });
  writeFileSync(file, '[server]\nport=1\n', { mode: 0o644 });
  expect(await check()).toEqual(resultWith('ok', /rampart\.ini; set by the environment: .*RAMPART_SERVER_PORT/));
  writeFileSync(file, '[auth]\nadmin_token=s3cret-of-the-administrator-alone\n');
  const warned = await check();
  expect(warned).toEqual({
    check: 'settings',
    status: 'warning',
    message: expect.any(String),
    action: `chmod go-rwx ${file}`,
  });
  expect(JSON.stringify(warned)).not.toContain('s3cret');
  chmodSync(file, 0o600);
  expect(await check()).toEqual(resultWith('ok', /rampart\.ini/));
});

test.runIf(isRoot)(
  'a settings file of root may be readable, but not writable, by the group of the service',
  async () => {
    const file = join(folderForTest(), 'rampart.ini');
    const check = () => resultOf(settings, { RAMPART_CONFIG: file });
    writeFileSync(file, '[auth]\nadmin_token=s3cret-of-the-administrator-alone\n', { mode: 0o640 });
    chownSync(file, 0, 12_345);
    expect(await check()).toEqual(resultWith('ok', /rampart\.ini/));
    for (const mode of [0o660, 0o644]) {
      chmodSync(file, mode);
      expect(await check()).toMatchObject({ status: 'warning', action: `chmod g-w,o-rwx ${file}` });
    }
    chmodSync(file, 0o640);
    chownSync(file, 12_346, 12_345);
    expect(await check()).toMatchObject({ status: 'warning', action: `chmod go-rwx ${file}` });
  },
);
