import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessOptions {
  /** Name in messages and of the log file. */
  readonly name: string;
  /** Path of the module to run, followed by its arguments. */
  readonly args: readonly string[];
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Lines that the process wrote to standard output until it was ready. */
  readonly lines: readonly string[];
}

const startSeconds = 60;

/** The processes of a benchmark run. Closing the run stops all of them. */
export class Processes {
  readonly #children = new Set<ChildProcess>();

  readonly #logFolder: string;

  constructor(logFolder: string) {
    this.#logFolder = logFolder;
  }

  /** Starts a process and waits until it prints the line `ready`, alone or with its URL. */
  async startUntilReady(options: ProcessOptions): Promise<RunningProcess> {
    const child = this.spawn(options);
    const lines: string[] = [];
    const ready = (async () => {
      // spawn() below makes standard output a pipe.
      for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
        lines.push(line);
        if (line === 'ready' || line.startsWith('ready ')) return true;
      }
      return false;
    })();
    if (!(await Promise.race([ready, delay(startSeconds * 1000, false, { ref: false })]))) this.#failToStart(options);
    child.stdout?.resume();
    return { child, lines };
  }

  /** Starts a server that does not print `ready`, and waits until the URL responds. */
  async startUntilResponding(options: ProcessOptions & { url: string }): Promise<void> {
    const child = this.spawn(options);
    child.stdout?.resume();
    for (let attempts = 0; attempts < startSeconds * 5 && child.exitCode === null; attempts += 1) {
      await delay(200);
      const response = await fetch(options.url).catch(() => undefined);
      await response?.text();
      if (response !== undefined) return;
    }
    this.#failToStart(options);
  }

  /** Starts a process that writes its standard error to its log. */
  spawn({ name, args, nodeOptions = [], environment = {}, workingDirectory }: ProcessOptions): ChildProcess {
    const child = spawn(process.execPath, [...nodeOptions, ...args], {
      cwd: workingDirectory,
      // Without the caller's environment, because settings of the machine must not affect the measurement.
      env: { PATH: '/usr/bin:/bin', HOME: workingDirectory, NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.pipe(createWriteStream(this.logOf(name), { flags: 'a' }));
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    child.once('error', () => this.#children.delete(child));
    return child;
  }

  logOf(name: string): string {
    return join(this.#logFolder, `${name.replaceAll(/[^\w]+/g, '-')}.log`);
  }

  /** Terminates the process and waits for its exit. */
  async stop(child: ChildProcess): Promise<void> {
    if (!this.#children.has(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    if ((await Promise.race([exited, delay(10_000, undefined, { ref: false })])) === undefined) {
      child.kill('SIGKILL');
      await exited;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => this.stop(child)));
  }

  #failToStart({ name }: ProcessOptions): never {
    const log = readFileSync(this.logOf(name), 'utf8').trim().split('\n').slice(-15).join('\n');
    throw new Error(`${name} did not start:\n${log}`);
  }
}
