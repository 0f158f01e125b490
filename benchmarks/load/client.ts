import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOptions, LoadResult } from './load.js';

type LoadOutcome = { result: LoadResult } | { error: string };

/** The process that generates the load. */
export class LoadClient {
  readonly #process: ChildProcess;

  constructor() {
    this.#process = fork(fileURLToPath(new URL('./process.js', import.meta.url)), { stdio: ['ignore', 2, 2, 'ipc'] });
  }

  /** @throws {Error} if a connection fails or is closed */
  async run(options: LoadOptions): Promise<LoadResult> {
    this.#process.send(options);
    // The process sends no other messages.
    const [response] = (await once(this.#process, 'message')) as [LoadOutcome];
    if ('error' in response) throw new Error(`the load on ${options.origin} failed: ${response.error}`);
    return response.result;
  }

  close(): void {
    this.#process.kill('SIGKILL');
  }
}
