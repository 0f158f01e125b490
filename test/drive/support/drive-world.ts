import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { localRequest, type RequestContext } from '../../../platform/caller.js';
import { createLog } from '../../../platform/log.js';
import type { Platform } from '../../../platform/subgraph.js';
import { createDriveService, type DriveService, type RunRecord } from '../../../subgraphs/drive/index.js';
import { DocumentSite } from '../../support/document-site/index.js';
import { openDatabaseForTest, type TestDatabase, testClock, testPlatform } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';

export const start = 1_790_000_000;

export const administrator = localRequest;

/** A request through a documented path. */
export const fromOutside: Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'> = {
  ...localRequest,
  sourceAddress: '192.0.2.1',
  caller: { kind: 'anonymous' },
  via: 'rest',
};

export interface DriveWorld {
  readonly site: DocumentSite;
  readonly service: DriveService;
  readonly platform: Platform;
  readonly test: TestDatabase;
  readonly folder: string;
  /** The clock is stopped, except that waiting advances it. Unix epoch seconds. */
  readonly clock: { seconds: number; now(): number };
  /** Seconds that requests have waited. */
  readonly waited: number[];
  /** The whole log. */
  logged(): string;
  sync(): Promise<RunRecord>;
  runJob(name: string, payload?: unknown): Promise<void>;
  /** A second process on the same database and folder. */
  another(): DriveService;
}

/**
 * An instance that can follow a simulated document site, for one test. Waiting advances the clock without taking time.
 */
export async function driveWorld(environment: Record<string, string> = {}): Promise<DriveWorld> {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  const settings = { ...site.environment, RAMPART_SERVER_DATA_DIR: folder.path, ...environment };
  const test = await openDatabaseForTest(settings);
  const clock = testClock(start * 1000);
  const lines: string[] = [];
  const waited: number[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog({ level: 'trace', destination });
  const platform = testPlatform(test, { clock, log });
  const timing = {
    async sleep(seconds: number, signal: AbortSignal | undefined) {
      signal?.throwIfAborted();
      waited.push(seconds);
      clock.seconds += seconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
    random: () => 0.5,
  };
  const service = createDriveService(platform, timing);
  onTestFinished(async () => {
    await service.close();
    await site.close();
    folder.remove();
  });
  return {
    ...{ site, service, platform, test, clock, waited, folder: folder.path },
    logged: () => lines.join(''),
    sync: () => service.syncDrive(administrator, { signal: new AbortController().signal }),
    async runJob(name, payload = {}) {
      const job = service.jobs.find((candidate) => candidate.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      await job.run(payload);
    },
    another: () => createDriveService(platform, timing),
  };
}

/** A connected site with some files, one of which is large enough for the fault `cut`. */
export async function connectedWorld(environment: Record<string, string> = {}): Promise<DriveWorld> {
  const world = await driveWorld(environment);
  const folder = world.site.content.addFolder('folder');
  for (let index = 0; index < 20; index++) world.site.content.addFile(`file-${index}`, `content of ${index}`, folder);
  world.site.content.addFile('large.bin', Buffer.alloc(400_000, 'abcdefg'));
  world.site.pageSize = 10;
  await world.service.connectDrive(administrator);
  return world;
}

/** The local copy by path, with the contents on disk. */
export async function copyOf(world: {
  test: Pick<TestDatabase, 'database'>;
  folder: string;
}): Promise<Map<string, Buffer>> {
  const rows = await world.test.database.sql<{ path: string; sha256: string | null }[]>`
    with recursive tree as (
      select id, ''::text collate "C" as path, content_sha256, is_folder from drive.item where is_root and deleted_at is null
      union all
      select i.id, tree.path || '/' || i.name, i.content_sha256, i.is_folder
      from drive.item i join tree on i.parent_id = tree.id where i.deleted_at is null
    ) select path, content_sha256 as sha256 from tree where not is_folder`;
  return new Map(
    rows.map(({ path, sha256 }) => [path, sha256 === null ? Buffer.from('not here') : contentOf(world.folder, sha256)]),
  );
}

function contentOf(folder: string, sha256: string): Buffer {
  return readFileSync(`${folder}/drive/content/${sha256.slice(0, 2)}/${sha256}`);
}

/** Expects the copy to equal the site byte for byte, including folders. */
export async function expectEqual(world: Pick<DriveWorld, 'test' | 'folder' | 'site'>): Promise<void> {
  const expected = world.site.content.files();
  const actual = await copyOf(world);
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [path, content] of expected) expect(actual.get(path)?.equals(content), path).toBe(true);
  const folders = await world.test.database.sql<{ path: string }[]>`
    with recursive tree as (
      select id, ''::text collate "C" as path from drive.item where is_root and deleted_at is null
      union all
      select i.id, tree.path || '/' || i.name from drive.item i join tree on i.parent_id = tree.id
      where i.deleted_at is null and i.is_folder
    ) select path from tree where path <> ''`;
  expect(folders.map(({ path }) => path).sort()).toEqual(world.site.content.folders());
}
