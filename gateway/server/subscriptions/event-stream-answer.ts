import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../platform/domain-error.js';
import { heartbeat } from '../events/event-frames.js';
import { streamHeaders } from '../events/event-routes.js';
import { patience, retryMilliseconds } from '../events/event-stream.js';
import type { Subscription } from './subscription.js';

export interface EventStreamAnswer {
  readonly reply: FastifyReply;
  readonly subscription: Subscription;
  readonly heartbeatSeconds: number;
  onSent(count: number): void;
  /** The last message of a subscription that ends with an error. */
  lastMessage(error: unknown): string;
}

/** For the last message to leave before the connection is closed. */
const farewellMilliseconds = 5000;

/**
 * Streams a subscription as server-sent events (GraphQL over SSE, "Distinct connections mode"). The id of an event is the position of its response. A
 * stream that the server stops ends without `complete`: its client connects again.
 * @returns what sends a sign of life
 */
export function answerWithEvents(answer: EventStreamAnswer): { beat(): void } {
  const { reply, subscription } = answer;
  void reply.headers(streamHeaders).hijack();
  const response = reply.raw;
  response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders); // Only what was set is there.
  response.once('close', () => subscription.end('left'));
  const beat = (): void => {
    if (subscription.ended === undefined && !response.writableNeedDrain) {
      response.write(heartbeat(subscription.position));
    }
  };
  response.write(`retry: ${retryMilliseconds}\n`);
  beat();
  stream(response, answer).then(
    () => response.end(),
    (error: unknown) => {
      response.end(answer.lastMessage(error));
      // A client that reads nothing does not get it.
      setTimeout(() => response.destroy(), farewellMilliseconds).unref();
    },
  );
  return { beat };
}

async function stream(response: ServerResponse, answer: EventStreamAnswer): Promise<void> {
  const { subscription, onSent, heartbeatSeconds } = answer;
  for await (const payloads of subscription) {
    response.write(payloads.frames);
    onSent(payloads.responses.length);
    if (!response.writableNeedDrain) continue;
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(heartbeatSeconds * patience * 1000)]);
    response.once('close', () => gone.abort());
    await once(response, 'drain', { signal }).catch(() => subscription.end('slow', readsTooSlowly()));
  }
}

/** Says why the server ends a stream whose client does not take what it is sent. */
export function readsTooSlowly(): DomainError {
  return new DomainError('TIMEOUT', 'The client reads the stream too slowly');
}
