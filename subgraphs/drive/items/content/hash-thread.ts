import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { HashRequest, HashResult } from './hash-worker.js';

const maxThreads = 4;
const file = new URL(import.meta.url.endsWith('.ts') ? './hash-worker.ts' : './hash-worker.js', import.meta.url);

/** A SHA-256 computation in another thread. */
export interface ThreadHash {
  /** Adds bytes, which must not change until the returned promise resolves. Shared memory is not copied. */
  update(bytes: Uint8Array): Promise<void>;
  /** The SHA-256 of all bytes so far, in hexadecimal. */
  digest(): Promise<string>;
  release(): void;
}

interface PendingRequest {
  resolve(result: HashResult): void;
  reject(error: unknown): void;
}

/** A thread that processes requests in order. It keeps the process alive only while requests are pending. */
class HashThread {
  readonly #worker = new Worker(file);
  readonly #pending: PendingRequest[] = [];
  #hashes = 0;
  isBroken = false;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (result: HashResult) => {
      this.#pending.shift()?.resolve(result);
      if (this.#pending.length === 0) this.#worker.unref();
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the hash thread has exited')));
  }

  /** Number of unreleased hash computations. */
  get hashes(): number {
    return this.#hashes;
  }

  begin(id: number): ThreadHash {
    this.#hashes++;
    return {
      update: async (bytes) => void (await this.#send({ verb: 'update', id, bytes })),
      digest: async () => (await this.#send({ verb: 'digest', id })) ?? '',
      release: () => {
        this.#hashes--;
        this.#send({ verb: 'release', id }).catch(() => undefined); // An exited thread has no state to release.
      },
    };
  }

  #send(request: HashRequest): Promise<HashResult> {
    if (this.isBroken) return Promise.reject(new Error('the hash thread is not running'));
    return new Promise((resolve, reject) => {
      this.#worker.ref();
      this.#pending.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #fail(error: unknown): void {
    this.isBroken = true;
    for (const request of this.#pending.splice(0)) request.reject(error);
  }
}

/** The hash threads of this process, reused for all contents. */
let threads: HashThread[] = [];
let lastHashId = 0;

/**
 * Starts a SHA-256 computation in the least busy thread, because hashing dominates the cost of a large download.
 * Undefined on a machine with one core.
 */
export function beginThreadHash(): ThreadHash | undefined {
  const max = Math.min(maxThreads, availableParallelism() - 1);
  threads = threads.filter(({ isBroken }) => !isBroken);
  if (threads.length < max && threads.every(({ hashes }) => hashes > 0)) threads.push(new HashThread());
  const [free] = threads.toSorted((a, b) => a.hashes - b.hashes);
  return free?.begin(++lastHashId);
}
