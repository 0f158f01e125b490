import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDriveService } from '../../subgraphs/drive/index.js';
import { createTextReader, extractionJob, readerLimits, SearchScope } from '../../subgraphs/drive/search/index.js';
import { createQueue } from '../support/job-queue.js';
import { administrator, driveWorld } from './support/drive-world.js';
import { folderMirror } from './support/folder-mirror.js';
import { runQueue } from './support/queue.js';
import { readersOf, readTexts, slowDocument } from './support/texts.js';

const world = await folderMirror();
const { service, database } = world;
const job = service.jobs.find(({ name }) => name === 'drive.extract-text');

interface TextRow {
  readonly state: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly text: string | null;
}

/** The texts of the contents of a file, the newest first. */
async function textsOf(name: string): Promise<TextRow[]> {
  return await database.sql<TextRow[]>`select t.state, t.attempts, t.reason, t.text from drive.item i
    join drive.item_version v on v.site_id = i.site_id and v.item_id = i.id join drive.content_text t using (sha256)
    where i.name = ${name} order by v.change desc`;
}

async function namesOf(query: string): Promise<string[]> {
  const { nodes } = await service.searchDrive(administrator, { query, first: 100 });
  const rows = await database.sql<{ id: string; name: string }[]>`select id, name from drive.item`;
  return nodes.map(({ id }) => rows.find((row) => row.id === id)?.name ?? '').toSorted();
}

async function write(name: string, content: string): Promise<void> {
  writeFileSync(join(world.folder, name), content);
  world.clock.advance(60_000);
  await world.scan();
}

/** The same instance with other settings. */
function serviceWith(settings: Partial<typeof service.dependencies.settings>) {
  const { configuration } = world.platform;
  const other = createDriveService({
    ...world.platform,
    configuration: { ...configuration, drive: { ...configuration.drive, ...settings } },
  });
  onTestFinished(() => other.close());
  return other;
}

describe('texts of contents', () => {
  test('are those of the newest content, and of files that are not deleted', async () => {
    await write('plan.txt', 'the first draft');
    await write('other.txt', 'the first draft of another');
    await readTexts(service);
    expect(await namesOf('draft')).toEqual(['other.txt', 'plan.txt']);
    await write('plan.txt', 'the second version');
    rmSync(join(world.folder, 'other.txt'));
    await world.scan();
    expect(await service.countPendingExtractions(administrator)).toBe(1);
    await readTexts(service);
    expect(await namesOf('draft')).toEqual([]);
    expect(await namesOf('version')).toEqual(['plan.txt']);
  });

  test('are each read once, even if several processes read texts', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `many-${index}.txt`);
    for (const name of names) writeFileSync(join(world.folder, name), `text of ${name}`);
    await world.scan();
    const others = [serviceWith({}), serviceWith({})];
    await Promise.all([service, ...others].map(readTexts));
    for (const name of names)
      expect(await textsOf(name)).toEqual([{ state: 'extracted', attempts: 1, reason: null, text: `text of ${name}` }]);
  });

  test('are extracted from a single read of the content', async () => {
    await write('once.txt', 'words '.repeat(10_000));
    await write('once.bin', '\u0000'.repeat(1_000_000));
    const reads: unknown[][] = [];
    const closed: Promise<unknown>[] = [];
    const { content } = service.dependencies;
    const read: typeof content.read = (...of) => {
      reads.push(of.slice(1));
      const bytes = content.read(...of);
      closed.push(once(bytes, 'close'));
      return bytes;
    };
    await extractionJob({ ...service.dependencies, content: { ...content, read } }).run({});
    expect(reads).toEqual([[], []]);
    await Promise.all(closed);
    expect(await textsOf('once.txt')).toMatchObject([{ state: 'extracted', text: expect.stringContaining('words') }]);
    expect(await textsOf('once.bin')).toMatchObject([{ state: 'unreadable', reason: 'unsupported' }]);
  });

  test('are read after the maximum was raised if they were too large before', async () => {
    await write('large.txt', 'many words '.repeat(100));
    const { jobs, ...strict } = serviceWith({ searchMaxBytes: 500 });
    await jobs.find(({ name }) => name === 'drive.extract-text')?.run({});
    expect(await textsOf('large.txt')).toMatchObject([{ state: 'unreadable', reason: 'too_large' }]);
    expect(await strict.countPendingExtractions(administrator)).toBe(0);
    await readTexts(serviceWith({}));
    expect(await textsOf('large.txt')).toMatchObject([{ state: 'extracted' }]);
  });

  test('are not extracted if extraction is off, and earlier ones are still found', async () => {
    const off = serviceWith({ searchTexts: false });
    await write('later.txt', 'albatross');
    await off.jobs.find(({ name }) => name === 'drive.extract-text')?.run({});
    expect(await textsOf('later.txt')).toEqual([]);
    expect(await off.countPendingExtractions(administrator)).toBe(0);
    expect(await service.countPendingExtractions(administrator)).toBe(1);
    expect((await off.searchDrive(administrator, { query: 'version', first: 1 })).nodes).toHaveLength(1);
    await readTexts(service);
    expect(await namesOf('albatross')).toEqual(['later.txt']);
  });

  test('are removed and not searched while contents are encrypted; names are still searched', async () => {
    await write('secret.txt', 'armadillo');
    await readTexts(service);
    expect(await namesOf('armadillo')).toEqual(['secret.txt']);
    const keys = join(world.dataDir, 'keys');
    writeFileSync(keys, randomBytes(32).toString('hex'), { mode: 0o600 });
    const encrypted = serviceWith({ encryptionKeyFile: keys });
    const searchContents = async (query: string, scope?: SearchScope) =>
      (await encrypted.searchDrive(administrator, { query, scope, first: 10 })).nodes;
    expect(await searchContents('armadillo')).toEqual([]);
    expect(await searchContents('secret')).toMatchObject([{ matchesName: true, snippet: [] }]);
    await expect(searchContents('armadillo', SearchScope.TEXTS)).rejects.toThrow('contents are encrypted');
    await encrypted.jobs.find(({ name }) => name === 'drive.extract-text')?.run({});
    expect(await database.sql`select from drive.content_text`).toEqual([]);
    expect(await encrypted.countPendingExtractions(administrator)).toBe(0);
    await readTexts(service);
    expect(await namesOf('armadillo')).toEqual(['secret.txt']);
  });

  test('with more distinct words than the index allows are found by the first of these words', async () => {
    const words = randomBytes(800_000).toString('hex').match(/.{8}/g) ?? [];
    await write('words.txt', `beginning ${words.slice(0, 90_000).join(' ')} ending`);
    await readTexts(service);
    expect(await namesOf('beginning')).toEqual(['words.txt']);
    expect(await namesOf('ending')).toEqual([]);
  });
});

describe('after a failure', () => {
  test('content that is missing from the store is retried three times', async () => {
    await write('missing.txt', 'will be missing');
    const [stored] = await database.sql<{ sha256: string }[]>`
      select content_sha256 as sha256 from drive.item where name = 'missing.txt'`;
    rmSync(service.dependencies.content.pathOf(stored?.sha256 ?? ''));
    for (let attempts = 1; attempts < 3; attempts++) {
      await job?.run({});
      await job?.run({});
      expect(await textsOf('missing.txt')).toMatchObject([{ state: 'reading', attempts }]);
      world.clock.advance(61_000);
    }
    await job?.run({});
    expect(await textsOf('missing.txt')).toMatchObject([{ state: 'unreadable', attempts: 3, reason: 'missing' }]);
  });

  test('content that a killed server was reading is read when the claim of the server has expired', async () => {
    await write('claimed.txt', 'kookaburra');
    const claimedUntilSeconds = world.clock.now() / 1000 + 360;
    await database.sql`insert into drive.content_text (sha256, state, attempts, claimed_until)
      select content_sha256, 'reading', 1, ${claimedUntilSeconds} from drive.item where name = 'claimed.txt'`;
    await job?.run({});
    expect(await textsOf('claimed.txt')).toMatchObject([{ state: 'reading', attempts: 1 }]);
    world.clock.advance(361_000);
    await job?.run({});
    expect(await textsOf('claimed.txt')).toMatchObject([{ state: 'extracted', attempts: 2 }]);
  });

  test('content that was claimed by a clock that was a year ahead is read after the clock is corrected', async () => {
    await write('ahead.txt', 'wombat');
    const claimedUntilSeconds = world.clock.now() / 1000 + 365 * 86_400;
    await database.sql`insert into drive.content_text (sha256, state, attempts, claimed_until)
      select content_sha256, 'reading', 1, ${claimedUntilSeconds} from drive.item where name = 'ahead.txt'`;
    await job?.run({});
    expect(await textsOf('ahead.txt')).toMatchObject([{ state: 'extracted', attempts: 2 }]);
  });

  test('content whose reader was killed is read later, and other content immediately', async () => {
    await write('killed.html', slowDocument);
    const running = job?.run({});
    await expect.poll(() => readersOf(process.pid).length, { timeout: 60_000 }).toBe(1);
    for (const id of readersOf(process.pid)) process.kill(id, 'SIGKILL');
    await running;
    expect(await textsOf('killed.html')).toMatchObject([{ state: 'reading', attempts: 1 }]);
    await write('next.txt', 'quokka');
    await readOnce();
    expect(await namesOf('quokka')).toEqual(['next.txt']);
    world.clock.advance(61_000);
    await readOnce();
    expect(await textsOf('killed.html')).toMatchObject([{ state: 'unreadable', attempts: 2, reason: 'timeout' }]);
  });

  test('a read that is interrupted when the process stops does not count as an attempt', async () => {
    await write('stopped.html', `${slowDocument} `);
    const stop = new AbortController();
    const running = job?.run({}, stop.signal);
    await expect.poll(() => readersOf(process.pid).length, { timeout: 60_000 }).toBe(1);
    stop.abort();
    await running;
    expect(readersOf(process.pid)).toEqual([]);
    expect(await textsOf('stopped.html')).toMatchObject([{ state: 'reading', attempts: 0 }]);
  });

  /** Runs the job once, with at most half a second for each document. */
  async function readOnce(): Promise<void> {
    const reader = createTextReader({ ...readerLimits, maxSeconds: 0.5 });
    await extractionJob({ ...service.dependencies, reader }).run({});
    reader.close();
  }
});

test('the job that reads texts is added after a sync only if some content has not been read yet', async () => {
  const following = await driveWorld();
  await createQueue(following);
  following.site.content.addFile('new.txt', 'a platypus');
  await following.service.connectDrive(administrator);
  const runPoll = async () => {
    following.clock.seconds += 3600;
    await following.runJob('drive.tick');
    return (await runQueue(following)).filter((name) => name === 'drive.extract-text');
  };
  // The job is added again if reading takes longer than its share of time.
  expect(new Set(await runPoll())).toEqual(new Set(['drive.extract-text']));
  expect(await runPoll()).toEqual([]);
});
