import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../../platform/domain-error.js';
import {
  covers,
  type EventHub,
  type EventListener,
  type EventPage,
  type EventReading,
  hasSeen,
  type Position,
  PositionScan,
  type ResetReason,
} from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import type { StreamEnd } from '../metrics.js';
import type { Audience } from './audience.js';
import { type Frame, frameOf, framesOf, heartbeat, message } from './event-frames.js';

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

const retryMilliseconds = 1000;
/** A client may take nothing for so many pauses between signs of life. */
const patience = 2;

/**
 * One client that listens. It reads from the log at its own pace until it has seen what the process has, and is told by the process
 * from then on. A client that does not keep up reads from the log again once it has taken what it was sent: what waits for it is
 * never more than an event, and the page that it is in.
 */
export class EventStream implements EventListener {
  readonly #options: EventStreamOptions;
  readonly #gone = new AbortController();
  #audience: Audience;
  #position: Position;
  #isEnded = false;

  constructor(options: EventStreamOptions, from: Position) {
    this.#options = options;
    this.#audience = options.audience;
    this.#position = from;
    options.response.once('close', () => this.#finish('left'));
  }

  /** Sends what the client has missed, beginning with what was read of that already, and everything from then on. */
  begin(missed: EventReading | undefined): void {
    const { types, tenantId } = this.#audience;
    const { heartbeatSeconds } = this.#options;
    const ready = message('ready', { types, tenantId, heartbeatSeconds }, this.#position);
    this.#write(`retry: ${retryMilliseconds}\n${ready}`);
    this.#goOn(missed);
  }

  take(page: EventPage): void {
    for (const frame of this.#framesFor(page)) {
      this.#send(frame);
      if (this.#options.response.writableNeedDrain) {
        this.#fallBehind(page);
        return;
      }
    }
    this.#arrive(page);
  }

  restart(reason: ResetReason): void {
    this.#goOn({ lost: reason });
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
    this.#options.hub.unfollow(this);
    this.#options.onEnd(reason);
  }

  #goOn(first: EventReading | undefined): void {
    this.#catchUp(first).catch((error: unknown) => {
      if (this.#isEnded) return;
      this.#options.log.error({ err: error }, 'an event stream failed');
      this.end('stopped');
    });
  }

  async #catchUp(first?: EventReading): Promise<void> {
    const { hub } = this.#options;
    let reading = first;
    while (!this.#isEnded) {
      reading ??= await this.#patiently(() => hub.read(this.#position));
      if (reading === undefined) return;
      const isComplete = 'lost' in reading ? await this.#reset(reading.lost) : await this.#pass(reading.page);
      if (isComplete && hub.follow(this.#position, this)) return;
      reading = undefined;
    }
  }

  /** Sends a page as fast as the client takes it; true when there was no more. */
  async #pass(page: EventPage): Promise<boolean> {
    for (const frame of this.#framesFor(page)) {
      if (!(await this.#drained())) return false;
      this.#send(frame);
    }
    this.#arrive(page);
    return (await this.#drained()) && !page.isCut;
  }

  /** Tells the client that events are missing between what it has heard and now, and goes on from now. */
  async #reset(reason: ResetReason): Promise<boolean> {
    const end = await this.#patiently(() => this.#options.hub.end());
    if (end === undefined) return false;
    this.#position = end;
    this.#write(message('reset', { reason }, end));
    return true;
  }

  /** Repeats what fails while the database is away; undefined once the client is gone. */
  async #patiently<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    while (!this.#isEnded) {
      try {
        return await work();
      } catch (error) {
        // Only time helps; what follows the log for the process says so in its log.
        if (!(error instanceof DomainError) || error.code !== 'STORE_UNAVAILABLE') throw error;
        await delay(retryMilliseconds, undefined, { signal: this.#gone.signal }).catch(() => {});
      }
    }
    return undefined;
  }

  /** The rest of the page is sent once the client has taken what it was sent. */
  #fallBehind(page: EventPage): void {
    this.#options.hub.unfollow(this);
    this.#goOn({ page });
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

  #arrive(page: EventPage): void {
    if (covers(page.position, this.#position)) this.#position = page.position;
  }

  /** What of a page the client has not seen: less than all when it fell behind, or came before the process had read that. */
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
