import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newPrivateKey, newSelfSignedCertificate } from '../../gateway/tls/self-signed.js';
import { temporaryFolder } from '../support/running-server.js';
import { newApplicationCertificate } from './support/application-certificate.js';
import { administrator, type DriveWorld, driveWorld, expectEqual } from './support/drive-world.js';

const applicationCertificate = await newApplicationCertificate();
const other = await newApplicationCertificate();
const { certificate } = applicationCertificate;
const certificateAndKey = `${certificate}\n${applicationCertificate.key}`;

/** A world whose application has a certificate, in a file with this content; a given key is in a separate file. */
async function openWorldWithCertificate(
  content: string,
  { key, ...environment }: Record<string, string> = {},
): Promise<DriveWorld> {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const [file, keyFile] = [join(folder.path, 'app.pem'), join(folder.path, 'app-key.pem')];
  writeFileSync(file, content);
  if (key !== undefined) writeFileSync(keyFile, key);
  const world = await driveWorld({
    RAMPART_DRIVE_CLIENT_SECRET: '',
    RAMPART_DRIVE_CLIENT_CERTIFICATE_FILE: file,
    RAMPART_DRIVE_CLIENT_CERTIFICATE_KEY_FILE: key === undefined ? '' : keyFile,
    ...environment,
  });
  world.site.certificate = certificate;
  world.site.clock = world.clock;
  world.site.content.addFile('a.txt', 'first');
  return world;
}

describe('an application with a certificate', () => {
  test.each<[string, string, Record<string, string>]>([
    ['PS256 and the key in the same file', certificateAndKey, {}],
    [
      'PS256, and a chain of certificates after its own',
      `${certificate}\n${other.certificate}\n${applicationCertificate.key}`,
      {},
    ],
    [
      'RS256 and the key in another file',
      certificate,
      { key: applicationCertificate.key, RAMPART_DRIVE_CLIENT_ASSERTION_ALGORITHM: 'rs256' },
    ],
  ])('gets tokens with an assertion: %s', async (_, content, environment) => {
    const world = await openWorldWithCertificate(content, environment);
    await world.service.connectDrive(administrator);
    await world.sync();
    await expectEqual(world);
    expect(world.site.tokensIssued).toBe(1);
  });

  test.each([1200, -1200])('gets tokens if the clock of the identity provider differs by %i seconds', async (ahead) => {
    const world = await openWorldWithCertificate(certificateAndKey);
    world.site.clock = { now: () => world.clock.now() + ahead * 1000 };
    await world.service.connectDrive(administrator);
    expect(world.site.requestsOf('token')).toHaveLength(2);
    world.clock.seconds += 3599 - 300;
    await world.sync();
    // The offset of the clock is known by now.
    expect(world.site.requestsOf('token')).toHaveLength(3);
    expect(world.site.tokensIssued).toBe(2);
  });

  test('uses replaced files for the next token', async () => {
    const world = await openWorldWithCertificate(certificateAndKey);
    await world.service.connectDrive(administrator);
    world.site.certificate = other.certificate;
    const { clientCertificateFile: file } = world.platform.configuration.drive;
    writeFileSync(file, `${world.site.certificate}\n${other.key}`);
    world.clock.seconds += 3599;
    await world.sync();
    expect(world.site.tokensIssued).toBe(2);
  });

  test('reports the error of the identity provider, without the assertion', async () => {
    const world = await openWorldWithCertificate(certificateAndKey);
    world.site.certificate = await newSelfSignedCertificate({
      privateKey: newPrivateKey(),
      names: ['x'],
      now: Date.now(),
    });
    const rejected = String(await world.service.connectDrive(administrator).catch((error: unknown) => error));
    expect(rejected).toContain('The identity provider issued no access token: invalid_client: AADSTS700027');
    expect(rejected).toContain('[hidden]');
    expect(rejected + world.logged()).not.toMatch(/eyJ/);
    expect(world.site.requestsOf('token')).toHaveLength(1);
  });

  test.each<[string, string, Record<string, string>, RegExp]>([
    [
      'has no certificate',
      applicationCertificate.key,
      {},
      /client_certificate_file is not a certificate in PEM format: .*app\.pem/,
    ],
    [
      'has no key',
      certificate,
      {},
      /client_certificate_file must contain a private key in PEM format without a passphrase/,
    ],
    [
      'has an encrypted key',
      certificate,
      { key: applicationCertificate.encryptedKey },
      /client_certificate_key_file must contain a private key in PEM/,
    ],
    ['has another key', certificate, { key: other.key }, /private key that does not belong to the certificate/],
    ['has an elliptic-curve key', certificate, { key: newPrivateKey() }, /must contain an RSA key/],
    [
      'does not exist',
      certificateAndKey,
      { RAMPART_DRIVE_CLIENT_CERTIFICATE_FILE: '/no/app.pem' },
      /client_certificate_file cannot be read .*: \/no\/app\.pem/,
    ],
    [
      'is set alongside a secret',
      certificateAndKey,
      { RAMPART_DRIVE_CLIENT_SECRET: 'x' },
      /client_secret and client_certificate_file are both set/,
    ],
  ])('reports a file that %s', async (_, content, environment, message) => {
    const world = await openWorldWithCertificate(content, environment);
    const rejected = await world.service.connectDrive(administrator).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) });
    expect(world.site.requests).toEqual([]);
  });
});

test('a token is used until it expires if it cannot be renewed', async () => {
  const world = await driveWorld();
  await world.service.connectDrive(administrator);
  world.site.faults.respond({ on: 'token', times: 1000, status: 500 });
  world.clock.seconds += 3599 - 120;
  await world.sync();
  expect(world.site.requestsOf('token').length).toBeGreaterThan(1);
  world.clock.seconds += 120;
  await expect(world.sync()).rejects.toThrow('The identity provider issued no access token: ');
  world.site.faults.clear();
  await world.sync();
  expect(world.site.tokensIssued).toBe(2);
});
