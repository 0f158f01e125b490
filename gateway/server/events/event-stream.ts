import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  covers,
  type EventHub,
  type EventPage,
  hasSeen,
  type Position,
  type ResetReason,
} from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import { timeoutAfter } from '../../../platform/timeout-after.js';
import type { StreamEnd } from '../metrics.js';
import { exemptFromStallLimit } from '../stalled-responses.js';
import type { EventFilter } from './event-filter.js';
import { LogReader, type ReadingStart } from './log-reader.js';
import {
  heartbeat,
  message,
  type SerializedEvent,
  serializedEventsOf,
  serializeEventsAfter,
} from './serialized-events.js';

export interface EventStreamOptions {
  readonly response: ServerResponse;
  readonly hub: EventHub;
  readonly log: Logger;
  readonly filter: EventFilter;
  /**
   * Heartbeat interval in seconds, which is sent to clients. After three missing heartbeats, clients must treat the
   * connection as lost.
   */
  readonly heartbeatSeconds: number;
  onSent(type: string): void;
  onEnd(reason: StreamEnd): void;
}

/** Time in milliseconds after which clients reconnect, sent as the field `retry` of the stream. */
export const retryMs = 1000;
/** Number of heartbeat intervals after which a client that does not read is disconnected. */
export const maxMissedHeartbeats = 2;

/** The event stream of one client, sent as fast as the client reads. At most one event is buffered. */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #abortController = new AbortController();
  readonly #reader: LogReader;
  #filter: EventFilter;
  #position: Position;
  #isEnded = false;

  constructor(options: EventStreamOptions, start: ReadingStart) {
    this.#options = options;
    this.#filter = options.filter;
    this.#position = start.from;
    this.#reader = new LogReader({ hub: options.hub, start, signal: this.#abortController.signal });
    exemptFromStallLimit(options.response);
    options.response.once('close', () => this.#finish('left'));
  }

  /** Sends the events that the client has missed, and then all later events. */
  begin(): void {
    const { types, tenantId, tenants } = this.#filter;
    const { heartbeatSeconds } = this.#options;
    const ready = message('ready', { types, tenantId, tenants, heartbeatSeconds }, this.#position);
    this.#write(`retry: ${retryMs}\n${ready}`);
    this.#run().catch((error: unknown) => {
      if (this.#isEnded) return;
      this.#options.log.error({ err: error }, 'an event stream ended with an error');
      this.end('stopped');
    });
  }

  /** Applies a changed filter to all later events. */
  setFilter(filter: EventFilter): void {
    this.#filter = filter;
  }

  sendHeartbeat(): void {
    if (!this.#isEnded && !this.#options.response.writableNeedDrain) this.#write(heartbeat(this.#position));
  }

  /** Ends the stream. The client can resume from its last event id. */
  end(reason: Exclude<StreamEnd, 'left'>): void {
    if (this.#isEnded) return;
    const { response } = this.#options;
    this.#finish(reason);
    // A client that reads nothing is disconnected immediately.
    if (reason === 'slow') response.destroy();
    else response.end(message('end', { reason }));
  }

  #finish(reason: StreamEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#abortController.abort();
    this.#options.onEnd(reason);
  }

  async #run(): Promise<void> {
    for (;;) {
      const reading = await this.#reader.next();
      if (reading === undefined) return;
      if ('lost' in reading) await this.#reset(reading.lost);
      else await this.#sendPage(reading.page);
    }
  }

  /** Sends a page of events as fast as the client reads. */
  async #sendPage(page: EventPage): Promise<void> {
    for (const event of this.#unsentEventsOf(page)) {
      if (!(await this.#waitUntilRead())) return;
      this.#send(event);
    }
    if (covers(page.position, this.#position)) this.#position = page.position;
    await this.#waitUntilRead();
  }

  /** Informs the client that events are missing, and continues from the end of the log. */
  async #reset(reason: ResetReason): Promise<void> {
    const end = await this.#reader.retryUntilAvailable(() => this.#options.hub.end());
    if (end === undefined) return;
    this.#position = end;
    this.#write(message('reset', { reason }, end));
    this.#reader.restartAt(end);
  }

  /**
   * Waits until the client has read everything that was sent; resolves to false if it has disconnected or timed out.
   */
  async #waitUntilRead(): Promise<boolean> {
    const { response, heartbeatSeconds } = this.#options;
    if (!this.#isEnded && response.writableNeedDrain) {
      const signal = AbortSignal.any([
        this.#abortController.signal,
        timeoutAfter(heartbeatSeconds * maxMissedHeartbeats),
      ]);
      await once(response, 'drain', { signal }).catch(() => this.end('slow'));
    }
    return !this.#isEnded;
  }

  #send({ event, bytes, position }: SerializedEvent): void {
    if (this.#isEnded) return;
    this.#position = position;
    if (!this.#filter.mayReceive(event)) return;
    this.#write(bytes);
    this.#options.onSent(event.type);
  }

  /** The events of a page that the client has not received yet. The client's position may be within the page. */
  #unsentEventsOf(page: EventPage): readonly SerializedEvent[] {
    const from = this.#position;
    if (covers(page.from, from)) return serializedEventsOf(page);
    const unseen = page.events.filter(({ id }) => !hasSeen(from, id));
    return serializeEventsAfter(from, page.snapshot, unseen);
  }

  #write(text: string | Buffer): void {
    if (!this.#isEnded) this.#options.response.write(text);
  }
}
