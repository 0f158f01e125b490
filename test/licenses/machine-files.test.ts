import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '../../platform/caller.js';
import { allControllerFields } from '../../subgraphs/licenses/index.js';
import { auditEntries } from '../audit/support/entries.js';
import { untilWaiting } from '../support/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromOperator,
  guidOf,
  keyPair,
  outcomeOf,
  start,
} from './support/license-world.js';
import { opensslIsInstalled, opensslVerifies } from './support/openssl.js';
import { appendUsage, clearUsage, sigstoreVerifies } from './support/usage.js';

const world = describeLicenseWorld();
const keys = keyPair();
const daySeconds = 86_400;
const settings = () => ({ RAMPART_LICENSES_SIGNING_KEY_FILE: world.files.path('signing.pem') });

beforeEach(async () => {
  await world.clear();
  world.files.write('signing.pem', keys.privateKey);
  world.files.write('blacklist.txt', '');
  await world.files.license({ entitlements: { modules: ['a'] } });
  await checkIn(world.service, { hostname: 'plc-é' });
});

function issue(days: number, guid = guidOf(1), environment: Record<string, string> = settings()) {
  return world.createReplica(environment).issueMachineFile(fromOperator(), { guid, days });
}

test('a machine file contains the configuration and entitlements of the controller, and OpenSSL verifies it', async () => {
  world.files.write('departments.json', '[{"name":"plant","addresses":["10.1.0.0/16"],"configuration":{"a":1}}]');
  const { text, signature } = await issue(30);
  const now = start + daySeconds;
  expect(JSON.parse(text)).toMatchObject({
    ...{ type: 'rampart-machine-file', version: 1, guid: guidOf(1), hostname: 'plc-é' },
    ...{ department: 'plant', default: { a: 1 }, entitlements: { modules: ['a'] } },
    issuedAt: new Date(now * 1000).toISOString(),
    expiresAt: new Date((now + 30 * daySeconds) * 1000).toISOString(),
    license: { customer: 'Acme', expiresAt: new Date((start + 365 * daySeconds) * 1000).toISOString() },
  });
  expect(opensslVerifies(text, signature, keys.publicKey)).toBe(true);
  expect(opensslVerifies(text.replace('plant', 'plans'), signature, keys.publicKey)).toBe(false);
  expect(opensslVerifies(text, signature, keyPair().publicKey)).toBe(false);
  const audit = (await auditEntries(world.test.database)).filter(({ action }) => action === 'issue.machine-file');
  expect(audit.at(-1)).toMatchObject({ objects: [`controller:${guidOf(1)}`] });
});

test.skipIf(!opensslIsInstalled)('the documented command verifies a machine file with OpenSSL', async () => {
  const documentation = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [command = ''] = /^openssl pkeyutl .*$/m.exec(documentation) ?? [];
  const { text, signature } = await issue(30);
  world.files.write('signing-public.pem', keys.publicKey);
  world.files.write('plc-14.json', text);
  world.files.write('plc-14.json.sig', signature);
  const run = () => spawnSync(command, { cwd: world.files.folder, shell: true, encoding: 'utf8' });
  expect(run()).toMatchObject({ status: 0, stdout: 'Signature Verified Successfully\n' });
  world.files.write('plc-14.json', text.replace('plc', 'PLC'));
  expect(run().status).toBe(1);
});

test('the usage log contains an entry with an inclusion proof for each machine file', async () => {
  await clearUsage(world.test.database);
  const { expiresAt } = await issue(30);
  await appendUsage(world.service);
  const entry = { position: 0, at: new Date((start + daySeconds) * 1000).toISOString(), guid: guidOf(1) };
  const [text = ''] = await world.service.usageEntries(fromOperator(), 0);
  expect(JSON.parse(text)).toEqual({
    ...{ ...entry, change: 'machine_file_issued', expiresAt: expiresAt.toISOString() },
  });
  const listed = await world.service.listUsage(fromOperator(), { guid: guidOf(1) });
  expect(listed.nodes).toMatchObject([{ change: 'machine_file_issued', guid: guidOf(1), expiresAt, checkIns: null }]);
  const proof = await world.service.proveInclusion(fromOperator(), { position: 0, size: 1 });
  expect(sigstoreVerifies(proof, proof)).toBe(true);
});

test('a machine file expires no later than the license and the seat', async () => {
  const now = start + daySeconds;
  await world.files.license({ expiresAt: new Date((now + 3 * daySeconds) * 1000), graceDays: 2 });
  expect((await issue(30)).expiresAt).toEqual(new Date((now + 5 * daySeconds) * 1000));
  expect((await issue(1)).expiresAt).toEqual(new Date((now + daySeconds) * 1000));
  const leased = { ...settings(), RAMPART_LICENSES_LEASE_DAYS: '4' };
  expect((await issue(30, guidOf(1), leased)).expiresAt).toEqual(new Date((now + 4 * daySeconds) * 1000));
});

const release = (service = world.service) =>
  service.releaseController(fromOperator(), { guid: guidOf(1), fields: allControllerFields });

test('the release of a controller reports when its machine files expire, including those that are not in the log yet', async () => {
  await clearUsage(world.test.database);
  expect((await release()).machineFileExpiresAt).toBeNull();
  await checkIn(world.service);
  const { expiresAt } = await issue(30);
  await appendUsage(world.service);
  expect((await release()).machineFileExpiresAt).toEqual(expiresAt);
  await checkIn(world.service);
  const nextFile = await issue(40);
  await issue(2);
  expect((await release()).machineFileExpiresAt).toEqual(nextFile.expiresAt);
  const audit = (await auditEntries(world.test.database)).filter(({ action }) => action === 'release.seat');
  expect(JSON.parse(audit.at(-1)?.before ?? '')).toMatchObject({
    machineFileExpiresAt: nextFile.expiresAt.toISOString(),
  });
});

describe('a machine file that is issued while its controller is released', () => {
  /** Starts the operations in this order, each when the previous one waits for the lock of the seats. */
  async function runOverlapping<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
    const { sql } = world.test.database;
    const operations = await sql.begin(async (holder) => {
      await holder`select from licenses.seats for update`;
      const one = first();
      await untilWaiting(sql, 1);
      const other = second();
      await untilWaiting(sql, 2);
      return { both: Promise.all([one, other]) };
    });
    return await operations.both;
  }
  const issued = () => outcomeOf(issue(5));

  test('is included in the result of the release if it is issued first', async () => {
    await clearUsage(world.test.database);
    const [file, released] = await runOverlapping(() => issue(5), release);
    expect(released.machineFileExpiresAt).toEqual(file.expiresAt);
  });

  test('is not issued if the controller is released first', async () => {
    await clearUsage(world.test.database);
    const [released, outcome] = await runOverlapping(release, issued);
    expect(released.machineFileExpiresAt).toBeNull();
    expect(outcome).toContain('NOT_FOUND');
    expect(await world.test.database.sql`select from licenses.usage_change where expires_at is not null`).toEqual([]);
  });
});

test('no machine file is issued for controllers that are not served', async () => {
  expect(await outcomeOf(issue(30, guidOf(2)))).toContain('NOT_FOUND');
  expect(await outcomeOf(issue(0))).toContain('days must be');
  expect(await outcomeOf(issue(30, guidOf(1), {}))).toContain('There is no signing key');
  world.files.write('signing.pem', 'no key');
  expect(await outcomeOf(issue(30))).toContain('is not an Ed25519 private key');
  world.files.write('signing.pem', keys.privateKey);
  world.files.write('blacklist.txt', guidOf(1));
  expect(await outcomeOf(issue(30))).toContain('is blacklisted');
  world.files.write('blacklist.txt', '');
  await world.files.license({ expiresAt: new Date((start + daySeconds) * 1000) });
  expect(await outcomeOf(issue(30))).toContain('No controller is served');
  const service = world.createReplica(settings());
  const request = { ...fromOperator(), caller: anonymous };
  expect(await outcomeOf(service.issueMachineFile(request, { guid: guidOf(1), days: 1 }))).toContain('UNAUTHENTICATED');
});

test('a license can name the key whose signatures controllers accept', async () => {
  const { x = '' } = createPublicKey(keys.privateKey).export({ format: 'jwk' });
  const [, claims = ''] = (await world.files.license({ signingKey: { kty: 'OKP', crv: 'Ed25519', x } })).split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    cnf: { jwk: { kty: 'OKP', crv: 'Ed25519', x } },
  });
});
