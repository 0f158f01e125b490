import type { Configuration } from '../../../platform/configuration/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { ResourceCounts } from '../../../platform/resource-counts.js';
import type { StreamEnd } from '../metrics.js';
import type { SharedCounts } from '../shared-counts.js';
import { SharedResourceCounts } from '../shared-resource-counts.js';

/** An open stream, or a connection with several subscriptions. */
interface OpenStream {
  /** Sends a heartbeat. */
  sendHeartbeat(): void;
  end(reason: Extract<StreamEnd, 'stopped'>): void;
}

/** The open streams of this process, counted together with those of all processes that share counts. */
export interface OpenStreams {
  /**
   * Reserves a stream for a caller.
   * @returns a function that releases it
   * @throws {DomainError} RATE_LIMITED if the caller has too many streams; STORE_UNAVAILABLE if the processes that
   * share counts have too many in total, or this process is stopping
   */
  reserve(caller: string): () => void;
  add(stream: OpenStream, recheck: () => Promise<void>): void;
  remove(stream: OpenStream): void;
  readonly count: number;
  /** Ends all streams, so clients reconnect, possibly to another process. */
  endAll(): void;
  /** Ends all streams, and rejects new streams. */
  close(): void;
}

const retryAfterSeconds = 5;
const recheckMs = 5000;

export function createOpenStreams(limits: Configuration['events'], sharedCounts?: SharedCounts): OpenStreams {
  const streams = new Map<OpenStream, () => Promise<void>>();
  const counts = new SharedResourceCounts();
  sharedCounts?.register('event streams', counts, { isHeld: true });
  /** Counts the streams of this process; `counts` includes those of all processes. */
  const localCounts = new ResourceCounts();
  let isClosed = false;
  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) stream.sendHeartbeat();
  }, limits.heartbeatSeconds * 1000).unref();
  // Authenticates the callers of open streams again, so the streams of a revoked token end soon after its other
  // requests are rejected.
  const recheck = setInterval(() => {
    for (const check of streams.values()) void check();
  }, recheckMs).unref();

  return {
    reserve(caller) {
      if (isClosed) throw unavailable('The server is shutting down: open the stream again');
      assertCapacity(counts, caller, limits);
      const releases = [counts.acquire(caller), localCounts.acquire(caller)];
      return () => {
        for (const release of releases) release();
      };
    },
    add: (stream, check) => void streams.set(stream, check),
    remove: (stream) => void streams.delete(stream),
    get count() {
      return localCounts.total;
    },
    endAll: () => endStreams([...streams.keys()]),
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearInterval(recheck);
      endStreams([...streams.keys()]);
    },
  };
}

function endStreams(streams: readonly OpenStream[]): void {
  for (const stream of streams) stream.end('stopped');
}

function assertCapacity(
  counts: SharedResourceCounts,
  caller: string,
  { maxStreams, maxStreamsPerCaller }: Configuration['events'],
): void {
  if (counts.total >= maxStreams) throw tooManyStreams();
  if (counts.countOf(caller) >= maxStreamsPerCaller) {
    const message = `Too many event streams: at most ${maxStreamsPerCaller} per caller. Close another stream, or try again later.`;
    throw new DomainError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}

function tooManyStreams(): DomainError {
  return unavailable('The server has reached its maximum number of event streams: try again later');
}

function unavailable(message: string): DomainError {
  return new DomainError('STORE_UNAVAILABLE', message, { retryAfterSeconds });
}
