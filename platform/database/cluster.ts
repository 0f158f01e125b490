import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BinariesFolder } from './binaries.js';
import { type ConnectionTarget, type Layout, prepareLayout } from './cluster-layout.js';
import { commandLineOf, isAlive, startOf } from './processes.js';

/** Order by bytes, and case of all letters: PostgreSQL's own locale, the same on every system. */
const embeddedLocale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];
const startSeconds = 60;
const stopSeconds = 60;

export interface ClusterOptions {
  /** Where the data goes; made when it does not exist. */
  directory: string;
  /** Binaries other than the embedded ones. */
  binaries?: BinariesFolder;
  /** Further arguments of initdb. */
  initdbArguments?: readonly string[];
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>>;
  onEvent?(event: string, details: Record<string, unknown>): void;
}

/** A PostgreSQL server of our own on one data directory. Several processes share it; the last one to close stops it. */
export interface Cluster {
  /** Where the data is: the directory asked for, or the one that stands for it. */
  readonly home: string;
  readonly target: ConnectionTarget;
  close(): Promise<void>;
}

/**
 * Starts the server on the directory, or joins the one that runs there already (also one that outlived its parent).
 * @throws {Error} when it does not come up; the message names its log
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const layout = prepareLayout(options);
  const users = new ClusterUsers(layout.usersFolder);
  users.enter();
  const supervisor = new Supervisor(layout, options);
  try {
    initialise(layout, options);
    await supervisor.ensureRunning();
  } catch (error) {
    users.leave();
    throw error;
  }
  supervisor.watch();
  return {
    home: layout.home,
    target: layout.target,
    async close() {
      supervisor.stopWatching();
      users.leave();
      if (users.othersAlive() === 0) await supervisor.stop();
    },
  };
}

/** Makes the data folder once: under another name first, so that one cut short is never taken for whole. */
function initialise(layout: Layout, options: ClusterOptions): void {
  if (existsSync(layout.dataFolder)) return;
  const unfinished = mkdtempSync(`${layout.dataFolder}.`);
  const passwordCopy = `${unfinished}.password`;
  try {
    writeFileSync(passwordCopy, layout.target.password, { mode: 0o600 });
    if (layout.runAs !== undefined) {
      chownSync(unfinished, layout.runAs.uid, layout.runAs.gid);
      chownSync(passwordCopy, layout.runAs.uid, layout.runAs.gid);
    }
    const made = spawnSync(
      join(layout.binaries, 'bin', 'initdb'),
      [
        ...['--pgdata', unfinished, '--username', layout.target.user, '--pwfile', passwordCopy],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', ...(options.initdbArguments ?? embeddedLocale)],
      ],
      { ...layout.runAs, cwd: '/', encoding: 'utf8', env: serverEnvironment() },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    renameUnlessThere(unfinished, layout.dataFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordCopy, { force: true });
  }
}

function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error; // Otherwise another process was faster, and its folder is as good.
  }
}

/** What the server needs of the environment, and nothing of the settings in ours. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Who uses the cluster: a file for each process. Files of processes that died do not count. */
class ClusterUsers {
  readonly #own = `${process.pid}-${startOf(process.pid)}-${randomBytes(4).toString('hex')}`;

  constructor(private readonly folder: string) {}

  enter(): void {
    writeFileSync(join(this.folder, this.#own), '');
  }

  leave(): void {
    rmSync(join(this.folder, this.#own), { force: true });
  }

  othersAlive(): number {
    const others = readdirSync(this.folder).filter((name) => name !== this.#own);
    const alive = others.filter(isInUse);
    for (const name of others) if (!alive.includes(name)) rmSync(join(this.folder, name), { force: true });
    return alive.length;
  }
}

/** A process id alone may long belong to another process; together with the start of the process it does not. */
function isInUse(name: string): boolean {
  const [pid = '', start] = name.split('-');
  return isAlive(Number(pid)) && startOf(Number(pid)) === start;
}

class Supervisor {
  #child: ChildProcess | undefined;
  #watch: NodeJS.Timeout | undefined;
  #restarting = false;

  constructor(
    private readonly layout: Layout,
    private readonly options: ClusterOptions,
  ) {}

  async ensureRunning(): Promise<void> {
    const deadline = Date.now() + startSeconds * 1000;
    while (Date.now() < deadline) {
      const state = this.#state();
      if (state === 'ready') return;
      if (state === 'down' && this.#child === undefined) this.#spawn();
      await delay(25);
    }
    throw new Error(`the embedded PostgreSQL did not start; its log is ${this.layout.logFile}`);
  }

  /** Starts the server again when it is gone while we use it. */
  watch(): void {
    this.#watch = setInterval(() => {
      if (this.#restarting || this.#state() !== 'down') return;
      this.#restarting = true;
      this.options.onEvent?.('embedded PostgreSQL is gone, starting it again', { log: this.layout.logFile });
      this.ensureRunning()
        .catch((error: unknown) => this.options.onEvent?.('embedded PostgreSQL did not start', { error }))
        .finally(() => {
          this.#restarting = false;
        });
    }, 500);
    this.#watch.unref();
  }

  stopWatching(): void {
    clearInterval(this.#watch);
  }

  /** Fast shutdown: sessions are ended, everything committed is on disk. */
  async stop(): Promise<void> {
    const pid = this.#postmaster()?.pid;
    if (pid === undefined) return;
    const deadline = Date.now() + stopSeconds * 1000;
    process.kill(pid, 'SIGINT');
    while (isAlive(pid) && Date.now() < deadline) await delay(10);
    if (isAlive(pid)) this.options.onEvent?.('embedded PostgreSQL is still stopping', { log: this.layout.logFile });
  }

  #spawn(): void {
    this.#removeStaleLockFile();
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.layout.target.socketFolder,
      unix_socket_permissions: '0700',
      max_connections: '200',
      shared_buffers: '256MB',
      max_wal_size: '4GB',
      jit: 'off',
      ...this.options.settings,
    };
    const log = openSync(this.layout.logFile, 'a', 0o600);
    const child = spawn(
      join(this.layout.binaries, 'bin', 'postgres'),
      [
        '-D',
        this.layout.dataFolder,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // Its own session: Ctrl-C in a terminal reaches us, and we stop it when our requests are done.
      { ...this.layout.runAs, cwd: '/', detached: true, stdio: ['ignore', log, log], env: serverEnvironment() },
    );
    closeSync(log);
    this.#child = child;
    const forget = (): void => {
      this.#child = undefined;
    };
    child.once('exit', forget);
    child.once('error', forget);
    child.unref();
  }

  #state(): 'ready' | 'starting' | 'down' {
    const postmaster = this.#postmaster();
    if (postmaster === undefined) return 'down';
    return postmaster.ready ? 'ready' : 'starting';
  }

  /** Our server while it runs, by postmaster.pid: the process id in its first line, the state in its eighth. */
  #postmaster(): { pid: number; ready: boolean } | undefined {
    const lines = this.#lockFile();
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return this.#isOurServer(pid) ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  }

  #lockFile(): string[] {
    try {
      return readFileSync(this.#lockFilePath, 'utf8').split('\n');
    } catch {
      return [];
    }
  }

  get #lockFilePath(): string {
    return join(this.layout.dataFolder, 'postmaster.pid');
  }

  /** After a power loss the process id in the file may be that of anybody; that one is never taken for ours. */
  #isOurServer(pid: number): boolean {
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) && commandLineOf(pid).includes(this.layout.dataFolder);
  }

  /** PostgreSQL would not start over a lock file whose process id now is a stranger's. */
  #removeStaleLockFile(): void {
    const pid = Number.parseInt(this.#lockFile()[0] ?? '', 10);
    if (Number.isInteger(pid) && isAlive(pid) && !this.#isOurServer(pid)) rmSync(this.#lockFilePath, { force: true });
  }
}
