import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import type { DomainError } from '../../../../platform/domain-error.js';
import {
  claimProbe,
  countServerFailure,
  type FailureRow,
  forgetServerFailures,
  selectFailure,
  upsertFailure,
} from '../repository/failures.js';
import { maxLifetimeMs } from '../rules/lifetimes.js';
import { upstreamFailed, upstreamTimedOut } from './fetch-document.js';
import { ServerFailure } from './query-registry.js';

/** A domain, and the base URL of its registry's server. */
export interface RegistryQuery {
  readonly domain: string;
  readonly base: string;
}

export interface RegistryServersOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Maximum duration of a probe, in milliseconds: longer than a query can take. */
  readonly probeMs: number;
}

/**
 * The time for which the failure of a domain is repeated without querying its registry, and the maximum pause that a
 * server can request; both in milliseconds.
 */
const lifetimes = { domainMs: 30_000, maxRetryAfterMs: maxLifetimeMs };

/**
 * Limits of the circuit breaker: after `threshold` consecutive failures, a server is paused for `firstPauseMs`, then
 * for up to `maxPauseMs`. The count restarts after `forgetAfterMs` without a failure.
 */
export const breaker = { threshold: 5, firstPauseMs: 30_000, maxPauseMs: 900_000, forgetAfterMs: 600_000 } as const;

/**
 * Recent failures of domains and of registries' servers, which all replicas share. A server is not queried during a
 * pause that it has requested (Retry-After), or that follows consecutive failures; after a pause of the second kind,
 * one lookup probes the server.
 */
export class RegistryServers {
  readonly #options: RegistryServersOptions;

  constructor(options: RegistryServersOptions) {
    this.#options = options;
  }

  /**
   * Checks that neither the domain nor its server has failed recently.
   * @throws {DomainError} the recent failure, with the same error as the lookup that failed
   */
  async assertNoFailure({ domain, base }: RegistryQuery): Promise<void> {
    const now = this.#options.clock.now();
    const failure = await this.#failureOf([domain, base], now);
    if (failure !== undefined) throw repeatedFailure(failure, now);
  }

  /** Time at which a paused server is queried again, in Unix epoch milliseconds; undefined if it is not paused. */
  async pausedUntil(base: string): Promise<number | undefined> {
    return (await this.#failureOf([base], this.#options.clock.now()))?.expiresAt;
  }

  /**
   * Admits a query, immediately before it is sent.
   * @returns whether it is the probe of a server that was paused
   * @throws {DomainError} as {@link assertNoFailure}
   */
  async admit(query: RegistryQuery): Promise<boolean> {
    const { database, clock, probeMs } = this.#options;
    const now = clock.now();
    const claim = { subject: query.base, threshold: breaker.threshold, now, endsAt: now + probeMs };
    const isProbe = await database.guard((sql) => claimProbe(sql, claim));
    if (!isProbe) await this.assertNoFailure(query);
    return isProbe;
  }

  async recordSuccess({ base, isProbe }: { base: string; isProbe: boolean }): Promise<void> {
    const { database, clock } = this.#options;
    await database.guard((sql) => forgetServerFailures(sql, { subject: base, now: clock.now(), isProbe }));
  }

  /** Stores a failure of the domain; it is also stored as one of the server if its cause is a failure of the server. */
  async recordFailure(error: DomainError, { domain, base, isProbe }: RegistryQuery & { isProbe: boolean }) {
    const { database, clock } = this.#options;
    const now = clock.now();
    const failure = { isTimeout: error.code === 'UPSTREAM_TIMEOUT', message: error.message };
    const { cause } = error;
    const requestedMs = cause instanceof ServerFailure ? cause.pauseSeconds * 1000 : 0;
    const pauseMs = Math.min(requestedMs, lifetimes.maxRetryAfterMs);
    await database.guard(async (sql) => {
      // The failure of the domain does not last longer than the pause that the server has requested.
      const lifetimeMs = pauseMs > 0 ? pauseMs : lifetimes.domainMs;
      await upsertFailure(sql, { ...failure, subject: domain, expiresAt: now + lifetimeMs });
      if (cause instanceof ServerFailure) {
        const expiresAt = now + pauseMs;
        await countServerFailure(sql, { ...failure, ...breaker, subject: base, expiresAt, now, isProbe });
      } else if (isProbe) {
        // The server has responded, although not about this domain.
        await forgetServerFailures(sql, { subject: base, now, isProbe });
      }
    });
  }

  #failureOf(subjects: string[], now: number): Promise<FailureRow | undefined> {
    return this.#options.database.guard((sql) => selectFailure(sql, { subjects, now }));
  }
}

function repeatedFailure({ isTimeout, message, expiresAt }: FailureRow, now: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((expiresAt - now) / 1000));
  return isTimeout ? upstreamTimedOut(message, { retryAfterSeconds }) : upstreamFailed(message, { retryAfterSeconds });
}
