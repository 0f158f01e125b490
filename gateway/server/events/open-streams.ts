import type { Configuration } from '../../../platform/configuration/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { StreamEnd } from '../metrics.js';

/** A stream, or a connection of streams, that is open. */
export interface OpenStream {
  /** Sends a sign of life. */
  beat(): void;
  end(reason: Extract<StreamEnd, 'stopped'>): void;
}

/** The streams of this process, and how many there may be. */
export interface OpenStreams {
  /**
   * Makes room for a stream of a caller.
   * @returns what gives the room back
   * @throws {DomainError} RATE_LIMITED for one too many of the caller; STORE_UNAVAILABLE when the process has no room, or is about
   * to stop
   */
  enter(caller: string): () => void;
  add(stream: OpenStream, recheck: () => Promise<void>): void;
  remove(stream: OpenStream): void;
  readonly count: number;
  /** Ends all streams, and lets no more in. */
  close(): void;
}

const retryAfterSeconds = 5;
const recheckMilliseconds = 5000;

export function createOpenStreams({
  maxStreams,
  maxStreamsPerCaller,
  heartbeatSeconds,
}: Configuration['events']): OpenStreams {
  const streams = new Map<OpenStream, () => Promise<void>>();
  const perCaller = new Map<string, number>();
  let count = 0;
  let isClosed = false;
  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) stream.beat();
  }, heartbeatSeconds * 1000).unref();
  // As soon as a revoked token is refused elsewhere, its streams end.
  const recheck = setInterval(() => {
    for (const check of streams.values()) void check();
  }, recheckMilliseconds).unref();

  return {
    enter(caller) {
      const own = perCaller.get(caller) ?? 0;
      if (isClosed || count >= maxStreams) {
        throw new DomainError('STORE_UNAVAILABLE', 'The server has reached its maximum number of event streams', {
          retryAfterSeconds,
        });
      }
      if (own >= maxStreamsPerCaller) {
        throw new DomainError('RATE_LIMITED', `Too many event streams: at most ${maxStreamsPerCaller} per caller`, {
          retryAfterSeconds,
        });
      }
      count++;
      perCaller.set(caller, own + 1);
      let isInside = true;
      return function leave() {
        if (!isInside) return;
        isInside = false;
        count--;
        const left = (perCaller.get(caller) ?? 1) - 1;
        if (left === 0) perCaller.delete(caller);
        else perCaller.set(caller, left);
      };
    },
    add: (stream, check) => void streams.set(stream, check),
    remove: (stream) => void streams.delete(stream),
    get count() {
      return count;
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearInterval(recheck);
      for (const stream of streams.keys()) stream.end('stopped');
    },
  };
}
