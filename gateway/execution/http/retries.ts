import { ConnectionFailure, type HttpAnswer } from './connections.js';

/** Decides whether a query is sent once more. Mutations never are. */
export interface Retries {
  /** A query is about to be sent for the first time. */
  begin(): void;
  /**
   * Milliseconds to wait before the next attempt; undefined: what came is the outcome.
   * @param retries how many there were
   */
  delay(outcome: HttpAnswer | ConnectionFailure, retries: number): number | undefined;
}

/** Once, at once, and only where the connection broke: servers close connections that were idle. */
export const onceAfterReset: Retries = {
  begin() {},
  delay: (outcome, retries) =>
    retries === 0 && outcome instanceof ConnectionFailure && wasReset(outcome) ? 0 : undefined,
};

export interface RetryOptions {
  /** Of one query. */
  readonly maxRetries: number;
  /** Retries per request, in the long run: an outage is amplified by no more than that. */
  readonly budgetRatio: number;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
  /** The budget did not allow a retry. */
  onRefused?(): void;
}

/** What few requests may use for retries at once, whatever the ratio. */
const burst = 10;
/** Granted each second, without requests too: a gateway with few requests may still try again. */
const perSecond = 1;
const firstDelayMilliseconds = 50;
const maxDelayMilliseconds = 2_000;
/** A server that asks for more is not waited for. */
const maxRetryAfterMilliseconds = 30_000;
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Retries after broken connections and after 429, 502, 503 and 504, with exponential backoff and full jitter, not before the time in
 * `Retry-After`, and out of a budget.
 */
export class BudgetedRetries implements Retries {
  readonly #options: RetryOptions & Required<Pick<RetryOptions, 'random' | 'now'>>;
  #tokens = burst;
  #refilledAt: number;

  constructor(options: RetryOptions) {
    this.#options = { random: Math.random, now: () => performance.now(), ...options };
    this.#refilledAt = this.#options.now();
  }

  begin(): void {
    this.#tokens = Math.min(burst, this.#tokens + this.#options.budgetRatio);
  }

  delay(outcome: HttpAnswer | ConnectionFailure, retries: number): number | undefined {
    const { maxRetries } = this.#options;
    if (retries >= maxRetries || !isPassing(outcome)) return undefined;
    const least = outcome instanceof ConnectionFailure ? 0 : (retryAfterMilliseconds(outcome) ?? 0);
    if (least > maxRetryAfterMilliseconds || !this.#take()) return undefined;
    if (retries === 0 && outcome instanceof ConnectionFailure && wasReset(outcome)) return 0;
    const window = Math.min(maxDelayMilliseconds, firstDelayMilliseconds * 2 ** retries);
    return least + this.#options.random() * window;
  }

  #take(): boolean {
    const now = this.#options.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAt) / 1000) * perSecond);
    this.#refilledAt = now;
    if (this.#tokens < 1) {
      this.#options.onRefused?.();
      return false;
    }
    this.#tokens--;
    return true;
  }
}

function isPassing(outcome: HttpAnswer | ConnectionFailure): boolean {
  return outcome instanceof ConnectionFailure ? outcome.reason === 'unreachable' : passingStatuses.has(outcome.status);
}

/** A number of seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMilliseconds({ headers }: HttpAnswer): number | undefined {
  const written = headers['retry-after'];
  if (written === undefined) return undefined;
  if (/^\d{1,9}$/.test(written)) return Number(written) * 1000;
  const date = Date.parse(written);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** A connection that the other side had closed already, or closed before it answered. */
function wasReset({ cause }: ConnectionFailure): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
