import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Layout } from './layout.js';
import { assertNotUsedElsewhere, removeStaleLockFiles, runningPostmaster, socketName } from './postmaster.js';
import { isAlive } from './processes.js';
import { sharedMemorySettings } from './shared-memory.js';
import { describeStartFailure, isTemporary, type ProgramExit } from './start-failure.js';

/** Name of the superuser of the embedded server. */
export const databaseUser = 'rampart';

const startSeconds = 60;
/**
 * Maximum time in seconds until a started server is ready: after a kill, PostgreSQL first replays its write-ahead log.
 */
const recoverySeconds = 600;
const stopSeconds = 60;
const watchMs = 500;
/** Delay in milliseconds before the next attempt after a failed restart. */
const retryMs = 10_000;
/** Maximum number of attempts of one start that fail for reasons that are not temporary. */
const maxFailures = 3;
const maxOutputBytes = 65_536;

export interface SupervisorOptions {
  /** Additional PostgreSQL settings of the server. */
  settings?: Readonly<Record<string, string>>;
  onEvent?(event: string, details: Record<string, unknown>): void;
}

/** The environment variables that the server needs, without Rampart's settings. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Starts, monitors and stops the server of a cluster. */
export class Supervisor {
  #child: ChildProcess | undefined;
  /** Exit of the last server that this process started, until the exit is handled. */
  #ended: ProgramExit | undefined;
  #watch: NodeJS.Timeout | undefined;
  #restarting = false;
  #stopped = false;
  #restartNotBefore = 0;

  readonly #layout: Layout;
  readonly #options: SupervisorOptions;

  constructor(layout: Layout, options: SupervisorOptions) {
    this.#layout = layout;
    this.#options = options;
  }

  /**
   * Starts the server unless it is running, and waits until it is ready.
   * @throws {Error} if the server does not start; the message contains the reason and the path of the log
   * @throws {Error} if it is stopped during the start
   * @throws {Error} if a server that runs in another container uses the data directory
   */
  async ensureRunning(): Promise<void> {
    const startedAt = Date.now();
    let seconds = startSeconds;
    let failures = 0;
    let lastExit: ProgramExit | undefined;
    this.#ended = undefined;
    for (let pause = 25; Date.now() < startedAt + seconds * 1000 && failures < maxFailures; ) {
      if (this.#stopped) throw new Error('the embedded PostgreSQL was stopped during its start');
      const server = runningPostmaster(this.#layout.dataFolder);
      if (server?.isReady) return;
      seconds = server === undefined ? startSeconds : recoverySeconds;
      if (this.#ended !== undefined) {
        lastExit = this.#ended;
        this.#ended = undefined;
        pause = Math.min(pause * 2, 500);
        if (!isTemporary(lastExit)) failures += 1;
      } else if (server === undefined && this.#child === undefined) {
        await assertNotUsedElsewhere(this.#layout);
        if (!this.#stopped) this.#spawn();
      }
      await delay(pause);
    }
    const reason = lastExit === undefined ? `it is not ready after ${seconds} seconds` : describeStartFailure(lastExit);
    throw new Error(`the embedded PostgreSQL did not start: ${reason}; its log is ${this.#layout.logFile}`);
  }

  /** Restarts the server if it exits while the cluster is in use; calls `check` periodically while the server runs. */
  watch(check: () => void): void {
    this.#watch = setInterval(() => {
      if (this.#restarting || Date.now() < this.#restartNotBefore) return;
      if (runningPostmaster(this.#layout.dataFolder) === undefined) this.#restart();
      else
        this.#reportFailure(
          'cannot recreate the symbolic link to the socket of the embedded PostgreSQL; retrying. New connections fail until the link exists',
          check,
        );
    }, watchMs);
    this.#watch.unref();
  }

  stopWatching(): void {
    clearInterval(this.#watch);
  }

  /** The socket directory of the running server. A server that an earlier version started may use another one. */
  socketFolder(): string {
    const { socketFolder, dataFolder } = this.#layout;
    if (existsSync(join(socketFolder, socketName))) return socketFolder;
    const recordedFolder = runningPostmaster(dataFolder)?.socketFolder ?? '';
    return isAbsolute(recordedFolder) ? recordedFolder : socketFolder;
  }

  /** Stops the server with a fast shutdown, which ends sessions and writes all committed data to disk. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const { dataFolder } = this.#layout;
    // A server that has just been started has not written its lock file yet. If its directory was moved, the server
    // belongs to the users of the new path.
    const startedPid = existsSync(dataFolder) ? this.#child?.pid : undefined;
    const pid = runningPostmaster(dataFolder)?.pid ?? startedPid;
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
        this.#options.onEvent?.('embedded PostgreSQL did not start; retrying', { err: error });
      })
      .finally(() => {
        this.#restarting = false;
      });
  }

  #reportFailure(event: string, work: () => void): void {
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
      // Relative to the data directory, which is the server's working directory, so the path of the socket remains
      // short.
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
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(layout.logFile, 'a', 0o600);
    const { size: logSize } = fstatSync(log);
    const recordExit = (error?: Error): void => {
      this.#child = undefined;
      this.#ended = { program, error, output: readFrom(layout.logFile, logSize) };
    };
    try {
      // In its own session, so Ctrl-C in a terminal reaches only this process, which stops the server after its
      // requests.
      const child = spawn(program, ['-D', layout.dataFolder, ...args], {
        ...{ ...layout.user, cwd: '/', detached: true, stdio: ['ignore', log, log], env: serverEnvironment() },
      });
      this.#child = child;
      child.once('exit', () => recordExit());
      child.once('error', recordExit);
      child.unref();
    } catch (error) {
      recordExit(error as Error); // Some failures are thrown synchronously; spawn throws only errors.
    } finally {
      closeSync(log);
    }
  }
}

/** The text in the file after this position, at most {@link maxOutputBytes}; empty if the file cannot be read. */
function readFrom(file: string, position: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(maxOutputBytes);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, position)).toString();
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
