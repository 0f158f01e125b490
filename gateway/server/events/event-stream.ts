import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  covers,
  type EventHub,
  type EventPage,
  hasSeen,
  type Position,
  PositionScan,
  type ResetReason,
} from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import type { StreamEnd } from '../metrics.js';
import type { Audience } from './audience.js';
import { type Frame, frameOf, framesOf, heartbeat, message } from './event-frames.js';
import { LogReader, type ReadingStart } from './log-reader.js';

export interface EventStreamOptions {
  readonly response: ServerResponse;
  readonly hub: EventHub;
  readonly log: Logger;
  readonly audience: Audience;
  /** Interval of heartbeats, sent to clients: three missing heartbeats mean that the connection is lost. */
  readonly heartbeatSeconds: number;
  onSent(type: string): void;
  onEnd(reason: StreamEnd): void;
}

export const retryMilliseconds = 1000;
/** A client may take nothing for so many pauses between signs of life. */
export const patience = 2;

/** One client that listens: it gets events as fast as it takes them, and what waits for it is never more than an event. */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #gone = new AbortController();
  readonly #reader: LogReader;
  #audience: Audience;
  #position: Position;
  #isEnded = false;

  constructor(options: EventStreamOptions, start: ReadingStart) {
    this.#options = options;
    this.#audience = options.audience;
    this.#position = start.from;
    this.#reader = new LogReader({ hub: options.hub, start, signal: this.#gone.signal });
    options.response.once('close', () => this.#finish('left'));
  }

  /** Sends what the client has missed, and everything from then on. */
  begin(): void {
    const { types, tenantId } = this.#audience;
    const { heartbeatSeconds } = this.#options;
    const ready = message('ready', { types, tenantId, heartbeatSeconds }, this.#position);
    this.#write(`retry: ${retryMilliseconds}\n${ready}`);
    this.#run().catch((error: unknown) => {
      if (this.#isEnded) return;
      this.#options.log.error({ err: error }, 'a stream of events failed');
      this.end('stopped');
    });
  }

  /** Hears from now on what this audience does. */
  readmit(audience: Audience): void {
    this.#audience = audience;
  }

  beat(): void {
    if (!this.#isEnded && !this.#options.response.writableNeedDrain) this.#write(heartbeat(this.#position));
  }

  /** Ends the stream; the client may come back with the last id it has heard. */
  end(reason: Exclude<StreamEnd, 'left'>): void {
    if (this.#isEnded) return;
    const { response } = this.#options;
    this.#finish(reason);
    // Who takes nothing is not waited for.
    if (reason === 'slow') response.destroy();
    else response.end(message('end', { reason }));
  }

  #finish(reason: StreamEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#gone.abort();
    this.#options.onEnd(reason);
  }

  async #run(): Promise<void> {
    for (;;) {
      const reading = await this.#reader.next();
      if (reading === undefined) return;
      if ('lost' in reading) await this.#reset(reading.lost);
      else await this.#pass(reading.page);
    }
  }

  /** Sends a page as fast as the client takes it. */
  async #pass(page: EventPage): Promise<void> {
    for (const frame of this.#framesFor(page)) {
      if (!(await this.#drained())) return;
      this.#send(frame);
    }
    if (covers(page.position, this.#position)) this.#position = page.position;
    await this.#drained();
  }

  /** Tells the client that events are missing between what it has heard and now, and goes on from now. */
  async #reset(reason: ResetReason): Promise<void> {
    const end = await this.#reader.whileAway(() => this.#options.hub.end());
    if (end === undefined) return;
    this.#position = end;
    this.#write(message('reset', { reason }, end));
    this.#reader.restartAt(end);
  }

  /** Waits until the client has taken what it was sent; false when it is gone, or was cut off because it did not. */
  async #drained(): Promise<boolean> {
    const { response, heartbeatSeconds } = this.#options;
    if (!this.#isEnded && response.writableNeedDrain) {
      const signal = AbortSignal.any([this.#gone.signal, AbortSignal.timeout(heartbeatSeconds * patience * 1000)]);
      await once(response, 'drain', { signal }).catch(() => this.end('slow'));
    }
    return !this.#isEnded;
  }

  #send({ event, bytes, position }: Frame): void {
    if (this.#isEnded) return;
    this.#position = position;
    if (!this.#audience.mayReceive(event)) return;
    this.#write(bytes);
    this.#options.onSent(event.type);
  }

  /** What of a page the client has not seen: less than all when it came before the process had read that. */
  #framesFor(page: EventPage): readonly Frame[] {
    const from = this.#position;
    if (covers(page.from, from)) return framesOf(page);
    const walk = new PositionScan(from, page.snapshot);
    const unseen = page.events.filter(({ place }) => !hasSeen(from, place));
    return unseen.map((event) => frameOf(event, walk.step(event.place)));
  }

  #write(text: string | Buffer): void {
    if (!this.#isEnded) this.#options.response.write(text);
  }
}
