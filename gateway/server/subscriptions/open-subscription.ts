import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/caller.js';
import type { DomainError } from '../../../platform/domain-error.js';
import type { Position } from '../../../platform/events/index.js';
import type { ReadyOperation } from '../../documents/index.js';
import type { Payloads } from '../../subscriptions/index.js';
import type { StreamEnd } from '../metrics.js';

/** A subscription that a client asks for. */
export interface SubscriptionRequest {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly operation: ReadyOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The position after which it resumes. */
  readonly after: string | undefined;
}

/** Opens subscriptions, over whatever transport they were asked for. */
export interface SubscriptionOpener {
  /**
   * Opens a subscription. It holds a place among the streams of its caller until it ends.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; RATE_LIMITED, STORE_UNAVAILABLE for one too many; GONE for a
   * position that is too old
   * @throws {RequestFailure} for variables that do not fit, and for anything else that the fields refuse
   */
  open(asked: SubscriptionRequest): Promise<OpenSubscription>;
}

/**
 * One subscription of a client: an iterator over its responses, some at a time. Whoever iterates asks for more once the
 * client has taken what came before. It throws a DomainError, or a RequestFailure, where the client has to know why it
 * ended.
 */
export interface OpenSubscription extends AsyncIterableIterator<Payloads, undefined> {
  /** Where the client can resume; undefined where it cannot. */
  readonly position: Position | undefined;
  /** Why it ended; undefined while it continues. */
  readonly ended: StreamEnd | undefined;
  /**
   * Sends from now on what this caller may receive.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN where that is nothing
   */
  readmit(caller: Caller): void;
  /** Counts responses that were sent. */
  sent(count: number): void;
  /** Ends it; with an error, whoever iterates gets that next. */
  end(reason: StreamEnd, error?: DomainError): void;
}
