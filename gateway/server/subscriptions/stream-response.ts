import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../platform/domain-error.js';
import { timeoutAfter } from '../../../platform/timeout-after.js';
import type { MaskedError } from '../../errors/index.js';
import { maxMissedHeartbeats } from '../events/event-stream.js';
import { exemptFromStallLimit } from '../stalled-responses.js';
import type { OpenSubscription } from './open-subscription.js';
import type { StreamFormat } from './stream-formats.js';

export interface StreamResponse {
  readonly reply: FastifyReply;
  readonly subscription: OpenSubscription;
  readonly format: StreamFormat;
  readonly heartbeatSeconds: number;
  /** Returns the errors of a failed subscription as shown to the client. */
  maskError(error: unknown): readonly MaskedError[];
}

/** Time in milliseconds for the last message to be sent before the connection is closed. */
const closeTimeoutMs = 5000;

/**
 * Streams the responses of a subscription. If the server stops the stream, no completion message is sent, so the client
 * reconnects.
 * @returns an object whose `sendHeartbeat` sends a heartbeat
 */
export function sendStream(options: StreamResponse): { sendHeartbeat(): void } {
  const { reply, subscription, format } = options;
  void reply.headers(format.headers).header('x-heartbeat-seconds', String(options.heartbeatSeconds)).hijack();
  const response = reply.raw;
  response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders); // Headers that are set have values.
  exemptFromStallLimit(response);
  response.once('close', () => subscription.end('left'));
  const sendHeartbeat = (): void => {
    if (subscription.ended === undefined && !response.writableEnded && !response.writableNeedDrain) {
      response.write(format.heartbeat(subscription.position));
    }
  };
  response.write(format.opening);
  sendHeartbeat();
  stream(response, options).then(
    () => response.end(subscription.ended === 'completed' ? format.completion : undefined),
    (error: unknown) => {
      response.end(format.failure(options.maskError(error)));
      // A client that does not read does not receive the message.
      setTimeout(() => response.destroy(), closeTimeoutMs).unref();
    },
  );
  return { sendHeartbeat };
}

async function stream(response: ServerResponse, options: StreamResponse): Promise<void> {
  const { subscription, format, heartbeatSeconds } = options;
  const disconnection = new AbortController();
  response.once('close', () => disconnection.abort());
  for await (const payloads of subscription) {
    response.write(format.responses(payloads));
    subscription.countSent(payloads.responses.length);
    if (!response.writableNeedDrain) continue;
    const signal = AbortSignal.any([disconnection.signal, timeoutAfter(heartbeatSeconds * maxMissedHeartbeats)]);
    await once(response, 'drain', { signal }).catch(() => subscription.end('slow', readsTooSlowly()));
  }
}

/** Creates the error for a stream whose client reads too slowly. */
function readsTooSlowly(): DomainError {
  return new DomainError('TIMEOUT', 'The client reads the stream too slowly');
}
