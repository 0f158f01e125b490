import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeInterruption } from '../../interruption.js';
import type { BinariesFolder } from './binaries.js';
import { ClusterProcesses } from './cluster-processes.js';
import { type Layout, type LayoutOptions, prepareLayout, removeUnused } from './layout.js';
import { assertNotUsedElsewhere, runningPostmaster } from './postmaster.js';
import { processTag } from './processes.js';
import { changeOwner } from './server-user.js';
import { SocketPath } from './socket-path.js';
import { describeStartFailure } from './start-failure.js';
import { databaseUser, Supervisor, serverEnvironment } from './supervisor.js';

/**
 * PostgreSQL's builtin locale: order by code points, and case mapping of all letters. The order is the same on every
 * system.
 */
const embeddedLocale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];

export interface ClusterOptions extends LayoutOptions {
  /** Additional arguments of initdb. */
  initdbArguments?: readonly string[];
  /** Additional settings of the server. */
  settings?: Readonly<Record<string, string>>;
  onEvent?(event: string, details: Record<string, unknown>): void;
}

interface ConnectionTarget {
  readonly socketFolder: string;
  readonly user: string;
  readonly password: string;
}

/**
 * An embedded PostgreSQL server on one data directory. Several processes can share it; the last one to close stops it.
 */
export interface Cluster {
  /**
   * Directory of the cluster: the requested data directory, or the directory below the shared one that belongs to it.
   */
  readonly folder: string;
  readonly target: ConnectionTarget;
  close(): Promise<void>;
}

/**
 * Starts the server on the directory. If one is already running there, uses it, even if the process that started it has
 * died.
 * @throws {Error} if it does not start; the message contains the reason and the path of the log
 * @throws {Error} if a server that runs in another container uses the directory
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const layout = prepareLayout(options);
  const users = new ClusterProcesses(layout.usersFolder);
  const supervisor = new Supervisor(layout, options);
  users.enter();
  const removeCleanup = beforeInterruption(() => leaveCluster({ users, supervisor }));
  try {
    if (runningPostmaster(layout.dataFolder) === undefined) await assertNotUsedElsewhere(layout);
    if (runningPostmaster(layout.dataFolder) === undefined) prepareData(layout, { users, options });
    await supervisor.ensureRunning();
  } catch (error) {
    // A server that is still recovering continues to run; the next start uses it.
    users.leave();
    throw error;
  } finally {
    removeCleanup();
  }
  return await createCluster({ layout, users, supervisor });
}

/** Ends the use of the cluster by this process, and stops its server if no other process uses it. */
async function leaveCluster({ users, supervisor }: { users: ClusterProcesses; supervisor: Supervisor }): Promise<void> {
  users.leave();
  if (users.countOthers() === 0) await supervisor.stop();
}

/** Creates a cluster from its running server, with a socket path that clients can use while the cluster is open. */
async function createCluster(parts: {
  layout: Layout;
  users: ClusterProcesses;
  supervisor: Supervisor;
}): Promise<Cluster> {
  const { layout, supervisor } = parts;
  try {
    const socket = new SocketPath(supervisor.socketFolder());
    supervisor.watch(() => socket.renew());
    async function close(): Promise<void> {
      removeCleanup();
      supervisor.stopWatching();
      await leaveCluster(parts);
      socket.close();
    }
    const removeCleanup = beforeInterruption(close);
    return {
      folder: layout.folder,
      target: { socketFolder: socket.path, user: databaseUser, password: layout.password },
      close,
    };
  } catch (error) {
    await leaveCluster(parts);
    throw error;
  }
}

/** Creates the data directory if necessary, and removes unused files. */
function prepareData(layout: Layout, { users, options }: { users: ClusterProcesses; options: ClusterOptions }): void {
  const binaries = layout.findBinaries();
  users.removeAbandoned();
  if (users.countOthers() === 0) removeUnused(layout, binaries);
  if (!existsSync(layout.dataFolder)) initialize({ layout, binaries, options });
}

/** Creates the data directory. It has a temporary name until it is complete, so an incomplete one is never used. */
function initialize(parts: { layout: Layout; binaries: BinariesFolder; options: ClusterOptions }): void {
  const { layout, binaries, options } = parts;
  assertShellSafe(binaries);
  const unfinished = `${layout.dataFolder}.${processTag()}`;
  const passwordCopy = `${unfinished}.password`;
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordCopy, layout.password, { mode: 0o600 });
    for (const path of [unfinished, passwordCopy]) changeOwner(layout.user, path);
    const program = join(binaries, 'bin', 'initdb');
    const created = spawnSync(
      program,
      [
        ...['--pgdata', unfinished, '--username', databaseUser, '--pwfile', passwordCopy],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', ...(options.initdbArguments ?? embeddedLocale)],
      ],
      { ...layout.user, cwd: '/', encoding: 'utf8', env: serverEnvironment() },
    );
    if (created.status !== 0) {
      const reason = describeStartFailure({ program, error: created.error, output: created.stderr ?? '' });
      throw new Error(`the embedded PostgreSQL could not create its database in ${layout.folder}: ${reason}`);
    }
    renameUnlessExists(unfinished, layout.dataFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordCopy, { force: true });
  }
}

/**
 * initdb runs its programs in a shell, with their paths in double quotes.
 * @throws {Error} if the path contains a character that the shell would interpret there
 */
function assertShellSafe(binaries: BinariesFolder): void {
  const unsafe = /["$`\\\n]/.exec(binaries)?.[0];
  if (unsafe === undefined) return;
  throw new Error(
    `PostgreSQL cannot be run from ${binaries}, because its path contains the character ${JSON.stringify(unsafe)}: move it to a path without that character`,
  );
}

function renameUnlessExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error; // Otherwise another process has created an equivalent directory.
  }
}
