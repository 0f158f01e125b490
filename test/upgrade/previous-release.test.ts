import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { guidOf, LicenseFolder } from '../licenses/support/license-world.js';
import { writeDefaultFiles } from '../rest/support/licenses-server.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { buildPreviousRelease } from './support/previous-release.js';
import { RunningRelease } from './support/services.js';

const before = buildPreviousRelease();
afterAll(() => before?.remove());

/** Settings for both releases: a license, and a folder of documents to serve. */
async function createSharedSettings(): Promise<Record<string, string>> {
  const licenses = new LicenseFolder();
  onTestFinished(() => licenses.remove());
  await writeDefaultFiles(licenses);
  licenses.write('private.pem', licenses.keys.privateKey);
  await licenses.license({ cap: 100, issuedAt: new Date(Date.now() - 60_000), expiresAt: new Date('2099-01-01') });
  const documents = join(createDataFolder(), 'documents');
  mkdirSync(documents);
  writeFileSync(join(documents, 'runbook.md'), '# Runbook\n');
  return { ...licenses.settings(), RAMPART_DRIVE_FOLDER: documents };
}

/** Replaces the license with one that this release issues. */
async function issueLicense(release: RunningRelease, settings: Record<string, string>): Promise<void> {
  const file = settings.RAMPART_LICENSES_LICENSE_FILE ?? '';
  const terms = ['--customer', 'Acme', '--cap', '100', '--expires', '2099-01-01T00:00:00Z'];
  const privateKey = join(dirname(file), 'private.pem');
  await release.rampart(['license', 'issue', '--private-key', privateKey, ...terms, '--out', file]);
}

function createDataFolder(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

async function start(environment: Record<string, string>, root?: string): Promise<RunningRelease> {
  const release = await RunningRelease.start({ RAMPART_SERVER_DATA_DIR: createDataFolder(), ...environment }, root);
  onTestFinished(async () => void (await release.stop()));
  return release;
}

/** Writes to every service through one release, and reads through the other. */
async function useEachOther(writer: RunningRelease, reader: RunningRelease, round: number): Promise<void> {
  const tenant = `tenant-${round}`;
  await writer.openAlert(tenant, 'ws-1', 1);
  await reader.openAlert(tenant, 'ws-1', 2);
  const [first, second] = await reader.alerts(tenant);
  await reader.call('PATCH', `/alerts/${first?.alert_id}`, { body: { status: 'investigating', notes: 'seen' } });
  await writer.call('POST', '/feedback', { body: { alert_id: second?.alert_id, is_true_positive: true } });
  expect((await writer.alerts(tenant)).map(({ status }) => status).sort()).toEqual(['investigating', 'resolved']);
  expect(await writer.counts(tenant)).toEqual({ 'ws-1': [2, 0] });
  expect(await reader.counts(tenant)).toEqual({ 'ws-1': [2, 0] });

  const zone = `zone-${round}`;
  await writer.register(`user-${round}`);
  await reader.rampart(['accounts', 'approve', `user-${round}`]);
  const key = await writer.generateKey(`user-${round}`);
  await writer.importZone(zone, createDataFolder(), ['brand-a', 'brand-b'], 1);
  await reader.importZone(zone, createDataFolder(), ['brand-a', 'brand-b', 'brand-c'], 2);
  expect(await writer.domains(zone, key, 'brand')).toEqual(await reader.domains(zone, key, 'brand'));
  expect(await reader.domains(zone, key, 'brand-c')).toEqual([`brand-c.${zone}`]);

  expect(await writer.checkIn(round)).toBe('200 Valid License');
  expect(await reader.checkIn(round)).toBe('200 Valid License');
  expect(await reader.controllers()).toContain(guidOf(round));

  const client = await writer.addMirrorClient(`reader-${round}`);
  expect(await reader.mirroredFiles(client)).toEqual(['runbook.md']);
}

describe.skipIf(before === undefined)('the previous release', () => {
  test('runs alongside this version on a database that this version has migrated', async () => {
    const { url, database } = await openDatabaseForTest();
    const settings = { ...(await createSharedSettings()), DATABASE_URL: url };
    const [now, earlier] = await Promise.all([start(settings), start(settings, before?.root)]);
    await useEachOther(earlier, now, 1);
    await useEachOther(now, earlier, 2);

    // Simulates a later release: adds columns, and records the migration.
    for (const table of ['alerts.alert', 'alerts.endpoint', 'zones.account', 'zones.zone', 'licenses.controller']) {
      await database.sql`alter table ${database.sql(table)} add column later text not null default 'later'`;
    }
    await database.sql`insert into drizzle.rampart_migration (name, created_at, hash, release)
      values ('9000_later', 9000000000000, '', '9.0.0')`;
    await useEachOther(earlier, now, 3);
    for (const release of [now, earlier]) expect(await release.stop()).toBe(0);
    const [nowAgain, earlierAgain] = await Promise.all([start(settings), start(settings, before?.root)]);
    await useEachOther(nowAgain, earlierAgain, 4);
  });

  test('creates a data directory and a license that this version accepts, and opens the directory again afterwards', async () => {
    const settings = { ...(await createSharedSettings()), RAMPART_SERVER_DATA_DIR: createDataFolder() };
    const earlier = await start(settings, before?.root);
    await issueLicense(earlier, settings);
    await earlier.openAlert('acme', 'ws-1', 1);
    await earlier.register('ada');
    await earlier.rampart(['accounts', 'approve', 'ada']);
    const key = await earlier.generateKey('ada');
    await earlier.importZone('com', createDataFolder(), ['brand-a'], 1);
    expect(await earlier.checkIn(1)).toBe('200 Valid License');
    const client = await earlier.addMirrorClient('reader');
    expect(await earlier.stop()).toBe(0);

    const now = await start(settings);
    expect(await now.counts('acme')).toEqual({ 'ws-1': [1, 1] });
    expect(await now.domains('com', key, 'brand')).toEqual(['brand-a.com']);
    expect(await now.controllers()).toEqual([guidOf(1)]);
    expect(await now.mirroredFiles(client)).toEqual(['runbook.md']);
    await now.openAlert('acme', 'ws-1', 2);
    expect(await now.checkIn(2)).toBe('200 Valid License');
    expect(await now.stop()).toBe(0);

    const reopened = await start(settings, before?.root);
    expect(await reopened.counts('acme')).toEqual({ 'ws-1': [2, 2] });
    expect(await reopened.controllers()).toEqual([guidOf(1), guidOf(2)]);
    expect(await reopened.domains('com', key, 'brand')).toEqual(['brand-a.com']);
  });
});
