import { ConnectionFailure, type HttpResponse } from './connections.js';

/** Decides whether to retry a query. Mutations are never retried. */
export interface RetryPolicy {
  /** Called before the first attempt of a query. */
  begin(): void;
  /**
   * Milliseconds to wait before the next attempt; undefined for no retry.
   * @param retries number of retries so far
   */
  delay(outcome: HttpResponse | ConnectionFailure, retries: number): number | undefined;
}

/** Retries a query once, immediately, and only if the connection broke, because servers close idle connections. */
export const retryOnceAfterReset: RetryPolicy = {
  begin() {},
  delay: (outcome, retries) =>
    retries === 0 && outcome instanceof ConnectionFailure && wasReset(outcome) ? 0 : undefined,
};

export interface RetryOptions {
  /** Maximum number of retries of one query. */
  readonly maxRetries: number;
  /**
   * Maximum ratio of retries to queries, in addition to one per second; bounds the additional load during an outage.
   */
  readonly budgetRatio: number;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Called when the budget does not allow a retry. */
  onDenied?(): void;
}

/** Maximum and initial retry budget, that is, the maximum number of retries in a burst. */
const maxBudget = 10;
/** Retries added to the budget per second, even without queries, so a gateway with few queries can retry. */
const budgetPerSecond = 1;
const firstDelayMs = 50;
const maxDelayMs = 2_000;
/** Maximum `Retry-After` in milliseconds; a query with a longer one is not retried. */
const maxRetryAfterMs = 30_000;
const transientStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Retries queries after a broken connection or a status of 429, 502, 503 or 504, with exponential backoff, full jitter,
 * `Retry-After` and a budget.
 */
export class BudgetedRetryPolicy implements RetryPolicy {
  readonly #options: RetryOptions & Required<Pick<RetryOptions, 'random' | 'now'>>;
  #tokens = maxBudget;
  #refilledAt: number;

  constructor(options: RetryOptions) {
    this.#options = { random: Math.random, now: () => performance.now(), ...options };
    this.#refilledAt = this.#options.now();
  }

  begin(): void {
    this.#tokens = Math.min(maxBudget, this.#tokens + this.#options.budgetRatio);
  }

  delay(outcome: HttpResponse | ConnectionFailure, retries: number): number | undefined {
    const { maxRetries } = this.#options;
    if (retries >= maxRetries || !isTransient(outcome)) return undefined;
    const minDelay = outcome instanceof ConnectionFailure ? 0 : (retryAfterMs(outcome) ?? 0);
    if (minDelay > maxRetryAfterMs || !this.#take()) return undefined;
    if (retries === 0 && outcome instanceof ConnectionFailure && wasReset(outcome)) return 0;
    const window = Math.min(maxDelayMs, firstDelayMs * 2 ** retries);
    return minDelay + this.#options.random() * window;
  }

  #take(): boolean {
    const now = this.#options.now();
    this.#tokens = Math.min(maxBudget, this.#tokens + ((now - this.#refilledAt) / 1000) * budgetPerSecond);
    this.#refilledAt = now;
    if (this.#tokens < 1) {
      this.#options.onDenied?.();
      return false;
    }
    this.#tokens--;
    return true;
  }
}

function isTransient(outcome: HttpResponse | ConnectionFailure): boolean {
  return outcome instanceof ConnectionFailure
    ? outcome.reason === 'unreachable'
    : transientStatuses.has(outcome.status);
}

/** Milliseconds of `Retry-After`, which is a number of seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs({ headers }: HttpResponse): number | undefined {
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Whether the server closed the connection before it responded, perhaps even before the request was sent. */
function wasReset({ cause }: ConnectionFailure): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
