import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../../../platform/project-root.js';
import { UnreadableReason } from '../vocabulary.js';
import { type Extraction, ReaderLostError, type ReadRequest, unreadable } from './extraction.js';
import { readResult } from './result.js';
import type { ReaderLimits } from './watchdog.js';

export type { ReaderLimits } from './watchdog.js';

/** Extracts the text of documents in a separate process (the reader process), one document at a time. */
export interface TextReader {
  /**
   * Extracts the text of a document of `size` bytes.
   * @throws {ReaderLostError} if the reader process ended for a reason other than its limit of CPU time or memory, or
   * sent an invalid response; {Error} if the stream fails, or does not have `size` bytes
   */
  read(content: { stream: Readable; size: number }): Promise<Extraction>;
  /** Ends the reader process; the next `read` starts a new one. */
  close(): void;
}

/** Number of documents after which the reader process is replaced, because it may retain memory. */
const maxDocuments = 500;
/** Nice value of the reader process, which lowers its priority below that of servers. */
const priority = 10;

// Tests run the sources, but the process has no loader for them.
const program = import.meta.url.endsWith('.ts')
  ? join(projectRoot, 'dist/subgraphs/drive/search/extraction/reader-process.js')
  : fileURLToPath(new URL('./reader-process.js', import.meta.url));

export function createTextReader(limits: ReaderLimits): TextReader {
  let running: ReaderProcess | undefined;
  return {
    async read(content) {
      if (running?.isUsable !== true) {
        running?.end();
        running = new ReaderProcess(limits);
      }
      return await running.read(content);
    },
    close() {
      running?.end();
      running = undefined;
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

class ReaderProcess {
  readonly #limits: ReaderLimits;
  readonly #child: Child;
  readonly #ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #onResponse: ((line: string) => void) | undefined;
  #documents = 0;
  #isEnded = false;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    this.#child = startProcess(limits);
    this.#ended = new Promise((resolve) => {
      const settle = (code: number | null, signal: NodeJS.Signals | null) => {
        this.#isEnded = true;
        resolve({ code, signal });
      };
      this.#child.once('exit', settle);
      this.#child.once('error', () => settle(null, null));
    });
    this.#child.stdin.on('error', () => undefined); // The exit handler reports that the process has ended.
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  get isUsable(): boolean {
    return !this.#isEnded && this.#documents < maxDocuments;
  }

  end(): void {
    this.#isEnded = true;
    this.#child.kill('SIGKILL');
  }

  async read(content: { stream: Readable; size: number }): Promise<Extraction> {
    this.#documents++;
    const deadline = setTimeout(() => this.end(), 1000 * this.#limits.maxElapsedSeconds);
    const line = new Promise<string>((resolve) => {
      this.#onResponse = resolve;
    });
    try {
      const sending = this.#send(content);
      const first = await Promise.race([line, this.#ended, sending.then(() => line)]);
      if (typeof first === 'string') return readResult(first, this.#limits);
      return this.#extractionFailure(first);
    } catch (error) {
      // The process would wait for bytes that never arrive.
      this.end();
      throw error;
    } finally {
      clearTimeout(deadline);
      content.stream.destroy();
    }
  }

  /**
   * Sends a document to the reader process.
   * @throws {Error} if the stream fails, or does not have `size` bytes
   */
  async #send({ stream, size }: { stream: Readable; size: number }): Promise<void> {
    const { stdin } = this.#child;
    const { maxCharacters, maxDecompressedBytes } = this.#limits;
    const request: ReadRequest = { size, maxCharacters, maxDecompressedBytes };
    stdin.write(`${JSON.stringify(request)}\n`);
    let sentBytes = 0;
    for await (const chunk of stream) {
      sentBytes += chunk.length;
      // A process that has ended reads no more bytes.
      if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => this.#ended), this.#ended]);
      if (this.#isEnded) return;
    }
    if (sentBytes !== size) throw new Error('the stored content is incomplete');
  }

  #extractionFailure({ code, signal }: { code: number | null; signal: NodeJS.Signals | null }): Extraction {
    // The watchdog sends SIGXCPU and SIGUSR2; the engine aborts when its heap is full.
    if (signal === 'SIGXCPU')
      return unreadable(
        UnreadableReason.TIMEOUT,
        `reading the document takes more than ${this.#limits.maxSeconds} s of CPU time`,
      );
    if (signal === 'SIGUSR2' || signal === 'SIGABRT' || code === 134) {
      const mebibytes = Math.round(this.#limits.maxMemoryBytes / 2 ** 20);
      return unreadable(
        UnreadableReason.OUT_OF_MEMORY,
        `reading the document takes more than ${mebibytes} MiB of memory`,
      );
    }
    const exit = signal ?? code;
    throw new ReaderLostError(
      `the process that reads documents ${exit === null ? 'could not be started' : `ended unexpectedly (${exit})`}`,
    );
  }

  #receive(chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    // This exceeds the longest response: characters of 4 bytes, all escaped.
    if (this.#receivedBytes > 8 * this.#limits.maxCharacters + 10_000) this.end();
    this.#received.push(chunk);
    if (chunk.at(-1) !== 10) return;
    const line = Buffer.concat(this.#received).toString('utf8');
    this.#received = [];
    this.#receivedBytes = 0;
    this.#onResponse?.(line);
  }
}

/** Bytes of memory of an idle reader process, most of which V8 reserves without using them. */
const reservedBytes = 2 ** 30;

/**
 * Shell script that starts the reader process with limits that the kernel enforces: no core dumps, and a maximum of
 * writable memory, which applies even between two checks of the watchdog. On Linux, the process runs in a network
 * namespace without interfaces, if the system allows it to create one and its code is readable there.
 */
const confinementScript = `
ulimit -c 0; ulimit -d "$1"; program=$2; shift 2
if unshare --user --net test -r "$program" 2>/dev/null; then exec env -i unshare --user --net "$@"; fi
exec env -i "$@"`;

/**
 * Starts the reader process with a low priority, without environment variables, and with permission to read only its
 * code.
 */
function startProcess(limits: ReaderLimits): Child {
  const [command, ...args] = commandOf(limits);
  const child = spawn(command, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] }) as Child; // As specified in `stdio`.
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority);
  } catch {
    // The process has exited, or the system does not support priorities.
  }
  return child;
}

function commandOf(limits: ReaderLimits): [string, ...string[]] {
  const readable = [join(projectRoot, 'dist'), join(projectRoot, 'package.json'), ...packageFolders()];
  const heapMegabytes = Math.floor(limits.maxMemoryBytes / 2 ** 20);
  const options = [
    `--max-old-space-size=${heapMegabytes}`,
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    '--permission',
    '--allow-worker', // For the watchdog only; see confinement.ts.
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
  const command: [string, ...string[]] = [process.execPath, ...options, program, JSON.stringify(limits)];
  if (process.platform === 'win32') return command;
  const kilobytes = Math.floor((reservedBytes + limits.maxMemoryBytes) / 1024);
  return ['/bin/sh', '-c', confinementScript, 'sh', String(kilobytes), program, ...command];
}

/** The outermost `node_modules` folders of the packages that the reader process loads. */
function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const separator = `${sep}node_modules${sep}`;
  const folders = ['unpdf', 'yauzl', 'htmlparser2'].map((name) => {
    const path = resolve(name);
    return path.slice(0, path.indexOf(separator) + separator.length);
  });
  return [...new Set(folders)];
}
