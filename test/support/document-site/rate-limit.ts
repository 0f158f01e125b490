import { type Exchange, json } from './exchange.js';

/** Proportion of the quota above which responses report it: SharePoint documents 80%. */
const minReportedShare = 0.8;

/**
 * The quota of an application in SharePoint: resource units per minute. When it is nearly used up, the `RateLimit`
 * headers report the remaining units. Requests beyond it get 429 with `Retry-After`, and also count.
 */
export class RateLimit {
  readonly #limit: number;
  readonly #clock: { now(): number };
  #window = 0;
  #used = 0;
  /**
   * Whether responses have `RateLimit` headers. Without them, clients learn of the quota only when they are throttled.
   */
  reports = true;

  constructor(limit: number, clock: { now(): number }) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Counts a request and responds to it if it exceeds the quota. */
  isExceeded({ request, response, url }: Exchange): boolean {
    const seconds = this.#clock.now() / 1000;
    const window = Math.floor(seconds / 60);
    if (window !== this.#window) this.#used = 0;
    this.#window = window;
    const isListing = request.method === 'GET' && url.pathname.endsWith('/delta') && url.search === '';
    this.#used += isListing || request.method !== 'GET' ? 2 : 1;
    const reset = Math.ceil((window + 1) * 60 - seconds);
    if (this.reports && this.#used >= this.#limit * minReportedShare) {
      response.setHeader('RateLimit-Limit', this.#limit);
      response.setHeader('RateLimit-Remaining', Math.max(0, this.#limit - this.#used));
      response.setHeader('RateLimit-Reset', reset);
    }
    if (this.#used <= this.#limit) return false;
    response.setHeader('Retry-After', reset);
    json(response, 429, { error: { code: 'activityLimitReached', message: 'The request has been throttled.' } });
    return true;
  }
}
