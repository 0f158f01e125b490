import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Layout } from './layout.js';
import { removeStaleLockFiles, runningPostmaster, socketName } from './postmaster.js';
import { isAlive } from './processes.js';
import { sharedMemorySettings } from './shared-memory.js';
import { isTemporary, type ProgramEnd, startFailure } from './start-failure.js';

/** The superuser of the embedded server. */
export const databaseUser = 'rampart';

const startSeconds = 60;
/** A server that was killed reads its log again before it is ready. */
const recoverySeconds = 600;
const stopSeconds = 60;
const watchMs = 500;
/** Pause after a server did not come back. */
const retryMs = 10_000;
/** How often one start is tried that ends for a reason which does not pass by itself. */
const maxFailures = 3;
const maxOutputBytes = 65_536;

export interface SupervisorOptions {
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>>;
  onEvent?(event: string, details: Record<string, unknown>): void;
}

/** What the server needs of the environment, and nothing of the settings in ours. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Starts, watches and stops the server of a cluster. */
export class Supervisor {
  #child: ChildProcess | undefined;
  /** How the last server of ours ended, until it is looked at. */
  #ended: ProgramEnd | undefined;
  #watch: NodeJS.Timeout | undefined;
  #restarting = false;
  #restartNotBefore = 0;

  readonly #layout: Layout;
  readonly #options: SupervisorOptions;

  constructor(layout: Layout, options: SupervisorOptions) {
    this.#layout = layout;
    this.#options = options;
  }

  /** @throws {Error} when the server does not come up; says why, and names its log */
  async ensureRunning(): Promise<void> {
    const started = Date.now();
    let seconds = startSeconds;
    let failures = 0;
    let last: ProgramEnd | undefined;
    this.#ended = undefined;
    for (let pause = 25; Date.now() < started + seconds * 1000 && failures < maxFailures; ) {
      const server = runningPostmaster(this.#layout.dataFolder);
      if (server?.isReady) return;
      seconds = server === undefined ? startSeconds : recoverySeconds;
      if (this.#ended !== undefined) {
        last = this.#ended;
        this.#ended = undefined;
        pause = Math.min(pause * 2, 500);
        if (!isTemporary(last)) failures += 1;
      } else if (server === undefined && this.#child === undefined) {
        this.#spawn();
      }
      await delay(pause);
    }
    const reason = last === undefined ? `it is not ready after ${seconds} seconds` : startFailure(last);
    throw new Error(`the embedded PostgreSQL did not start: ${reason}; its log is ${this.#layout.logFile}`);
  }

  /** Starts the server again when it is gone while we use it; calls `check` while it runs. */
  watch(check: () => void): void {
    this.#watch = setInterval(() => {
      if (this.#restarting || Date.now() < this.#restartNotBefore) return;
      if (runningPostmaster(this.#layout.dataFolder) === undefined) this.#restart();
      else this.#report('the socket link of the embedded PostgreSQL cannot be maintained', check);
    }, watchMs);
    this.#watch.unref();
  }

  stopWatching(): void {
    clearInterval(this.#watch);
  }

  /** The folder of the running server's socket. A server that an earlier version started may have it elsewhere. */
  socketFolder(): string {
    const { socketFolder, dataFolder } = this.#layout;
    if (existsSync(join(socketFolder, socketName))) return socketFolder;
    const told = runningPostmaster(dataFolder)?.socketFolder ?? '';
    return isAbsolute(told) ? told : socketFolder;
  }

  /** Fast shutdown: sessions are ended, everything committed is on disk. */
  async stop(): Promise<void> {
    const pid = runningPostmaster(this.#layout.dataFolder)?.pid;
    if (pid === undefined) return;
    const deadline = Date.now() + stopSeconds * 1000;
    process.kill(pid, 'SIGINT');
    while (isAlive(pid) && Date.now() < deadline) await delay(10);
    if (isAlive(pid))
      this.#options.onEvent?.('embedded PostgreSQL is still shutting down', { log: this.#layout.logFile });
  }

  #restart(): void {
    this.#restarting = true;
    this.#options.onEvent?.('embedded PostgreSQL has stopped; restarting it', { log: this.#layout.logFile });
    this.ensureRunning()
      .catch((error: unknown) => {
        this.#restartNotBefore = Date.now() + retryMs;
        this.#options.onEvent?.('embedded PostgreSQL did not start', { err: error });
      })
      .finally(() => {
        this.#restarting = false;
      });
  }

  #report(event: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onEvent?.(event, { err: error });
    }
  }

  #spawn(): void {
    const layout = this.#layout;
    const program = join(layout.findBinaries(), 'bin', 'postgres');
    removeStaleLockFiles(layout.dataFolder, layout.socketFolder);
    const settings = {
      listen_addresses: '',
      // From the data folder, where the server works: however long its path is, a socket's path stays short.
      unix_socket_directories: '../socket',
      unix_socket_permissions: '0700',
      max_connections: '200',
      shared_buffers: '256MB',
      max_wal_size: '4GB',
      jit: 'off',
      log_timezone: 'UTC',
      ...sharedMemorySettings(),
      ...this.#options.settings,
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(layout.logFile, 'a', 0o600);
    const { size: written } = fstatSync(log);
    const forget = (error?: Error): void => {
      this.#child = undefined;
      this.#ended = { program, error, output: readFrom(layout.logFile, written) };
    };
    try {
      // Its own session: Ctrl-C in a terminal reaches us, and we stop it when our requests are done.
      const child = spawn(program, ['-D', layout.dataFolder, ...words], {
        ...{ ...layout.user, cwd: '/', detached: true, stdio: ['ignore', log, log], env: serverEnvironment() },
      });
      this.#child = child;
      child.once('exit', () => forget());
      child.once('error', forget);
      child.unref();
    } catch (error) {
      forget(error as Error); // Some refusals come at once; what spawn throws are errors.
    } finally {
      closeSync(log);
    }
  }
}

/** The beginning of what was written to the file since it had this size; nothing when it is gone. */
function readFrom(file: string, position: number): string {
  if (!existsSync(file)) return '';
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(maxOutputBytes);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, position)).toString();
  } finally {
    closeSync(descriptor);
  }
}
