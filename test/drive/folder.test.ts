import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  constants,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../platform/log.js';
import { realTiming } from '../../subgraphs/drive/dependencies.js';
import { SyncTrigger } from '../../subgraphs/drive/index.js';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { PartialDownload } from '../../subgraphs/drive/items/content/partial-download.js';
import { listFolder } from '../../subgraphs/drive/site/folder/list-folder.js';
import { openBelowRoot } from '../../subgraphs/drive/site/folder/open-without-links.js';
import { scanFolder } from '../../subgraphs/drive/site/folder/scan-folder.js';
import { storeContent } from '../../subgraphs/drive/site/folder/store-content.js';
import { temporaryFolder } from '../support/running-server.js';
import { folderMirror } from './support/folder-mirror.js';

const mirror = await folderMirror();
const { folder, database } = mirror;
const outside = temporaryFolder();

afterEach(async () => {
  mkdirSync(folder, { recursive: true });
  // The folder itself remains: a scan fails if an empty one takes its place.
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
    rmSync(path, { recursive: true, force: true });
  }
});

/** The paths of the served items. */
async function servedPaths(): Promise<string[]> {
  const rows = await database.sql<{ path: string }[]>`
    with recursive tree as (
      select id, ''::text collate "C" as path from drive.item where is_root and deleted_at is null
      union all
      select i.id, tree.path || '/' || i.name from drive.item i join tree on i.parent_id = tree.id where i.deleted_at is null
    ) select path from tree where path <> '' order by path`;
  return rows.map(({ path }) => path.slice(1));
}

/** Runs work without the privilege of root to read all files, if the process has it. */
async function withoutPrivileges(work: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(mirror.dataDir, 0o755);
    chmodSync(folder, 0o755);
    process.seteuid?.('nobody');
  }
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('a served folder', () => {
  test('serves no targets of symbolic links, neither files nor folders', async () => {
    mkdirSync(join(outside.path, 'below'), { recursive: true });
    writeFileSync(join(outside.path, 'below', 'secret.txt'), 'secret');
    symlinkSync(join(outside.path, 'below'), join(folder, 'folder'));
    symlinkSync(join(outside.path, 'below', 'secret.txt'), join(folder, 'file.txt'));
    symlinkSync('/proc/self/environ', join(folder, 'environment'));
    symlinkSync('.', join(folder, 'circle'));
    writeFileSync(join(folder, 'a.txt'), 'a');
    const { skipped } = await mirror.scan();
    expect(await servedPaths()).toEqual(['a.txt']);
    expect(skipped.toSorted()).toEqual(['circle', 'environment', 'file.txt', 'folder']);
  });

  test('keeps the ids of replaced files, and does not reuse the ids of deleted files for new files with the same inodes', async () => {
    const readIdsByName = async () => {
      const rows = await database.sql<{ name: string; id: string }[]>`
        select name, id from drive.item where not is_root and deleted_at is null`;
      return new Map(rows.map(({ name, id }) => [name, id]));
    };
    writeFileSync(join(folder, 'deleted.txt'), 'deleted');
    writeFileSync(join(folder, 'saved.txt'), 'first');
    await mirror.scan();
    const idsBefore = await readIdsByName();
    rmSync(join(folder, 'deleted.txt'));
    writeFileSync(join(folder, 'saved.txt.tmp'), 'second');
    renameSync(join(folder, 'saved.txt.tmp'), join(folder, 'saved.txt'));
    // Not every file system uses a freed inode at once, so the records get the inodes of the new files.
    for (const [path, name] of [
      ['deleted.txt', 'new.txt'],
      ['saved.txt', 'next.txt'],
    ] as const) {
      writeFileSync(join(folder, name), 'a new file');
      const inode = String(statSync(join(folder, name)).ino);
      await database.sql`
        update drive.folder_entry set inode = regexp_replace(inode, '^[0-9]+', ${inode}) where path = ${path}`;
    }
    await mirror.scan();
    const after = await readIdsByName();
    expect([...after.keys()].toSorted()).toEqual(['new.txt', 'next.txt', 'saved.txt']);
    expect(after.get('saved.txt')).toBe(idsBefore.get('saved.txt'));
    expect([...idsBefore.values()]).not.toContain(after.get('new.txt'));
    const renamed =
      await database.sql`select from drive.change where kind = 'renamed' and name in ('new.txt', 'next.txt')`;
    expect(renamed).toHaveLength(0);
  });

  test('has one site, even if its first scans are concurrent', async () => {
    const { folder: unknownFolder, database: empty, scan } = await folderMirror();
    writeFileSync(join(unknownFolder, 'first.txt'), 'found by several scans');
    // Opens the connections first, so the scans begin at the same moment.
    await Promise.all([1, 2, 3, 4].map(() => empty.sql`select pg_sleep(0.1)`));
    const scans = await Promise.all([scan(), scan(), scan()]);
    expect(await empty.sql`select id from drive.site`).toEqual([{ id: scans[0].siteId }]);
    expect(scans.filter(({ run }) => run !== null)).toHaveLength(1);
  });

  test('may be a symbolic link itself', async () => {
    const link = join(outside.path, 'link');
    symlinkSync(folder, link);
    writeFileSync(join(folder, 'a.txt'), 'a');
    const linkedMirror = await folderMirror({ RAMPART_DRIVE_FOLDER: link, RAMPART_DRIVE_SITE_PATH: '/sites/link' });
    expect(await linkedMirror.scan()).toMatchObject({ run: { downloads: 1 }, skipped: [] });
  });

  test('serves no files of other folders while one of its folders is replaced repeatedly by a symbolic link', async () => {
    const below = join(outside.path, 'many');
    mkdirSync(join(below, 'deeper'), { recursive: true });
    mkdirSync(join(folder, 'shared', 'deeper'), { recursive: true });
    for (let index = 0; index < 20; index++) {
      writeFileSync(join(below, `secret-${index}`), `secret ${index}`);
      writeFileSync(join(below, 'deeper', `secret-${index}`), `deeper secret ${index}`);
      writeFileSync(join(folder, 'shared', `file-${index}`), `file ${index}`);
      writeFileSync(join(folder, 'shared', 'deeper', `file-${index}`), `deeper file ${index}`);
      // The names are equal, so a file found inside could be read outside.
      writeFileSync(join(below, `file-${index}`), `SECRET ${index}`);
      writeFileSync(join(below, 'deeper', `file-${index}`), `DEEPER SECRET ${index}`);
    }
    const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');
    const kinds = ['secret', 'deeper secret', 'SECRET', 'DEEPER SECRET'];
    const secretHashes = kinds.flatMap((kind) => Array.from({ length: 20 }, (_, index) => hashOf(`${kind} ${index}`)));
    const aside = join(outside.path, 'aside');
    let isOver = false;
    const exchange = async (): Promise<void> => {
      while (!isOver) {
        renameSync(join(folder, 'shared'), aside);
        symlinkSync(below, join(folder, 'shared'));
        await new Promise((resolve) => setImmediate(resolve));
        unlinkSync(join(folder, 'shared'));
        renameSync(aside, join(folder, 'shared'));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const exchanging = exchange();
    for (let scan = 0; scan < 25; scan++) await mirror.scan();
    isOver = true;
    await exchanging;
    const secrets = await database.sql`select name from drive.change where name like 'secret%'`;
    expect(secrets).toEqual([]);
    await mirror.scan();
    const stored = globSync(join(mirror.dataDir, 'drive', 'content', '*', '*')).map((path) => basename(path));
    expect(stored).toContain(hashOf('deeper file 19'));
    expect(stored.filter((name) => secretHashes.includes(name))).toEqual([]);
    expect((await servedPaths()).filter((path) => path.startsWith('shared/')).length).toBe(41);
  });

  test('does not follow a symbolic link that has replaced a parent folder of a file', async () => {
    mkdirSync(join(folder, 'below'));
    writeFileSync(join(folder, 'below', 'a.txt'), 'a');
    const opened = await openBelowRoot(folder, { path: 'below/a.txt', kind: 'file' });
    await opened?.close();
    expect(opened).toBeDefined();
    expect(await openBelowRoot(folder, { path: 'below/a.txt', kind: 'folder' })).toBeUndefined();
    expect(await openBelowRoot(folder, { path: 'nothing', kind: 'file' })).toBeUndefined();
    renameSync(join(folder, 'below'), join(outside.path, 'moved'));
    symlinkSync(join(outside.path, 'moved'), join(folder, 'below'));
    expect(await openBelowRoot(folder, { path: 'below/a.txt', kind: 'file' })).toBeUndefined();
    const directly = await open(join(folder, 'below', 'a.txt'), constants.O_RDONLY | constants.O_NOFOLLOW);
    await directly.close(); // This file would be read if its location were not verified.
  });

  test('skips and logs names that a document site does not allow', async () => {
    const names = [
      'con',
      'LPT1',
      'a:b',
      'a*',
      'trailing.',
      ' leading',
      '~$draft.docx',
      '.lock',
      '_vti_cnf',
      'back\\slash',
      'line\nbreak',
      '\u202e',
    ];
    const fine = ['con.txt', 'ünïcode', '.hidden', "it's", 'a'.repeat(255), '%2e%2e', '..a', '...b'];
    for (const name of [...names, ...fine]) writeFileSync(join(folder, name), name);
    writeFileSync(Buffer.concat([Buffer.from(join(folder, 'bad-')), Buffer.from([0xff, 0xfe])]), 'no UTF-8');
    const { skipped } = await mirror.scan();
    expect((await servedPaths()).toSorted()).toEqual([...fine, '\u202e'].toSorted());
    expect(skipped).toHaveLength(names.length - 1 + 1);
  });

  test('serves only one of several names that a site treats as equal: the one that it served before', async () => {
    writeFileSync(join(folder, 'report.txt'), 'first');
    writeFileSync(join(folder, 'caf\u00e9'), 'composed');
    await mirror.scan();
    const [servedItem] = await database.sql`select id from drive.item where name = 'report.txt' and deleted_at is null`;
    writeFileSync(join(folder, 'REPORT.txt'), 'impostor');
    writeFileSync(join(folder, 'cafe\u0301'), 'decomposed');
    const { skipped } = await mirror.scan();
    expect(await servedPaths()).toEqual(['caf\u00e9', 'report.txt']);
    expect(skipped.toSorted()).toEqual(['REPORT.txt', 'cafe\u0301'].toSorted());
    const [after] = await database.sql`select id from drive.item where name = 'report.txt' and deleted_at is null`;
    expect(after).toEqual(servedItem);
  });

  test('serves a file with several hard links once per link, each complete', async () => {
    writeFileSync(join(folder, 'one'), Buffer.alloc(3_000_000, 'linked '));
    for (let index = 0; index < 8; index++) linkSync(join(folder, 'one'), join(folder, `name-${index}`));
    expect(await mirror.scan()).toMatchObject({ unstable: 0, run: { downloads: 9 } });
    const contents = await database.sql`
      select distinct content_sha256 as sha256 from drive.item where not is_folder and deleted_at is null`;
    expect(contents).toHaveLength(1);
  });

  test('leaves no part of a file in the data directory for longer than two weeks after a scan was killed', async () => {
    await mirror.scan();
    const incoming = join(mirror.dataDir, 'drive', 'incoming');
    mkdirSync(incoming, { recursive: true });
    const now = mirror.clock.now() / 1000;
    const addPart = (days: number): void => {
      const part = join(incoming, `part-${days}`);
      writeFileSync(part, 'part');
      utimesSync(part, now, now - days * 86_400);
    };
    const sweep = async () => await mirror.service.jobs.find(({ name }) => name === 'drive.sweep')?.run({});
    for (const days of [12, 13, 15]) addPart(days);
    // The finished download of a sync that has not recorded it yet.
    linkSync(join(incoming, 'part-12'), join(outside.path, 'stored'));
    await sweep();
    expect(readdirSync(incoming)).toEqual(['part-12', 'part-13']);
    addPart(15);
    await database.sql`alter table drive.removed_content rename to removed_content_elsewhere`;
    try {
      await expect(sweep()).rejects.toThrow();
    } finally {
      await database.sql`alter table drive.removed_content_elsewhere rename to removed_content`;
    }
    expect(readdirSync(incoming)).toEqual(['part-12', 'part-13']);
    for (const name of readdirSync(incoming)) unlinkSync(join(incoming, name));
  });

  test('is unlocked for the next scan only after all work of a failed scan has ended', async () => {
    const contentFolder = (content: Buffer): string =>
      join(mirror.dataDir, 'drive', 'content', createHash('sha256').update(content).digest('hex').slice(0, 2));
    let content = randomBytes(8);
    while (existsSync(contentFolder(content))) content = randomBytes(8);
    mkdirSync(dirname(contentFolder(content)), { recursive: true });
    writeFileSync(contentFolder(content), 'no folder');
    writeFileSync(join(folder, 'a'), content);
    for (let index = 0; index < 10; index++) writeFileSync(join(folder, `large-${index}`), randomBytes(1_000_000));
    await expect(mirror.scan()).rejects.toThrow();
    expect(readdirSync(join(mirror.dataDir, 'drive', 'incoming'))).toEqual([]);
    rmSync(contentFolder(content));
    expect(await mirror.scan()).toMatchObject({ run: { downloads: 11 } });
  });

  test('skips a new folder that cannot be read, and names one that was served before', async () => {
    // Directories with a path that is too long for the system; each half can be created and removed.
    const half = Array<string>(9).fill('n'.repeat(250)).join('/');
    mkdirSync(join(folder, 'upper', half), { recursive: true });
    mkdirSync(join(folder, 'lower', half), { recursive: true });
    const joined = join(folder, 'upper', half, 'lower');
    renameSync(join(folder, 'lower'), joined);
    try {
      writeFileSync(join(folder, 'a.txt'), 'a');
      const { skipped } = await mirror.scan();
      expect(skipped).toHaveLength(1);
      const deepest = skipped[0]?.replace(/\/$/, '') ?? '';
      expect(deepest.startsWith(`upper/${half}/lower/`)).toBe(true);
      const paths = await servedPaths();
      expect(paths).toContain('a.txt');
      expect(paths).not.toContain(deepest);
      expect(await mirror.scan()).toMatchObject({ run: null });
      const listing = listFolder(folder, new Set([deepest]));
      await expect(listing).rejects.toMatchObject({ code: 'CONFLICT', details: { path: deepest } });
    } finally {
      renameSync(joined, join(folder, 'lower'));
    }
  });

  test('fails to be scanned while entries of a folder that was served cannot be read, and skips a new folder with such entries', async () => {
    const below = join(folder, 'below');
    mkdirSync(below);
    writeFileSync(join(below, 'a.txt'), 'a');
    await mirror.scan();
    const paths = await servedPaths();
    chmodSync(below, 0o644);
    try {
      await withoutPrivileges(async () => {
        await expect(mirror.scan()).rejects.toMatchObject({ code: 'CONFLICT', details: { path: 'below' } });
        const listing = await listFolder(folder, new Set());
        expect(listing).toMatchObject({ entries: [{ path: '' }], skipped: ['below/'] });
      });
    } finally {
      chmodSync(below, 0o755);
    }
    expect(await mirror.scan()).toMatchObject({ run: null });
    expect(await servedPaths()).toEqual(paths);
  });

  test.each(['EACCES', 'EIO', 'ENOTCONN', 'ESTALE'])(
    'skips a new entry that cannot be read (%s), and fails to be scanned if the entry was served before',
    async (code) => {
      mkdirSync(join(folder, 'mounted'));
      writeFileSync(join(folder, 'a.txt'), 'a');
      const readStats = async (path: string) => {
        if (basename(path) === 'mounted') throw Object.assign(new Error(code), { code, syscall: 'lstat', path });
        return await lstat(path, { bigint: true });
      };
      const listing = await listFolder(folder, new Set(['a.txt']), readStats);
      expect(listing).toMatchObject({ entries: [{ path: '' }, { path: 'a.txt' }], skipped: ['mounted'] });
      await expect(listFolder(folder, new Set(['mounted']), readStats)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/^The served file or folder "mounted" cannot be read: (?!E)/),
        details: { path: 'mounted' },
      });
    },
  );

  test('skips files that fit on the disk alone, but not together, and those that exceed the quota', async () => {
    for (const name of ['1', '2', '3']) writeFileSync(join(folder, name), Buffer.alloc(100, name));
    writeFileSync(join(folder, 'quota'), 'q');
    let reads = 0;
    const allReads = Promise.withResolvers<number>();
    async function freeBytes(): Promise<number> {
      if (++reads === 4) allReads.resolve(250);
      const initialBytes = await allReads.promise;
      return reads > 4 ? initialBytes - 200 : initialBytes;
    }
    const store = createContentStore({ dataDir: mirror.dataDir, freeBytes });
    const content: typeof store = {
      ...store,
      async openPart(download) {
        const part = await store.openPart(download);
        part.append = async (chunk) => {
          const error = { code: 'EDQUOT', syscall: 'write' };
          if (String(chunk) === 'q') throw Object.assign(new Error('EDQUOT: quota exceeded, write'), error);
          await PartialDownload.prototype.append.call(part, chunk);
        };
        return part;
      },
    };
    const { clock, platform } = mirror;
    const { sleep } = realTiming;
    const settings = platform.configuration.drive;
    const dependencies = { database, clock, content, sleep, settings, log: silentLog };
    const result = await scanFolder(dependencies, { trigger: SyncTrigger.REQUEST });
    expect(result).toMatchObject({ skipped: [], unstable: 0, run: { downloads: 2 } });
    expect(result.tooLarge).toEqual([expect.stringMatching(/^[123]$/), 'quota']);
    expect(await servedPaths()).toEqual(['1', '2', '3'].filter((name) => !result.tooLarge.includes(name)));
    expect(readdirSync(join(mirror.dataDir, 'drive', 'incoming'))).toEqual([]);
  });

  test('can have more entries in one folder than a function call can have arguments', async () => {
    const many = 140_000;
    const below = join(folder, 'below');
    mkdirSync(below);
    for (let index = 0; index < many; index++) writeFileSync(join(below, String(index)), '');
    const listing = await listFolder(folder, new Set());
    expect(listing?.entries).toHaveLength(many + 2);
    expect(listing?.skipped).toEqual([]);
  });

  test('is stored in batches, because PostgreSQL limits the size of a parameter', async () => {
    const [most, tables] = [5000, ['staged_item', 'folder_entry', 'item_version']];
    await database.sql.unsafe(`create function limit_batch() returns trigger language plpgsql as $$ begin
        if (select count(*) from inserted) > ${most} then raise 'too many rows'; end if; return null; end $$`);
    for (const table of tables)
      await database.sql.unsafe(`create trigger batch after insert on drive.${table} referencing new table as inserted
        for each statement execute function limit_batch()`);
    try {
      for (let index = 0; index < most + 20; index++) writeFileSync(join(folder, String(index)), '');
      expect(await mirror.scan()).toMatchObject({ run: { downloads: most + 20 } });
      expect(await servedPaths()).toHaveLength(most + 20);
      expect(await mirror.scan()).toMatchObject({ run: null });
    } finally {
      await database.sql.unsafe('drop function limit_batch cascade');
    }
  });

  test('is not served as an empty site when it is deleted', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a');
    await mirror.scan();
    rmSync(folder, { recursive: true });
    await expect(mirror.scan()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await servedPaths()).toEqual(['a.txt']);
  });

  test('is not served as an empty site while an empty folder takes its place, such as the mount point of an absent file system', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a');
    await mirror.scan();
    const aside = join(outside.path, 'unmounted');
    renameSync(folder, aside);
    mkdirSync(folder);
    await expect(mirror.scan()).rejects.toThrow(/was replaced by an empty one: mount its file system/);
    expect(await servedPaths()).toEqual(['a.txt']);
    rmdirSync(folder);
    renameSync(aside, folder);
    expect(await mirror.scan()).toMatchObject({ run: null });
    rmSync(join(folder, 'a.txt'));
    await mirror.scan();
    expect(await servedPaths()).toEqual([]);
  });
});

describe('a file of a served folder', () => {
  const store = createContentStore({ dataDir: mirror.dataDir });
  const log = silentLog;

  function entryAt(root: string, path: string, size: number) {
    const { ino, mtimeNs } = statSync(join(root, path), { bigint: true });
    return { path, isFolder: false, inode: String(ino), created: '', size, modified: String(mtimeNs) };
  }

  test('is not read further after its growth is detected', async () => {
    writeFileSync(join(folder, 'a.log'), Buffer.alloc(1_000_000));
    let part: PartialDownload | undefined;
    const content: typeof store = {
      ...store,
      async openPart(download) {
        part = await store.openPart(download);
        return part;
      },
    };
    const entry = entryAt(folder, 'a.log', 100);
    expect(await storeContent({ content, log }, { root: folder, entry })).toBeUndefined();
    expect(part?.length).toBe(101);
  });

  test.each([
    ['a tick', 20, 1_772_366_400_050.5],
    ['two seconds, on a file system with whole seconds', 2000, 1_772_366_400_000],
  ])(
    'is read only if it was not changed within %s, because a further change could have the same time',
    async (_, resolution, modifiedMs) => {
      const path = join(folder, 'a.db');
      writeFileSync(path, 'page');
      let now = Math.floor(modifiedMs);
      const time = {
        clock: { now: () => now },
        async sleep(seconds: number) {
          // A timer can fire early.
          now += Math.max(1, Math.floor(seconds * 1000) - 1);
        },
      };
      utimesSync(path, modifiedMs / 1000, modifiedMs / 1000);
      let readAt = 0;
      const content: typeof store = {
        ...store,
        async openPart(download) {
          const part = await store.openPart(download);
          const append = part.append.bind(part);
          part.append = async (chunk) => {
            readAt = now;
            await append(chunk);
          };
          return part;
        },
      };
      const entry = entryAt(folder, 'a.db', 4);
      expect(await storeContent({ content, log }, { root: folder, entry, time })).toBeDefined();
      expect(readAt).toBe(Math.floor(modifiedMs) + resolution);
    },
  );

  test('is skipped until the next scan if it cannot be read', async () => {
    // Reading unmapped memory fails with EIO.
    const root = `/proc/${process.pid}`;
    if (!existsSync(root)) return;
    const entry = entryAt(root, 'mem', 10);
    expect(await storeContent({ content: store, log }, { root, entry })).toBeUndefined();
    expect(readdirSync(join(mirror.dataDir, 'drive', 'incoming'))).toEqual([]);
  });
});
