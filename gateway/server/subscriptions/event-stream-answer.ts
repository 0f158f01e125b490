import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../platform/domain-error.js';
import { heartbeat } from '../events/event-frames.js';
import { streamHeaders } from '../events/event-routes.js';
import { patience, retryMilliseconds } from '../events/event-stream.js';
import type { OpenSubscription } from './open-subscription.js';

export interface EventStreamAnswer {
  readonly reply: FastifyReply;
  readonly subscription: OpenSubscription;
  readonly heartbeatSeconds: number;
  /** Creates the last message of a subscription that ends with an error. */
  lastMessage(error: unknown): string;
}

/** Time for the last message to be sent before the connection is closed. */
const farewellMilliseconds = 5000;
const completion = 'event: complete\ndata:\n\n';

/**
 * Streams a subscription as server-sent events (GraphQL over SSE, "Distinct connections mode"). The id of an event is
 * the position of its response. A stream that the server stops ends without `complete`: its client connects again.
 * @returns what sends a sign of life
 */
export function answerWithEvents(answer: EventStreamAnswer): { beat(): void } {
  const { reply, subscription } = answer;
  void reply.headers(streamHeaders).header('x-heartbeat-seconds', String(answer.heartbeatSeconds)).hijack();
  const response = reply.raw;
  response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders); // Headers that are set have values.
  response.once('close', () => subscription.end('left'));
  const beat = (): void => {
    if (subscription.ended === undefined && !response.writableNeedDrain) {
      response.write(heartbeat(subscription.position));
    }
  };
  response.write(`retry: ${retryMilliseconds}\n`);
  beat();
  stream(response, answer).then(
    () => response.end(subscription.ended === 'completed' ? completion : undefined),
    (error: unknown) => {
      response.end(answer.lastMessage(error));
      // A client that does not read does not get the message.
      setTimeout(() => response.destroy(), farewellMilliseconds).unref();
    },
  );
  return { beat };
}

async function stream(response: ServerResponse, answer: EventStreamAnswer): Promise<void> {
  const { subscription, heartbeatSeconds } = answer;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for await (const payloads of subscription) {
    response.write(payloads.frames);
    subscription.sent(payloads.responses.length);
    if (!response.writableNeedDrain) continue;
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(heartbeatSeconds * patience * 1000)]);
    await once(response, 'drain', { signal }).catch(() => subscription.end('slow', readsTooSlowly()));
  }
}

/** The error of a stream whose client reads too slowly. */
export function readsTooSlowly(): DomainError {
  return new DomainError('TIMEOUT', 'The client reads the stream too slowly');
}
