import type { ExecutionResult } from 'graphql';
import type { Caller } from '../../../platform/caller.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { OpenSubscription, StreamEnd } from '../../server/index.js';
import { Payloads, type SubscriptionResponse } from '../../subscriptions/index.js';

export interface UpstreamSubscriptionParts {
  readonly results: AsyncIterable<ExecutionResult>;
  /** Converts a result to the response that the client receives. */
  responseOf(result: ExecutionResult): SubscriptionResponse;
  onCallerUpdate(caller: Caller): void;
  onSent(count: number): void;
  onEnd(reason: StreamEnd): void;
}

/**
 * A subscription whose events a subgraph sends. Events are not buffered: the next one is read when the client has read
 * the previous one.
 */
export class UpstreamSubscription implements OpenSubscription {
  readonly position = undefined;
  readonly #parts: UpstreamSubscriptionParts;
  readonly #results: AsyncIterator<ExecutionResult>;
  /** Ends the wait for the next result; undefined if the consumer has not requested any. */
  #stopWaiting: (() => void) | undefined;
  #end: { readonly reason: StreamEnd; readonly error?: unknown } | undefined;

  constructor(parts: UpstreamSubscriptionParts) {
    this.#parts = parts;
    this.#results = parts.results[Symbol.asyncIterator]();
  }

  get ended(): StreamEnd | undefined {
    return this.#end?.reason;
  }

  async next(): Promise<IteratorResult<Payloads, undefined>> {
    if (this.#end === undefined) {
      const result = await this.#nextUntilEnd();
      // Events after the end belong to a caller who may no longer receive them.
      if (result !== undefined && this.#end === undefined) {
        return { done: false, value: new Payloads([this.#parts.responseOf(result)]) };
      }
    }
    if (this.#end?.error !== undefined) throw this.#end.error;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Payloads, undefined>> {
    this.end('left');
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  updateCaller(caller: Caller): void {
    this.#parts.onCallerUpdate(caller);
  }

  countSent(count: number): void {
    this.#parts.onSent(count);
  }

  end(reason: StreamEnd, error?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { reason, error };
    this.#stopWaiting?.();
    this.#parts.onEnd(reason);
    // Closes the source, which may not have been started, or may wait for an event that never arrives.
    this.#results.return?.().catch(() => {});
  }

  /**
   * The next result; undefined when the subscription ends. Each wait has its own promise: reactions of one promise for
   * the end would keep all earlier results in memory.
   */
  #nextUntilEnd(): Promise<ExecutionResult | undefined> {
    return new Promise((resolve) => {
      this.#stopWaiting = () => resolve(undefined);
      void this.#next().then(resolve);
    });
  }

  /** The next result; undefined after the last result and after a failure, both of which end the subscription. */
  async #next(): Promise<ExecutionResult | undefined> {
    try {
      const { done, value } = await this.#results.next();
      if (!done) return value;
      this.end('completed');
    } catch (error) {
      this.end('failed', error);
    }
    return undefined;
  }
}

/**
 * The error for a client that tries to resume a subscription. Events of subgraphs have no positions, so the client
 * would miss events without noticing.
 */
export function cannotResume(): DomainError {
  const message =
    'This gateway cannot resume subscriptions: reload the data, then subscribe without a position (`extensions.after` or `Last-Event-ID`)';
  return new DomainError('GONE', message);
}
