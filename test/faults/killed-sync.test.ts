import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { copyOf } from '../drive/support/drive-world.js';
import { type RunningCommand, startCommand } from '../support/command-line.js';
import { DocumentSite } from '../support/document-site/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { createBlocker } from './support/blocker.js';

/** The site does not continue its response. */
const forever = new Promise(() => undefined);

const files = 200;
const large = 20_000_000;

/** Files whose name differs from the hash of their content. */
function listPartialFiles(folder: string): string[] {
  const contents = globSync(`${folder}/drive/content/*/*`);
  return contents.filter((path) => createHash('sha256').update(readFileSync(path)).digest('hex') !== basename(path));
}

test('a sync that was killed at several points and then repeated has the same result, without redundant downloads', async () => {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await site.close();
    folder.remove();
  });
  for (let index = 0; index < files; index++) site.content.addFile(`file-${index}`, `content of ${index}`.repeat(200));
  const largeId = site.content.addFile('large.bin', Buffer.alloc(large, 'large and boring '));
  const { url, database } = await openDatabaseForTest();
  const environment = { ...site.environment, DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path };
  const connected = await runHere(['drive', 'connect', '--json'], { environment });
  expect(connected.code, connected.errors).toBe(0);

  let running: RunningCommand | undefined;
  const kill = (): void => void running?.process.kill('SIGKILL');
  /** Kills the sync after `killing`; otherwise, a fault kills it. */
  async function expectKilled(killing?: () => Promise<void>): Promise<void> {
    running = startCommand(['drive', 'sync'], { environment });
    await killing?.().finally(kill);
    expect((await running.result).signal).toBe('SIGKILL');
    site.faults.clear();
    expect(listPartialFiles(folder.path)).toEqual([]);
  }

  // During the delta query.
  site.faults.add({ on: 'delta', times: 1, where: 'skip=100', beforeResponse: kill });
  await expectKilled();
  expect(await copyOf({ test: { database }, folder: folder.path })).toEqual(new Map());
  // While its result is applied.
  const applying = createBlocker(database, 'lock table drive.item in exclusive mode');
  site.faults.add({ on: 'delta', times: 1, where: 'skip=200', beforeResponse: () => applying.block() });
  await expectKilled(() => applying.untilSomebodyWaits());
  await applying.release();
  expect(await copyOf({ test: { database }, folder: folder.path })).toEqual(new Map());
  // During the downloads.
  site.faults.add({ on: 'download', times: 1, where: '01ITEM00000090', beforeResponse: kill });
  await expectKilled();
  // After contents have their final names, and before they are recorded.
  const recording = createBlocker(database, 'select from drive.site for update');
  const countNamedContents = (): number => globSync(`${folder.path}/drive/content/*/*`).length;
  const namedBefore = countNamedContents();
  site.faults.add({ on: 'download', times: 1, beforeResponse: () => recording.block() });
  await expectKilled(async () => {
    await recording.untilSomebodyWaits();
    await expect.poll(countNamedContents).toBeGreaterThan(namedBefore + 8);
  });
  await recording.release();
  const unrecorded = countNamedContents();
  // After half of a large file.
  site.faults.add({
    on: 'download',
    times: 1,
    where: largeId,
    async beforeResponse({ response }) {
      const content = site.content.items.get(largeId)?.content ?? Buffer.alloc(0);
      response.writeHead(200, { 'content-length': String(large), etag: `"${largeId}.1"` });
      response.write(content.subarray(0, large / 2));
      await expect.poll(() => incomingBytes(folder.path)).toBeGreaterThan(large * 0.45);
      kill();
      await forever;
    },
  });
  await expectKilled();

  const last = await runHere(['drive', 'sync', '--json'], { environment });
  expect(last.code, last.errors).toBe(0);
  expect(JSON.parse(last.output)).toMatchObject({ outcome: 'done', failed: 0, resumed: expect.any(Number) });
  const copy = await copyOf({ test: { database }, folder: folder.path });
  const expected = site.content.files();
  expect([...copy.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [path, content] of expected) expect(copy.get(path)?.equals(content), path).toBe(true);
  expect(listPartialFiles(folder.path)).toEqual([]);
  expect(readdirSync(`${folder.path}/drive/incoming`)).toEqual([]);
  // Only downloads in progress at a kill were repeated, at most once each; of the large file, only the missing half.
  const repeated = site.downloads.length - new Set(site.downloads).size;
  expect(unrecorded).toBeGreaterThan(namedBefore + 8);
  expect(repeated).toBeLessThanOrEqual(3 * 8);
  const ofLarge = site.requestsOf('download').filter(({ path }) => path.includes(largeId));
  expect(ofLarge.at(-1)?.range).toMatch(/^bytes=(9\d{6}|1\d{7})-$/);
  const runs = await database.sql`select outcome from drive.sync_run order by id`;
  expect(runs.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('interrupted'), 'done']);
});

function incomingBytes(folder: string): number {
  const parts = `${folder}/drive/incoming`;
  return existsSync(parts)
    ? Math.max(0, ...readdirSync(parts).map((name) => readFileSync(`${parts}/${name}`).length))
    : 0;
}
