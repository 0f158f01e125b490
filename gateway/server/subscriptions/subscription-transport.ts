import type { Caller } from '../../../platform/caller.js';
import { isAccessError } from '../../../platform/domain-error.js';
import type { RequestedOperationOptions } from '../requested-operation.js';
import type { OpenSubscription, SubscriptionRequest } from './open-subscription.js';
import { type StreamResponse, sendStream } from './stream-response.js';
import type { WebSocketsOptions } from './web-socket-connection.js';
import { WebSockets } from './web-sockets.js';

/** Serves subscriptions over HTTP. */
export interface SubscriptionTransport {
  /** Starts a streamed response. Rejects only before anything is sent. */
  respond(input: SubscriptionResponse): Promise<void>;
  /** Serves the same operations over WebSockets. */
  webSockets(operations: RequestedOperationOptions): WebSockets;
}

interface SubscriptionResponse extends SubscriptionRequest, Pick<StreamResponse, 'reply' | 'format' | 'maskError'> {
  /** Aborts when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
}

export type SubscriptionTransportOptions = Omit<WebSocketsOptions, keyof RequestedOperationOptions>;

export function createSubscriptionTransport(options: SubscriptionTransportOptions): SubscriptionTransport {
  const { subscriptions, streams, authenticator, heartbeatSeconds } = options;

  async function respond({ reply, signal, format, maskError, ...input }: SubscriptionResponse): Promise<void> {
    const { headers } = input.request;
    const { 'last-event-id': lastId } = headers;
    const after = typeof lastId === 'string' && lastId !== '' ? lastId : input.after;
    const subscription = await subscriptions.open({ ...input, after });
    if (signal.aborted || reply.sent) return subscription.end('left');
    const { sendHeartbeat } = sendStream({ reply, subscription, format, heartbeatSeconds, maskError });
    const stream = { sendHeartbeat, end: () => subscription.end('stopped') };
    streams.add(stream, () =>
      reauthenticate(subscription, () => authenticator.authenticate(input.request, { isRecheck: true })),
    );
    reply.raw.once('close', () => streams.remove(stream));
  }

  return { respond, webSockets: (operations) => new WebSockets({ ...operations, ...options }) };
}

/**
 * Authenticates the caller of a subscription again. Ends the subscription with an error if the credentials are no
 * longer valid, or no longer permit any of the subscription's events.
 */
async function reauthenticate(
  subscription: OpenSubscription,
  authenticate: () => Caller | Promise<Caller>,
): Promise<void> {
  try {
    subscription.updateCaller(await authenticate());
  } catch (error) {
    if (isAccessError(error)) subscription.end('credentials', error);
  }
}
