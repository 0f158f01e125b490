import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/caller.js';
import type { DomainError } from '../../../platform/domain-error.js';
import type { Position } from '../../../platform/events/index.js';
import type { ReadyOperation } from '../../documents/index.js';
import type { Payloads } from '../../subscriptions/index.js';
import type { StreamEnd } from '../metrics.js';

/** A subscription that a client requests. */
export interface SubscriptionRequest {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly operation: ReadyOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The position after which the subscription resumes; undefined for a new one. */
  readonly after: string | undefined;
}

/** Opens subscriptions, regardless of their transport. */
export interface SubscriptionOpener {
  /**
   * Opens a subscription. It counts as a stream of its caller until it ends.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; RATE_LIMITED, STORE_UNAVAILABLE if a limit of streams is reached;
   * GONE for a position that is too old
   * @throws {RequestFailure} for invalid variables, and for other errors of the fields
   */
  open(options: SubscriptionRequest): Promise<OpenSubscription>;
}

/**
 * One subscription of a client: an iterator over batches of its responses. The consumer requests the next batch when
 * the client has taken the previous one. It throws a DomainError or a RequestFailure if the client must know why it
 * ended.
 */
export interface OpenSubscription extends AsyncIterableIterator<Payloads, undefined> {
  /** The position from which the client can resume; undefined if it cannot. */
  readonly position: Position | undefined;
  /** The reason why it ended; undefined while it continues. */
  readonly ended: StreamEnd | undefined;
  /**
   * From now on, sends the events that this caller may receive.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN if there are none
   */
  updateCaller(caller: Caller): void;
  /** Counts responses that were sent. */
  countSent(count: number): void;
  /** Ends it. If there is an error, the consumer gets it next. */
  end(reason: StreamEnd, error?: DomainError): void;
}
