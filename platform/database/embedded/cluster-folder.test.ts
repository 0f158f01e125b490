import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { clusterFolder } from './cluster-folder.js';
import { processTag } from './processes.js';
import { listSharedClusters, removeClustersBelow, removeSharedCluster } from './shared-clusters.js';

/** The user of the data in these tests: the user who runs them. */
const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
let open: string;
let closed: string;
let shared: string;
let olderShared: string;

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'rampart-folder-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o711);
  open = join(base, 'open');
  closed = join(base, 'closed');
  shared = join(base, 'shared');
  olderShared = join(base, 'older');
  mkdirSync(open, { mode: 0o755 });
  mkdirSync(closed, { mode: 0o700 });
});

function folderFor(directory: string): string {
  return clusterFolder({ directory, user, sharedFolders: [shared, olderShared] });
}

/** Simulates a cluster that was started in the directory. */
function startIn(directory: string, content = 'rows'): string {
  const folder = folderFor(directory);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'rows'), content);
  writeFileSync(join(folder, 'password'), `password of ${content}`);
  return folder;
}

function readRowsIn(folder: string): string {
  return readFileSync(join(folder, 'data', 'rows'), 'utf8');
}

describe('the cluster directory for another user', () => {
  test('is the data directory if that user can access it', () => {
    const directory = join(open, 'data', 'postgresql');
    expect(folderFor(directory)).toBe(directory);
    expect(existsSync(shared)).toBe(false);
  });

  test('is in the shared directory if a parent is inaccessible, and is found there again', () => {
    const directory = join(closed, 'data');
    const folder = folderFor(directory);
    expect(dirname(folder)).toBe(shared);
    expect(folderFor(directory)).toBe(folder);
  });

  test('is in the shared directory if a link leads to an inaccessible directory', () => {
    mkdirSync(join(closed, 'data'));
    symlinkSync(join(closed, 'data'), join(open, 'data'));
    const folder = folderFor(join(open, 'data'));
    expect(dirname(folder)).toBe(shared);
    expect(folderFor(join(closed, 'data'))).toBe(folder);
  });

  test('is accessible to that user, regardless of the umask', () => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const folder = folderFor(join(closed, 'data'));
    expect([shared, folder].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['755', '755']);
  });

  test('is a new one for a data directory that was deleted and created again', () => {
    const before = startIn(join(closed, 'data'));
    rmSync(join(closed, 'data'), { recursive: true });
    expect(folderFor(join(closed, 'data'))).not.toBe(before);
    expect(readRowsIn(before)).toBe('rows');
  });

  test.each([
    ['another inaccessible directory', () => join(closed, 'moved')],
    ['an accessible directory', () => join(open, 'moved')],
  ])('contains the same data after the data directory moves from an inaccessible directory to %s', (_, to) => {
    const before = startIn(join(closed, 'data'));
    renameSync(join(closed, 'data'), to());
    expect(folderFor(to())).toBe(before);
    expect(listSharedClusters([shared, olderShared])).toMatchObject([{ state: 'kept', dataDirectory: to() }]);
  });

  test('contains the same data after the data directory moves from an accessible directory to an inaccessible one', () => {
    startIn(join(open, 'data'));
    renameSync(join(open, 'data'), join(closed, 'data'));
    const folder = folderFor(join(closed, 'data'));
    expect(dirname(folder)).toBe(shared);
    expect(readRowsIn(folder)).toBe('rows');
    expect(readFileSync(join(folder, 'password'), 'utf8')).toBe('password of rows');
  });

  test('contains the data after an interrupted move is resumed', () => {
    const folder = folderFor(join(closed, 'data'));
    writeFileSync(join(folder, 'password'), 'never used');
    mkdirSync(join(closed, 'data', 'data'));
    writeFileSync(join(closed, 'data', 'data', 'rows'), 'rows');
    writeFileSync(join(closed, 'data', 'password'), 'password of rows');
    expect(folderFor(join(closed, 'data'))).toBe(folder);
    expect(readRowsIn(folder)).toBe('rows');
    expect(readFileSync(join(folder, 'password'), 'utf8')).toBe('password of rows');
  });

  test('is found in the directory of an earlier version', () => {
    const folder = startIn(join(closed, 'data'));
    renameSync(shared, olderShared);
    expect(dirname(folderFor(join(closed, 'data')))).toBe(olderShared);
    expect(listSharedClusters([shared, olderShared])).toMatchObject([{ name: basename(folder), state: 'kept' }]);
  });

  test('is not created again if it is missing', () => {
    const folder = startIn(join(closed, 'data'));
    renameSync(folder, `${folder}-elsewhere`);
    expect(() => folderFor(join(closed, 'data'))).toThrow(`refers to the database ${folder}, which does not exist`);
  });

  test('is not shared with a copy of the data directory', () => {
    const folder = startIn(join(closed, 'data'));
    cpSync(join(closed, 'data'), join(closed, 'copy'), { recursive: true });
    expect(() => folderFor(join(closed, 'copy'))).toThrow(
      `${join(closed, 'copy')} is a copy of ${join(closed, 'data')}, and both use the database in ${folder}`,
    );
  });

  test('is rejected if its data belongs to a third user', () => {
    startIn(join(open, 'data'));
    const other = { uid: user.uid + 1, gid: user.gid };
    expect(() =>
      clusterFolder({ directory: join(open, 'data'), user: other, sharedFolders: [shared, olderShared] }),
    ).toThrow(`belongs to user id ${user.uid} and was created by a user other than root`);
  });

  test('is rejected for other users if root created it', () => {
    startIn(join(closed, 'data'));
    expect(() =>
      clusterFolder({ directory: join(closed, 'data'), user: undefined, sharedFolders: [shared, olderShared] }),
    ).toThrow('belongs to root: start as root');
  });

  test('reports what to do if the shared directory cannot be created', () => {
    writeFileSync(shared, '');
    expect(() => folderFor(join(closed, 'data'))).toThrow(
      /nobody, who cannot access .*closed, and .*shared cannot be used instead \(another file with this name exists\): set \[server\] data_dir/,
    );
  });
});

describe('databases in the shared directory', () => {
  const states = (): Record<string, string> =>
    Object.fromEntries(
      listSharedClusters([shared, olderShared]).map(({ folder, state }) => [readRowsIn(folder), state]),
    );

  test('are orphaned if their data directory is deleted or uses another cluster', () => {
    startIn(join(closed, 'kept'), 'kept');
    startIn(join(closed, 'gone'), 'gone');
    rmSync(join(closed, 'gone'), { recursive: true });
    startIn(join(closed, 'again'), 'before');
    rmSync(join(closed, 'again'), { recursive: true });
    startIn(join(closed, 'again'), 'after');
    const early = startIn(join(closed, 'early'), 'of an earlier version');
    rmSync(join(early, 'data-directory'));
    expect(states()).toEqual({
      kept: 'kept',
      gone: 'orphaned',
      before: 'orphaned',
      after: 'kept',
      'of an earlier version': 'unknown',
    });
  });

  test('are deleted by name if they are orphaned', () => {
    const gone = startIn(join(closed, 'gone'));
    startIn(join(closed, 'kept'), 'kept');
    rmSync(join(closed, 'gone'), { recursive: true });
    removeSharedCluster(gone.slice(shared.length + 1), [shared, olderShared]);
    expect(states()).toEqual({ kept: 'kept' });
  });

  test('are not deleted while their data directory refers to them', () => {
    const runningServer = startIn(join(closed, 'kept'));
    expect(() => removeSharedCluster(runningServer.slice(shared.length + 1), [shared, olderShared])).toThrow(
      `belongs to ${join(closed, 'kept')}: remove that directory first`,
    );
    expect(readRowsIn(runningServer)).toBe('rows');
  });

  test('are not deleted while a process uses them', () => {
    const used = startIn(join(closed, 'used'));
    rmSync(join(closed, 'used'), { recursive: true });
    mkdirSync(join(used, 'users'));
    writeFileSync(join(used, 'users', processTag()), '');
    expect(() => removeSharedCluster(used.slice(shared.length + 1), [shared, olderShared])).toThrow(
      'is in use: stop the server of',
    );
    expect(readRowsIn(used)).toBe('rows');
  });

  test('are deleted together with the parent of their data directory, and no others are deleted', () => {
    startIn(join(closed, 'demo', 'site'), 'site');
    startIn(join(closed, 'demo', 'data'), 'demo');
    startIn(join(closed, 'demo-of-another', 'data'), 'another');
    rmSync(join(closed, 'demo'), { recursive: true });
    rmSync(join(closed, 'demo-of-another'), { recursive: true });
    removeClustersBelow(join(closed, 'demo'), [shared, olderShared]);
    expect(states()).toEqual({ another: 'orphaned' });
  });

  test('are deleted by the next run if a deletion was killed', () => {
    const gone = startIn(join(closed, 'gone'));
    rmSync(join(closed, 'gone'), { recursive: true });
    mkdirSync(join(shared, '0123456789abcdef01234567.1-1-00000000'));
    removeSharedCluster(gone.slice(shared.length + 1), [shared, olderShared]);
    expect(existsSync(join(shared, '0123456789abcdef01234567.1-1-00000000'))).toBe(false);
  });

  test('are the only files there that are listed or deleted', () => {
    const gone = startIn(join(closed, 'gone'));
    rmSync(join(closed, 'gone'), { recursive: true });
    renameSync(shared, olderShared); // A directory that is also the data directory of a service.
    const others = ['.cache', 'admin-token', 'drive', 'licenses-certificate.pem', 'rampart.backup', 'rampart.ini'];
    for (const name of others) writeFileSync(join(olderShared, name), '');
    symlinkSync(join(closed, 'unmounted'), join(olderShared, 'link'));
    symlinkSync(join(closed, 'unmounted'), join(olderShared, '0123456789abcdef01234567'));
    mkdirSync(join(olderShared, 'postgresql'));
    expect(listSharedClusters([shared, olderShared]).map(({ name }) => name)).toEqual([basename(gone)]);
    removeSharedCluster(basename(gone), [shared, olderShared]);
    expect(() => removeSharedCluster('drive', [shared, olderShared])).toThrow('no database is named drive');
    expect(readdirSync(olderShared).sort()).toEqual(
      [...others, '0123456789abcdef01234567', 'link', 'postgresql'].sort(),
    );
  });
});
