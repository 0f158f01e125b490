import { Readable, type ReadableOptions } from 'node:stream';

/**
 * A stream of the bytes that `generate` yields. The signal aborts as soon as the stream is destroyed. Without it, the
 * generator would notice this only after the step that it is awaiting.
 */
export function abortableStream(
  generate: (signal: AbortSignal) => AsyncIterable<Buffer>,
  options: Pick<ReadableOptions, 'highWaterMark'> = {},
): Readable {
  const reader = new AbortController();
  const stream = Readable.from(generate(reader.signal), { objectMode: false, ...options });
  onDestruction(stream, () => reader.abort());
  return stream;
}

/**
 * Calls a function as soon as a stream is destroyed, also by its end. The event `close` follows only after a read in
 * progress.
 */
export function onDestruction(stream: Readable, call: () => void): void {
  const destroy = stream._destroy.bind(stream);
  stream._destroy = (error, callback) => {
    call();
    destroy(error, callback);
  };
}
