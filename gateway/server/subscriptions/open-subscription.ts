import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/caller.js';
import type { DomainError } from '../../../platform/domain-error.js';
import type { Position } from '../../../platform/events/index.js';
import type { ReadyOperation } from '../../documents/index.js';
import type { Payloads } from '../../subscriptions/index.js';
import type { StreamEnd } from '../metrics.js';

/** The parameters of a client's subscription. */
export interface SubscriptionRequest {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly operation: ReadyOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The position after which the subscription resumes; undefined for a new subscription. */
  readonly after: string | undefined;
}

/** Opens subscriptions for all transports. */
export interface SubscriptionOpener {
  /**
   * Opens a subscription, which counts as a stream of its caller until it ends.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; RATE_LIMITED, STORE_UNAVAILABLE if a limit on streams is reached;
   * GONE if the position is too old
   * @throws {RequestFailure} for invalid variables, and for other errors of the fields
   */
  open(options: SubscriptionRequest): Promise<OpenSubscription>;
}

/**
 * One subscription of a client: an iterator over batches of its responses. The consumer requests the next batch when
 * the client has read the previous one. The iterator throws a DomainError or a RequestFailure if the client must know
 * why the subscription ended.
 */
export interface OpenSubscription extends AsyncIterableIterator<Payloads, undefined> {
  /** The position from which the client can resume; undefined if it cannot. */
  readonly position: Position | undefined;
  /** The reason why the subscription ended; undefined while it is open. */
  readonly ended: StreamEnd | undefined;
  /**
   * Changes the caller: from now on, only events that this caller may receive are sent.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN if the caller may receive none
   */
  updateCaller(caller: Caller): void;
  /** Counts responses that were sent to the client. */
  countSent(count: number): void;
  /** Ends the subscription. If there is an error, the consumer receives it next. */
  end(reason: StreamEnd, error?: DomainError): void;
}
