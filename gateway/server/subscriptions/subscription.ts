import type { Caller } from '../../../platform/caller.js';
import { DomainError } from '../../../platform/domain-error.js';
import {
  covers,
  type EventHub,
  type EventPage,
  type Position,
  type ResetReason,
} from '../../../platform/events/index.js';
import type { EntityRequest, Payloads, SharedPayloads } from '../../subscriptions/index.js';
import type { EventFilter } from '../events/event-filter.js';
import { LogReader, type ReadingStart } from '../events/log-reader.js';
import type { StreamEnd } from '../metrics.js';
import type { OpenSubscription } from './open-subscription.js';

export interface SubscriptionParts {
  readonly hub: EventHub;
  readonly payloads: SharedPayloads;
  readonly request: EntityRequest;
  /** @throws {DomainError} UNAUTHENTICATED, FORBIDDEN */
  eventFilterOf(caller: Caller): EventFilter;
  onSent(count: number): void;
  onEnd(reason: StreamEnd): void;
}

/** A subscription of Rampart's own graph, which reads the event log page by page. */
export class Subscription implements OpenSubscription {
  readonly #parts: SubscriptionParts;
  readonly #abortController = new AbortController();
  readonly #reader: LogReader;
  #request: EntityRequest;
  #filter: EventFilter;
  /** The position after all events that were read. */
  #position: Position;
  /** The position after the last returned responses. */
  #returnedPosition: Position;
  #end: { readonly reason: StreamEnd; readonly error?: DomainError | undefined } | undefined;

  constructor(parts: SubscriptionParts, start: ReadingStart) {
    this.#parts = parts;
    this.#request = parts.request;
    this.#filter = parts.eventFilterOf(parts.request.caller);
    this.#position = start.from;
    this.#returnedPosition = start.from;
    this.#reader = new LogReader({ hub: parts.hub, start, signal: this.#abortController.signal });
  }

  get position(): Position {
    return this.#position;
  }

  get ended(): StreamEnd | undefined {
    return this.#end?.reason;
  }

  updateCaller(caller: Caller): void {
    this.#filter = this.#parts.eventFilterOf(caller);
    this.#request = { ...this.#request, caller };
  }

  countSent(count: number): void {
    this.#parts.onSent(count);
  }

  /** @throws {DomainError} with the reason why the subscription ended, if the client must know it */
  async next(): Promise<IteratorResult<Payloads, undefined>> {
    this.#position = this.#returnedPosition;
    while (this.#end === undefined) {
      const reading = await this.#reader.next();
      if (reading === undefined) break;
      if ('lost' in reading) {
        this.end('lost', eventsLost(reading.lost));
        break;
      }
      const { page } = reading;
      const payloads = await this.#payloadsOf(page);
      if (payloads === undefined || this.#end !== undefined) break;
      if (covers(page.position, this.#position)) this.#returnedPosition = page.position;
      if (payloads.responses.length > 0) return { done: false, value: payloads };
      this.#position = this.#returnedPosition;
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

  end(reason: StreamEnd, error?: DomainError): void {
    if (this.#end !== undefined) return;
    this.#end = { reason, error };
    this.#abortController.abort();
    this.#parts.onEnd(reason);
  }

  /** The payloads of a page; undefined after the subscription ended, also because they could not be read in time. */
  async #payloadsOf(page: EventPage): Promise<Payloads | undefined> {
    try {
      return await this.#reader.retryUntilAvailable(() => this.#parts.payloads.of(page, this.#payloadRequest()));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.end('failed', error);
      return undefined;
    }
  }

  #payloadRequest() {
    const filter = this.#filter;
    const { signal } = this.#abortController;
    return { ...this.#request, signal, from: this.#position, mayReceive: filter.mayReceive };
  }
}

/** The error for a client that has missed events, and must reload its data and subscribe without a position. */
export function eventsLost(reason: ResetReason): DomainError {
  const message =
    'Changes after this position are no longer available: reload the data, then subscribe without a position (`extensions.after` or `Last-Event-ID`)';
  return new DomainError('GONE', message, { reason });
}
