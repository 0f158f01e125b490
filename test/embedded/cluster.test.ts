import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, openCluster, openDatabase } from '../../platform/database/index.js';
import { silentLog as log } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { testConfiguration } from '../support/index.js';

describe('a database', () => {
  test('is migrated later if it is unavailable at the start', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rampart-late-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const first = await openCluster({ directory, settings: { fsync: 'off' } });
    const { socketFolder, user, password } = first.target;
    await first.close();
    const url = `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
    const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(false);
    const second = await openCluster({ directory, settings: { fsync: 'off' } });
    onTestFinished(() => second.close());
    await database.untilReady();
    expect(await database.guard((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

describe('the embedded PostgreSQL', () => {
  function directoryForTest(): string {
    const directory = mkdtempSync(join(tmpdir(), 'rampart-cluster-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    // The database's user must be able to enter the directory; for root, it is another user.
    chmodSync(directory, 0o711);
    return directory;
  }

  const settings = { fsync: 'off' };
  const initialized = mkdtempSync(join(tmpdir(), 'rampart-cluster-'));

  beforeAll(async () => {
    chmodSync(initialized, 0o711);
    const cluster = await openCluster({ directory: initialized, settings });
    await cluster.close();
  });

  afterAll(() => rmSync(initialized, { recursive: true, force: true }));

  /** A directory with the files of a stopped server, because creating them takes longer than starting it. */
  function usedDirectoryForTest(): string {
    const directory = directoryForTest();
    execFileSync('cp', ['-a', `${initialized}/.`, directory]);
    return directory;
  }

  const isRoot = process.getuid?.() === 0;

  type Target = Cluster['target'];

  async function run(
    { socketFolder, user, password }: Target,
    statement: string,
  ): Promise<postgres.RowList<postgres.Row[]>> {
    const sql = postgres({ path: join(socketFolder, '.s.PGSQL.5432'), user, password, database: 'postgres', max: 1 });
    try {
      return await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  }

  async function sendRequest(target: Target, statement = 'select 1 as one'): Promise<unknown> {
    return (await run(target, statement))[0]?.one;
  }

  function copiesIn(directory: string): string[] {
    return readdirSync(directory).filter((name) => name.startsWith('server'));
  }

  test('is shared by its users and stops with the last one', async () => {
    const directory = usedDirectoryForTest();
    const first = await openCluster({ directory, settings });
    const second = await openCluster({ directory, settings });
    await first.close();
    expect(await sendRequest(second.target)).toBe(1);
    await second.close();
    await expect(sendRequest(second.target)).rejects.toThrow();
  });

  test('writes its log in UTC, to a file that only its owner can read', async () => {
    const directory = usedDirectoryForTest();
    const cluster = await openCluster({ directory, settings });
    onTestFinished(() => cluster.close());
    expect(
      await sendRequest(cluster.target, "select setting as one from pg_settings where name = 'log_timezone'"),
    ).toBe('UTC');
    expect(statSync(join(directory, 'postgresql.log')).mode & 0o077).toBe(0);
  });

  test('is restarted if it is killed', async () => {
    const directory = usedDirectoryForTest();
    const events: string[] = [];
    const cluster = await openCluster({ directory, settings, onEvent: (event) => events.push(event) });
    onTestFinished(() => cluster.close());
    const postmaster = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
    process.kill(Number(postmaster), 'SIGKILL');
    await expect.poll(() => sendRequest(cluster.target).catch(() => 0)).toBe(1);
    expect(events).toContain('embedded PostgreSQL has stopped; restarting it');
  });

  test('rejects a wrong password', async () => {
    const cluster = await openCluster({ directory: usedDirectoryForTest(), settings });
    onTestFinished(() => cluster.close());
    await expect(sendRequest({ ...cluster.target, password: 'guess' })).rejects.toThrow(/password/);
  });

  test('rejects an empty password file with an explanation, and replaces it if there is no database yet', async () => {
    const directory = usedDirectoryForTest();
    const passwordFile = join(directory, 'password');
    writeFileSync(passwordFile, '');
    await expect(openCluster({ directory, settings })).rejects.toThrow(
      /password is empty, but must contain the password of the embedded database: restore the file/,
    );
    rmSync(join(directory, 'data'), { recursive: true });
    const cluster = await openCluster({ directory, settings });
    expect(await sendRequest(cluster.target)).toBe(1);
    await cluster.close();
  });

  test('creates its data directory again if an earlier start was interrupted', async () => {
    const directory = usedDirectoryForTest();
    rmSync(join(directory, 'data'), { recursive: true });
    writeFileSync(join(directory, 'data.unfinished'), '');
    const second = await openCluster({ directory, settings });
    expect(await sendRequest(second.target)).toBe(1);
    await second.close();
  });

  test('ignores an unrelated process with the process id of a server that lost power', async () => {
    const directory = usedDirectoryForTest();
    const unrelated = spawn('sleep', ['300'], { uid: process.getuid?.() === 0 ? 65_534 : undefined });
    onTestFinished(() => void unrelated.kill('SIGKILL'));
    const onExit = vi.fn();
    unrelated.once('exit', onExit);
    const lines = [unrelated.pid, join(directory, 'data'), 1, 5432, directory, '', '', 'ready', ''];
    writeFileSync(join(directory, 'data', 'postmaster.pid'), lines.join('\n'));
    const second = await openCluster({ directory, settings });
    expect(await sendRequest(second.target)).toBe(1);
    await second.close();
    expect(onExit).not.toHaveBeenCalled();
  });

  test('rejects a directory that a server in another container uses, and leaves its files', async () => {
    const directory = usedDirectoryForTest();
    const listener = createServer((socket) => socket.end());
    listener.listen(join(directory, 'socket', '.s.PGSQL.5432'));
    await once(listener, 'listening');
    onTestFinished(() => void listener.close());
    const lockFile = join(directory, 'data', 'postmaster.pid');
    const userFile = join(directory, 'users', '999999-1-00000000-000000000000');
    writeFileSync(lockFile, [999_999, join(directory, 'data'), 1, 5432, '../socket', '', '', 'ready', ''].join('\n'));
    writeFileSync(userFile, '');
    utimesSync(userFile, 0, 0);
    await expect(openCluster({ directory, settings })).rejects.toThrow(/is used by a server in another container/);
    expect([existsSync(lockFile), readdirSync(join(directory, 'users'))]).toEqual([true, [basename(userFile)]]);
  });

  const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

  test.runIf(canMount)('is used by a process to which the system hides the server and its other users', async () => {
    const directory = usedDirectoryForTest();
    const first = await openCluster({ directory, settings });
    onTestFinished(() => first.close());
    const [server] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
    const database = join(projectRoot, 'dist', 'platform', 'database', 'embedded', 'index.js');
    const script = `const { openCluster } = await import(${JSON.stringify(database)});
      const cluster = await openCluster({ directory: ${JSON.stringify(directory)}, settings: { fsync: 'off' } });
      console.log('used');
      await cluster.close();`;
    const mounts = [server, process.pid].map((pid) => `mount -t tmpfs none /proc/${pid}`).join(' && ');
    const [node, options] = [process.execPath, ['--input-type=module', '--eval', script]];
    const result = spawnSync('unshare', ['--mount', 'sh', '-c', `${mounts} && exec "$0" "$@"`, node, ...options], {
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 0, stdout: 'used\n', stderr: '' });
    expect(await sendRequest(first.target)).toBe(1);
  });

  test('starts with the files that a killed container left, and removes old ones', async () => {
    const directory = usedDirectoryForTest();
    const [recent, old] = ['7-1-00000000-000000000000', '8-1-00000000-000000000000'] as const;
    for (const name of [recent, old]) writeFileSync(join(directory, 'users', name), '');
    utimesSync(join(directory, 'users', old), 0, 0);
    const cluster = await openCluster({ directory, settings });
    expect(readdirSync(join(directory, 'users'))).toHaveLength(2);
    expect(readdirSync(join(directory, 'users'))).toContain(recent);
    await cluster.close();
    await expect(sendRequest(cluster.target)).rejects.toThrow();
  });

  test('stops even if a killed process with the same process id left a file', async () => {
    const directory = usedDirectoryForTest();
    const cluster = await openCluster({ directory, settings });
    writeFileSync(join(directory, 'users', `${process.pid}-1-left`), '');
    await cluster.close();
    await expect(sendRequest(cluster.target)).rejects.toThrow();
  });

  test('runs in a path that is too long for a socket, through a symbolic link in a temporary directory', async () => {
    const directory = join(directoryForTest(), 'a'.repeat(100), 'b'.repeat(100));
    mkdirSync(directory, { recursive: true });
    const first = await openCluster({ directory, settings });
    const second = await openCluster({ directory, settings });
    expect([await sendRequest(first.target), await sendRequest(second.target)]).toEqual([1, 1]);
    await first.close();
    expect(existsSync(dirname(first.target.socketFolder))).toBe(false);
    expect(await sendRequest(second.target)).toBe(1);
    // Simulates a cleanup of temporary directories.
    rmSync(dirname(second.target.socketFolder), { recursive: true });
    await expect.poll(() => sendRequest(second.target).catch(() => 0)).toBe(1);
    await second.close();
  });

  test('keeps its data if its directory is moved while it is stopped, and continues if it is moved while running', async () => {
    const parent = directoryForTest();
    const [before, after, last] = ['before', 'after', 'last'].map((name) => join(parent, name)) as [
      string,
      string,
      string,
    ];
    const first = await openCluster({ directory: before, settings });
    await run(first.target, 'create table kept as select 1 as one');
    await first.close();
    renameSync(before, after);
    const second = await openCluster({ directory: after, settings });
    expect(await sendRequest(second.target, 'select one from kept')).toBe(1);
    renameSync(after, last);
    const movedUsers = readdirSync(join(last, 'users'));
    const third = await openCluster({ directory: last, settings });
    expect(await sendRequest(third.target, 'select one from kept')).toBe(1);
    await second.close();
    expect(await sendRequest(third.target, 'select one from kept')).toBe(1);
    // The second one belongs to this process, which would count as a user while it runs.
    for (const name of movedUsers) rmSync(join(last, 'users', name));
    await third.close();
    await expect(sendRequest(third.target)).rejects.toThrow();
  });

  test('starts despite the socket lock file of a killed server whose process id is in use', async () => {
    const directory = usedDirectoryForTest();
    writeFileSync(join(directory, 'socket', '.s.PGSQL.5432.lock'), `${process.pid}\n`);
    const second = await openCluster({ directory, settings });
    expect(await sendRequest(second.target)).toBe(1);
    await second.close();
  });

  test.each([
    [
      'a setting',
      { max_connections: '-1' },
      /did not start: -1 is outside the valid range for parameter "max_connections"/,
    ],
    [
      'a library',
      { shared_preload_libraries: 'nothing' },
      /did not start: could not access file "nothing": No such file/,
    ],
  ])('fails immediately with an explanation if it rejects %s', async (_, rejected, reason) => {
    const directory = directoryForTest();
    await expect(openCluster({ directory, settings: { ...settings, ...rejected } })).rejects.toThrow(reason);
    const secondCluster = await openCluster({ directory, settings });
    expect(await sendRequest(secondCluster.target)).toBe(1);
    await secondCluster.close();
  });

  test('rejects data of another PostgreSQL version with an explanation', async () => {
    const directory = usedDirectoryForTest();
    writeFileSync(join(directory, 'data', 'PG_VERSION'), '14\n');
    await expect(openCluster({ directory, settings })).rejects.toThrow(
      /database files are incompatible with server; .*version 14.*; start the version of Rampart that created the database/,
    );
  });

  test.runIf(isRoot)('for root replaces a damaged copy of its binaries and deletes copies of other users', async () => {
    const directory = usedDirectoryForTest();
    const [copy = ''] = copiesIn(directory);
    rmSync(join(directory, copy, 'bin', 'postgres'));
    mkdirSync(join(directory, 'server', 'bin'), { recursive: true });
    mkdirSync(join(directory, `${copy}.1-1-00000000`));
    const second = await openCluster({ directory, settings });
    expect(await sendRequest(second.target)).toBe(1);
    expect(copiesIn(directory)).toEqual([copy]);
    await second.close();
  });

  test.runIf(isRoot)(
    'for root keeps running while another start replaces its damaged copy of the binaries',
    async () => {
      const directory = usedDirectoryForTest();
      const first = await openCluster({ directory, settings });
      const [copy = ''] = copiesIn(directory);
      rmSync(join(directory, copy, 'lib', 'postgresql', 'pg_trgm.so'));
      const postmaster = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
      process.kill(Number(postmaster), 'SIGKILL');
      const second = await openCluster({ directory, settings });
      const isThere = (): Promise<unknown> =>
        sendRequest(second.target, 'create extension pg_trgm; select 1 as one').catch(() => 0);
      await expect.poll(isThere).not.toBe(0);
      expect(await sendRequest(first.target)).toBe(1);
      await first.close();
      await second.close();
    },
  );

  test.runIf(isRoot)(
    'for root starts with a new database if its directory in an inaccessible home directory was deleted',
    async () => {
      const parent = directoryForTest();
      const sharedFolders = [join(parent, 'shared')] as const;
      const directory = join(parent, 'closed', 'data');
      mkdirSync(join(parent, 'closed'), { mode: 0o700 });
      const first = await openCluster({ directory, sharedFolders, settings });
      expect(first.folder).not.toBe(directory);
      await first.close();
      const secondCluster = await openCluster({ directory, sharedFolders, settings });
      await secondCluster.close();
      expect(secondCluster.folder).toBe(first.folder);
      rmSync(directory, { recursive: true });
      const anew = await openCluster({ directory, sharedFolders, settings });
      await anew.close();
      expect(anew.folder).not.toBe(first.folder);
    },
  );

  test.runIf(isRoot)('for root is moved from the directory of earlier releases by the documented command', async () => {
    const parent = directoryForTest();
    const [present, former] = [join(parent, 'rampart-databases'), join(parent, 'rampart')];
    const directory = join(parent, 'closed', 'data');
    mkdirSync(join(parent, 'closed'), { mode: 0o700 });
    const first = await openCluster({ directory, sharedFolders: [former], settings });
    await first.close();
    const documentation = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8');
    const [, command = ''] = /To move it, stop the instance and run `(.*?)`/.exec(documentation) ?? [];
    const name = basename(first.folder);
    execFileSync('sh', ['-c', command.replaceAll('/var/lib', parent).replace('<name>', name)]);
    const moved = await openCluster({ directory, sharedFolders: [present, former], settings });
    await moved.close();
    expect(moved.folder).toBe(join(present, name));
  });
});
