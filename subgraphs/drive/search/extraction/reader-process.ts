import { Worker } from 'node:worker_threads';
import { confine } from './confinement.js';
import { extractText } from './extract.js';
import type { ReadRequest } from './extraction.js';
import { loadPdfReader } from './pdf-text.js';

// The reader process. It has no environment variables, may read only its own code and only until that is loaded, and
// may write no files (see text-reader.ts and confinement.ts). A document arrives on standard input after a line with a
// request; a line of standard output is its response.

/** Yields the requests on standard input with the bytes of their documents, in order. */
async function* requests(): AsyncGenerator<{ request: ReadRequest; bytes: Buffer }> {
  const input = new InputReader(process.stdin[Symbol.asyncIterator]());
  for (let line = await input.line(); line !== undefined; line = await input.line()) {
    // Requests are trusted: text-reader.ts sends them.
    const request = JSON.parse(line) as ReadRequest;
    yield { request, bytes: await input.bytes(request.size) };
  }
}

class InputReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = Buffer.concat([this.#rest, value]);
    }
  }

  async bytes(size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    let length = this.#rest.copy(bytes);
    this.#rest = this.#rest.subarray(length);
    while (length < size) {
      const { done, value } = await this.#chunks.next();
      if (done) throw new Error('the document is incomplete');
      const copied = value.copy(bytes, length);
      this.#rest = value.subarray(copied);
      length += copied;
    }
    return bytes;
  }
}

// Standard output is reserved for responses.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
const watchdog = new Worker(new URL('./watchdog.js', import.meta.url), {
  workerData: { parentPid: process.ppid, limits: JSON.parse(process.argv[2] ?? '{}') },
});
watchdog.unref();
await loadPdfReader();
confine();
for await (const { request, bytes } of requests()) {
  watchdog.postMessage('begin');
  const extraction = await extractText(bytes, request);
  watchdog.postMessage('end');
  process.stdout.write(`${JSON.stringify(extraction)}\n`);
}
