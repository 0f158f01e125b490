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
  type LostReason,
  type Position,
  PositionWalk,
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
  /** For how long a client may take nothing of what it was sent. */
  readonly patienceMilliseconds: number;
  onSent(type: string): void;
  onEnd(reason: StreamEnd): void;
}

const retryMilliseconds = 1000;

/**
 * One client that listens. It reads from the log at its own pace until it has seen what the process has, and is told by the process
 * from then on. A client that does not keep up reads from the log again once it has taken what it was sent: what waits for it is
 * never more than a page.
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
    this.#write(`retry: ${retryMilliseconds}\n${message('ready', { types, tenantId }, this.#position)}`);
    void this.#catchUp(missed).catch((error: unknown) => {
      if (this.#isEnded) return;
      this.#options.log.error({ err: error }, 'a stream of events failed');
      this.end('stopped');
    });
  }

  take(page: EventPage): void {
    if (!this.#send(page)) this.#fallBehind();
  }

  restart(reason: LostReason): void {
    void this.#catchUp({ lost: reason }).catch(() => this.end('stopped'));
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

  async #catchUp(first?: EventReading): Promise<void> {
    const { hub } = this.#options;
    let reading = first;
    while (!this.#isEnded) {
      reading ??= await this.#patiently(() => hub.read(this.#position));
      if (reading === undefined) return;
      const isComplete = 'lost' in reading ? await this.#reset(reading.lost) : this.#pass(reading.page);
      if (!(await this.#drained())) return;
      if (isComplete && hub.follow(this.#position, this)) return;
      reading = undefined;
    }
  }

  #pass(page: EventPage): boolean {
    this.#send(page);
    return !page.isCut;
  }

  /** Tells the client that events are missing between what it has heard and now, and goes on from now. */
  async #reset(reason: LostReason): Promise<boolean> {
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

  #fallBehind(): void {
    this.#options.hub.unfollow(this);
    void this.#drained()
      .then((isHere) => (isHere ? this.#catchUp() : undefined))
      .catch(() => this.end('stopped'));
  }

  /** Waits until the client has taken what it was sent; false when it is gone, or was cut off because it did not. */
  async #drained(): Promise<boolean> {
    const { response, patienceMilliseconds } = this.#options;
    if (!this.#isEnded && response.writableNeedDrain) {
      const signal = AbortSignal.any([this.#gone.signal, AbortSignal.timeout(patienceMilliseconds)]);
      await once(response, 'drain', { signal }).catch(() => this.end('slow'));
    }
    return !this.#isEnded;
  }

  /** Sends what of a page is for this client; false when it has to take that first. */
  #send(page: EventPage): boolean {
    const isAhead = !covers(page.from, this.#position);
    for (const { event, bytes } of isAhead ? this.#unseenOf(page) : framesOf(page)) {
      if (this.#isEnded || !this.#audience.hears(event)) continue;
      this.#write(bytes);
      this.#options.onSent(event.type);
    }
    if (!isAhead || covers(page.position, this.#position)) this.#position = page.position;
    return !this.#options.response.writableNeedDrain;
  }

  /** The client has seen some of the page, because it came while the process had not read that yet. */
  #unseenOf(page: EventPage): Frame[] {
    const from = this.#position;
    const walk = new PositionWalk(from, page.snapshot);
    const unseen = page.events.filter(({ place }) => !hasSeen(from, place));
    return unseen.map((event) => {
      this.#position = walk.step(event.place);
      return frameOf(event, this.#position);
    });
  }

  #write(text: string | Buffer): void {
    if (!this.#isEnded) this.#options.response.write(text);
  }
}
