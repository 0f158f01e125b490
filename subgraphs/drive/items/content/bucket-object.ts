import type { ReadableStream } from 'node:stream/web';
import { S3ServiceError } from 's3mini';
import { DomainError } from '../../../../platform/domain-error.js';
import { messageOf } from '../../../../platform/message-of.js';
import { backoffSeconds } from '../../network.js';
import type { BucketClient } from './bucket-client.js';
import type { ContentRange, StoredFile } from './content-files.js';

/** Number of consecutive interruptions, without any received byte, after which a transfer fails. */
const maxInterruptions = 5;
/** Maximum number of bytes that a request fetches ahead for sequential reads. */
const maxWindowBytes = 8 << 20;

/** Metadata and first bytes of an object. */
export interface ObjectHead {
  readonly key: string;
  readonly size: number;
  readonly entityTag: string;
  /** Time of the last modification in Unix epoch milliseconds; NaN if unknown. */
  readonly modifiedAtMs: number;
  readonly head: Buffer;
}

/** Reads the metadata and the first bytes of an object; undefined if it does not exist. */
export async function readHead(client: BucketClient, key: string, bytes: number): Promise<ObjectHead | undefined> {
  return await client.run(async (s3) => {
    const { headers, body } = await s3.getObjectRaw(key, false, 0, bytes).catch((error: unknown) => {
      // An empty object has no range.
      if (error instanceof S3ServiceError && error.status === 416) return s3.getObjectRaw(key);
      throw error;
    });
    const head = await firstBytes(body, bytes);
    const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length');
    const modifiedAtMs = Date.parse(headers.get('last-modified') ?? '');
    return { key, size: Number(total ?? head.length), entityTag: headers.get('etag') ?? '', modifiedAtMs, head };
  });
}

async function firstBytes(body: Response['body'], max: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of streamOf(body)) {
    parts.push(part);
    length += part.length;
    if (length >= max) break;
  }
  return Buffer.concat(parts).subarray(0, max);
}

/** The response body with the stream type of Node.js; an empty stream if there is no body. */
function streamOf(body: Response['body']): ReadableStream<Uint8Array> {
  return (body ?? new Response('').body) as ReadableStream<Uint8Array>;
}

/** An object in a bucket, open for reading. Reading fails if the object is replaced after it was opened. */
export class BucketObject implements StoredFile {
  readonly #client: BucketClient;
  readonly #object: ObjectHead;
  /** Bytes that follow the last read, prefetched by a request whose size doubles with each sequential read. */
  #next: { position: number; end: number; bytes: AsyncIterator<Buffer>; rest: Buffer } | undefined;
  #windowBytes = 0;

  constructor(client: BucketClient, object: ObjectHead) {
    this.#client = client;
    this.#object = object;
  }

  get size(): number {
    return this.#object.size;
  }

  async state(): Promise<string> {
    const { size, entityTag, modifiedAtMs } = this.#object;
    return [size, modifiedAtMs, entityTag].join(' ');
  }

  retain(): void {
    // Streams remain usable after `close`.
  }

  async close(): Promise<void> {
    await this.#next?.bytes.return?.();
    this.#next = undefined;
  }

  async read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    const count = Math.min(length, this.size - position);
    if (count <= 0) return { bytesRead: 0 };
    const { head } = this.#object;
    if (position < head.length) return { bytesRead: head.copy(buffer, offset, position, position + count) };
    const next = await this.#at(position, count);
    if (next.rest.length === 0) {
      const { done, value } = await next.bytes.next();
      if (done === true) return { bytesRead: 0 };
      next.rest = value;
    }
    const bytesRead = next.rest.copy(buffer, offset, 0, count);
    next.rest = next.rest.subarray(bytesRead);
    next.position += bytesRead;
    return { bytesRead };
  }

  async *stream({ start, end }: ContentRange): AsyncGenerator<Buffer> {
    const { head } = this.#object;
    if (start < head.length) yield head.subarray(start, end + 1);
    let position = Math.max(start, head.length);
    for (let interruptions = 0; position <= end; ) {
      try {
        for await (const bytes of await this.#request({ start: position, end })) {
          position += bytes.length;
          interruptions = 0;
          yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        }
        if (position <= end) throw new Error('the transfer ended early');
      } catch (error) {
        if (error instanceof DomainError) throw error;
        if (++interruptions === maxInterruptions) throw this.#interruptedError(error);
        const { sleep, random } = this.#client.timing;
        await sleep(backoffSeconds({ failures: interruptions, firstSeconds: 0.5, maxSeconds: 10, random: random() }));
      }
    }
  }

  async #request({ start, end }: ContentRange): Promise<ReadableStream<Uint8Array>> {
    const { key, entityTag } = this.#object;
    const condition = entityTag === '' ? {} : { 'if-match': entityTag };
    const response = await this.#client.run((s3) => s3.getObjectRaw(key, false, start, end + 1, condition));
    if (response === undefined)
      throw new DomainError('STORE_UNAVAILABLE', `The object ${key} was removed while it was read: try again`);
    if (!(response.headers.get('content-range') ?? '').startsWith(`bytes ${start}-`)) {
      await response.body?.cancel();
      const problem = `The object store returned status ${response.status} without the requested range`;
      throw new DomainError('STORE_UNAVAILABLE', `${problem}: it must support range requests`);
    }
    return streamOf(response.body);
  }

  /** Returns the prefetched bytes at `position`, or starts a new request there. */
  async #at(position: number, length: number) {
    const isConsecutive = this.#next?.position === position;
    if (this.#next !== undefined && isConsecutive && position <= this.#next.end) return this.#next;
    this.#windowBytes = isConsecutive ? Math.min(this.#windowBytes * 2, maxWindowBytes) : length;
    await this.close();
    const end = Math.min(position + Math.max(length, this.#windowBytes), this.size) - 1;
    this.#next = { position, end, bytes: this.stream({ start: position, end }), rest: Buffer.alloc(0) };
    return this.#next;
  }

  #interruptedError(cause: unknown): DomainError {
    const reason = messageOf(cause);
    const text = `The object store repeatedly interrupted the transfer of ${this.#object.key}: ${reason}`;
    return new DomainError('STORE_UNAVAILABLE', `${text}. Try again later.`, undefined, { cause });
  }
}
