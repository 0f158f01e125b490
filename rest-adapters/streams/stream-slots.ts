import { ResourceCounts } from '../../platform/resource-counts.js';
import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';

interface StreamLimits {
  /** Name of the streams in messages, in the plural. */
  readonly name: string;
  /** Maximum number of concurrent streams of the process. */
  readonly maxStreams: number;
  /**
   * Maximum number of concurrent streams with the same credentials or, without credentials, from the same source
   * address.
   */
  readonly maxPerCaller: number;
}

/** The limits of export streams, because each stream occupies a connection of the database. */
export const exportLimits: StreamLimits = { name: 'exports', maxStreams: 2, maxPerCaller: 1 };

const retry = { 'retry-after': '5' };

/** Counts the open streams, and limits their number. */
export class StreamSlots {
  readonly #limits: StreamLimits;
  readonly #streams = new ResourceCounts();
  #refusals = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Number of streams that were refused because the process had reached its maximum. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Opens a stream for a caller: returns a function that ends it, or an error response if a limit is reached. */
  enter(caller: string): (() => void) | RestResponse {
    const { name, maxStreams, maxPerCaller } = this.#limits;
    if (this.#streams.countOf(caller) >= maxPerCaller) {
      return detailResponse(429, `Too many ${name}: at most ${maxPerCaller} at once per caller`, retry);
    }
    if (this.#streams.total >= maxStreams) {
      this.#refusals++;
      return detailResponse(
        503,
        `The server has reached its maximum number of concurrent ${name}: ${maxStreams}`,
        retry,
      );
    }
    return this.#streams.acquire(caller);
  }
}
