import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { DeliveredPart, IncrementalResult } from '../../execution/index.js';
import { maskAndReportErrors, maskedExtensions, type ResponseContext } from '../graphql-response.js';
import type { IncrementalFormat } from '../media-types.js';
import type { OperationOutcome } from '../metrics.js';
import { type MaskedResult, payloadSerializerOf } from './payload-serializer.js';

export interface IncrementalResponse {
  readonly target: ResponseContext;
  readonly result: IncrementalResult;
  readonly format: IncrementalFormat;
  /** Aborts when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
}

const partHeaders = '\r\ncontent-type: application/json; charset=utf-8\r\n\r\n';
const boundary = '\r\n---';
/** Time in milliseconds for the last parts to be sent before the connection is closed. */
const closeTimeoutMs = 5000;

/**
 * Sends an incremental result as `multipart/mixed`. Each payload is sent together with the boundary after it, so
 * clients can read the payload immediately. The next parts are requested when the previous ones were written to the
 * connection.
 * @returns the outcome, when the response has ended or the client has disconnected
 */
export async function sendIncrementalResponse({
  target,
  result,
  format,
  signal,
}: IncrementalResponse): Promise<OperationOutcome> {
  const { reply } = target;
  let outcome: OperationOutcome = 'data';
  const mask = ({ errors, extensions }: Pick<DeliveredPart, 'errors' | 'extensions'>): MaskedResult => {
    if (errors !== undefined) outcome = 'partial';
    return {
      ...(errors !== undefined && { errors: maskAndReportErrors(target, errors) }),
      extensions: maskedExtensions(target, { extensions }),
    };
  };
  const serializer = payloadSerializerOf(format);
  const { initial, pending, subsequentResults } = result;
  const first = JSON.stringify(serializer.initial({ data: initial.data, ...mask(initial) }, pending));
  async function* chunks(): AsyncGenerator<string, void, undefined> {
    yield `${boundary}${partHeaders}${first}${boundary}`;
    for await (const next of subsequentResults) {
      const payload = JSON.stringify(serializer.subsequent(next, mask));
      yield `${partHeaders}${payload}${boundary}${next.hasNext ? '' : '--\r\n'}`;
    }
  }
  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: 1 });
  signal.addEventListener('abort', () => {
    setTimeout(() => stream.destroyed || reply.raw.destroy(), closeTimeoutMs).unref();
  });
  const closed = once(stream, 'close');
  reply
    .code(200)
    .headers({
      'content-type': `multipart/mixed; boundary="-"; ${format}`,
      'cache-control': 'no-store, no-transform',
      // Otherwise, nginx buffers the response.
      'x-accel-buffering': 'no',
    })
    .send(stream);
  await closed;
  return outcome;
}
