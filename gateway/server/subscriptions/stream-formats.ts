import type { Position } from '../../../platform/events/index.js';
import type { MaskedError } from '../../errors/index.js';
import { type Payloads, partOf } from '../../subscriptions/index.js';
import { streamHeaders } from '../events/event-routes.js';
import { retryMs } from '../events/event-stream.js';
import { heartbeat } from '../events/serialized-events.js';
import { asEvents } from '../graphql-response.js';
import { acceptsEventStream, acceptsSubscriptionParts } from '../media-types.js';

/** The wire format of the response to a subscription. */
export interface StreamFormat {
  readonly headers: Readonly<Record<string, string>>;
  readonly opening: string;
  /** The last message of a subscription that has completed. */
  readonly completion: string;
  heartbeat(position: Position | undefined): string;
  responses(payloads: Payloads): Buffer;
  /** Returns the last message of a subscription that has failed. */
  failure(errors: readonly MaskedError[]): string;
}

/**
 * Server-sent events (GraphQL over SSE, "Distinct connections mode"). The id of an event is the position of its
 * response.
 */
export const eventStream: StreamFormat = {
  headers: streamHeaders,
  opening: `retry: ${retryMs}\n`,
  completion: 'event: complete\ndata:\n\n',
  heartbeat,
  responses: (payloads) => payloads.frames,
  failure: (errors) => asEvents(JSON.stringify({ errors })),
};

/**
 * The protocol of Apollo Router for subscriptions over HTTP (`subscriptionSpec=1.0`), which Apollo Client reads without
 * an additional library.
 */
const multipart: StreamFormat = {
  headers: { ...streamHeaders, 'content-type': 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0' },
  opening: '\r\n--graphql',
  completion: '--\r\n',
  heartbeat: () => partOf('{}'),
  responses: (payloads) => payloads.parts,
  failure: (errors) => `${partOf(JSON.stringify({ payload: null, errors }))}--\r\n`,
};

/** The format of subscriptions that a client accepts; server-sent events if it accepts both. */
export function streamFormat(accept: string | undefined): StreamFormat | undefined {
  if (acceptsEventStream(accept)) return eventStream;
  return acceptsSubscriptionParts(accept) ? multipart : undefined;
}
