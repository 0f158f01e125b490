import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import { extractText } from './extract.js';
import type { ReadRequest } from './extraction.js';

// The process that reads documents. It has no environment, may read nothing but its own code, and may write nothing
// (see text-reader.ts). A document arrives on standard input after a line with a request; a line of standard output
// answers it.

/** A document that exploits a parser must not reach other machines. */
function closeNetwork(): void {
  const refuse = (): never => {
    throw new Error('the process that reads documents has no network');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  dns.lookup = refuse as unknown as typeof dns.lookup;
  Reflect.deleteProperty(globalThis, 'fetch');
  Reflect.deleteProperty(globalThis, 'WebSocket');
  Reflect.deleteProperty(globalThis, 'EventSource');
}

/** Requests with their bytes, in order. */
async function* requests(): AsyncGenerator<{ request: ReadRequest; bytes: Buffer }> {
  const input = new InputReader(process.stdin[Symbol.asyncIterator]());
  for (let line = await input.line(); line !== undefined; line = await input.line()) {
    // The other side of the pipe is text-reader.ts.
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

closeNetwork();
// Standard output belongs to the answers.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
const watchdog = new Worker(new URL('./watchdog.js', import.meta.url), {
  workerData: { parent: process.ppid, limits: JSON.parse(process.argv[2] ?? '{}') },
});
watchdog.unref();
for await (const { request, bytes } of requests()) {
  watchdog.postMessage('begin');
  const extraction = await extractText(bytes, request);
  watchdog.postMessage('end');
  process.stdout.write(`${JSON.stringify(extraction)}\n`);
}
