import { randomBytes } from 'node:crypto';
import { globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { auditEntries } from '../audit/support/entries.js';
import { runHere } from '../command-line/support/run-here.js';
import { administrator, driveWorld } from '../drive/support/drive-world.js';
import { addOffice, encryptFile } from '../drive/support/office.js';
import { massChanges } from '../drive/support/office-world.js';
import { startCommand } from '../support/command-line.js';
import { DocumentSite } from '../support/document-site/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { createBlocker } from './support/blocker.js';

test('kill -9 during the report of a mass change and the encryption of contents neither loses nor duplicates anything', async () => {
  const [site, folder] = [await DocumentSite.start(), temporaryFolder()];
  onTestFinished(async () => {
    await site.close();
    folder.remove();
  });
  const folders = addOffice(site.content, { folders: 4, filesEach: 30 });
  const { url, database } = await openDatabaseForTest();
  const { sql } = database;
  const environment: Record<string, string> = {
    ...{ ...site.environment, DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path },
    RAMPART_DRIVE_ALERT_TENANT: 'acme',
  };
  const run = async (args: string) => {
    const { code, errors, output } = await runHere(args.split(' '), { environment });
    expect(code, errors).toBe(0);
    return output;
  };
  await run('drive connect');
  await run('drive sync');
  await sql`update drive.change set at = at - 86400`;

  // The process is killed while it writes the request for the alert, after the mass change and its files.
  const encrypted = folders.slice(0, 2).flatMap(({ files }) => files);
  for (const id of encrypted) encryptFile(site.content, id);
  const counts = async () =>
    (
      await sql`select (select count(*)::int from drive.mass_change) as changes, (select count(*)::int from
        drive.mass_change_file) as files, (select count(*)::int from drive.detection) as detections`
    )[0];
  const reporting = createBlocker(database, 'lock table drive.detection in exclusive mode');
  await reporting.block();
  const sync = startCommand(['drive', 'sync'], { environment });
  onTestFinished(() => void sync.process.kill('SIGKILL'));
  await reporting.untilSomebodyWaits();
  sync.process.kill('SIGKILL');
  expect((await sync.result).signal).toBe('SIGKILL');
  await reporting.release();
  expect(await counts()).toEqual({ changes: 0, files: 0, detections: 0 });
  await run('drive sync');
  await run('drive sync');
  expect(await counts()).toEqual({ changes: 1, files: encrypted.length, detections: 1 });
  expect(await auditEntries(database, { action: 'open.mass-change' })).toHaveLength(1);

  // The process is killed several times while it encrypts.
  environment.RAMPART_DRIVE_ENCRYPTION_KEY_FILE = join(folder.path, 'keys');
  writeFileSync(environment.RAMPART_DRIVE_ENCRYPTION_KEY_FILE, randomBytes(32).toString('hex'));
  const contents = await sql<{ sha256: string; size: number }[]>`
    select sha256, size::float8 as size from drive.content order by sha256`;
  const fileOf = (sha256: string) => join(folder.path, 'drive/content', sha256.slice(0, 2), sha256);
  const encryptedFiles = () => contents.filter(({ sha256, size }) => statSync(fileOf(sha256)).size > size).length;
  expect([contents.length, encryptedFiles()]).toEqual([180, 0]);
  const encrypt = startCommand(['drive', 'encrypt'], { environment });
  onTestFinished(() => void encrypt.process.kill('SIGKILL'));
  await expect.poll(encryptedFiles, { interval: 1 }).toBeGreaterThan(0);
  encrypt.process.kill('SIGKILL');
  expect((await encrypt.result).signal).toBe('SIGKILL');
  const encryptedBefore = encryptedFiles();
  expect(encryptedBefore).toBeLessThan(contents.length);
  const resumed = JSON.parse(await run('drive encrypt --json'));
  expect(resumed).toEqual({ encrypted: contents.length - encryptedBefore, current: encryptedBefore, damaged: 0 });
  expect(await auditEntries(database, { action: 'encrypt.drive-contents' })).toHaveLength(1);
  const store = createContentStore({ dataDir: folder.path, keyFile: environment.RAMPART_DRIVE_ENCRYPTION_KEY_FILE });
  for (const content of contents) expect((await buffer(store.read(content))).length).toBe(content.size);
  expect(globSync(`${folder.path}/drive/content/*/*`)).toHaveLength(contents.length);
});

test('deletions that a killed process has stored are reported, even while the site cannot be reached', async () => {
  const world = await driveWorld();
  const { site, clock, test: db } = world;
  clock.seconds = Date.now() / 1000;
  const folders = addOffice(site.content, { folders: 4, filesEach: 30 });
  await world.service.connectDrive(administrator);
  await world.sync();
  await db.database.sql`update drive.change set at = at - 86400`;
  for (const id of folders.slice(0, 3).flatMap(({ files }) => files)) site.content.remove(id);
  const examining = createBlocker(db.database, 'lock table drive.mass_change in access exclusive mode');
  await examining.block();
  const environment = { ...site.environment, DATABASE_URL: db.url, RAMPART_SERVER_DATA_DIR: world.folder };
  const sync = startCommand(['drive', 'sync'], { environment });
  onTestFinished(() => void sync.process.kill('SIGKILL'));
  await examining.untilSomebodyWaits();
  sync.process.kill('SIGKILL');
  expect((await sync.result).signal).toBe('SIGKILL');
  await examining.release();
  expect(await db.database.sql`select from drive.item where deleted_at is not null`).toHaveLength(90);
  site.faults.respond({ on: 'delta', times: Number.POSITIVE_INFINITY, status: 503 });
  await world.runJob('drive.tick');
  expect((await world.service.readStatus(administrator)).lastRun).toMatchObject({
    outcome: 'failed',
    trigger: 'retry',
  });
  // The contents of the changes could show that files were moved, so the deletion is postponed at first.
  expect(await massChanges(world)).toEqual([]);
  clock.seconds += 600;
  await world.runJob('drive.tick');
  expect(await massChanges(world)).toMatchObject([{ kind: 'deletion', knownFiles: 120 }]);
});
