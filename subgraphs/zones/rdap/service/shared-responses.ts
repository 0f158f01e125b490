import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import {
  acquireLease,
  type FailureRow,
  type ResponseRow,
  releaseLease,
  selectFailure,
  selectResponse,
  upsertFailure,
  upsertResponse,
} from '../repository.js';
import { upstreamFailed, upstreamTimedOut } from './fetch-document.js';
import { type RegistryResponse, ServerPause } from './query-registry.js';

/** A response, and whether another lookup fetched it. */
export interface SharedResponse {
  readonly row: ResponseRow;
  readonly cached: boolean;
}

export interface ResponseRequest {
  readonly domain: string;
  /** Base URL of the registry's server. */
  readonly base: string;
  /** Counts the lookup if no stored response is used; returns a function that refunds it. */
  reserve(): Promise<() => Promise<void>>;
  ask(): Promise<RegistryResponse>;
}

export interface SharedResponsesOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Longer than a query can take, so that an active holder never loses its lease. */
  readonly leaseMilliseconds: number;
}

/**
 * Lifetime of stored responses in milliseconds, shorter for domains that do not exist, because they may be registered
 * at any time.
 */
const lifetimes = { found: 3_600_000, absent: 300_000 };

/**
 * How long a failure is repeated without querying the registry, in milliseconds: for the domain; and for all domains of
 * the server if it has sent Retry-After, as long as it asks for, within a maximum.
 */
const failureLifetimes = { domain: 30_000, maxServer: 3_600_000 };

const pollMilliseconds = 100;

/** Errors that concern only the first caller; the callers that waited for it retry. */
const ownRefusals: readonly DomainErrorCode[] = ['RATE_LIMITED', 'QUOTA_EXCEEDED'];

/**
 * Responses of registries, stored in the database. Of all callers and replicas that request the same domain at once,
 * one queries its registry and is counted; the others get the same response. A failure is shared too, and repeated for
 * a short time, so that a broken registry is not queried again and again; it counts for nobody.
 */
export class SharedResponses {
  readonly #options: SharedResponsesOptions;
  readonly #flights = new Map<string, Promise<SharedResponse>>();

  constructor(options: SharedResponsesOptions) {
    this.#options = options;
  }

  async get(request: ResponseRequest): Promise<SharedResponse> {
    const { domain } = request;
    for (;;) {
      const flight = this.#flights.get(domain);
      if (flight === undefined) {
        const stored = await this.#stored(domain);
        if (stored !== undefined) return { row: stored, cached: true };
        await this.#assertNoFailure(request);
        // No await between this check and the start, so that only one of concurrent callers starts.
        if (!this.#flights.has(domain)) return await this.#begin(request);
      } else {
        try {
          return { ...(await flight), cached: true };
        } catch (error) {
          if (!isOwnRefusal(error)) throw error;
        }
      }
    }
  }

  #begin(request: ResponseRequest): Promise<SharedResponse> {
    const flight = this.#fly(request);
    this.#flights.set(request.domain, flight);
    return flight;
  }

  /** Removes itself before its waiting callers continue. */
  async #fly(request: ResponseRequest): Promise<SharedResponse> {
    try {
      return await this.#fetchExclusively(request);
    } finally {
      this.#flights.delete(request.domain);
    }
  }

  async #fetchExclusively(request: ResponseRequest): Promise<SharedResponse> {
    const { domain } = request;
    const holder = randomUUID();
    while (!(await this.#take(domain, holder))) {
      await delay(pollMilliseconds);
      const stored = await this.#stored(domain);
      if (stored !== undefined) return { row: stored, cached: true };
      await this.#assertNoFailure(request);
    }
    try {
      // Another replica may have stored its response and released the lease since the last check.
      const stored = await this.#stored(domain);
      if (stored !== undefined) return { row: stored, cached: true };
      await this.#assertNoFailure(request);
      return { row: await this.#fetchCounted(request), cached: false };
    } finally {
      await this.#options.database.guard((sql) => releaseLease(sql, { domain, holder }));
    }
  }

  async #fetchCounted({ domain, base, reserve, ask }: ResponseRequest): Promise<ResponseRow> {
    const refund = await reserve();
    try {
      const response = await ask();
      const fetchedAt = this.#options.clock.now();
      const expiresAt = fetchedAt + (response.answer === null ? lifetimes.absent : lifetimes.found);
      const row = { domain, ...response, fetchedAt, expiresAt };
      await this.#options.database.guard((sql) => upsertResponse(sql, row));
      return row;
    } catch (error) {
      await refund();
      await this.#storeFailure(error, { domain, base });
      throw error;
    }
  }

  /** @throws {DomainError} the recent failure of the domain or of its server, as for the caller that met it */
  async #assertNoFailure({ domain, base }: ResponseRequest): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const failure = await database.guard((sql) => selectFailure(sql, { subjects: [domain, base], now }));
    if (failure !== undefined) throw repeated(failure, now);
  }

  async #storeFailure(error: unknown, { domain, base }: { domain: string; base: string }): Promise<void> {
    if (!(error instanceof DomainError) || !upstreamCodes.includes(error.code)) return;
    const { database, clock } = this.#options;
    const now = clock.now();
    const failure = { isTimeout: error.code === 'UPSTREAM_TIMEOUT', message: error.message };
    const { cause } = error;
    const pause = cause instanceof ServerPause ? Math.min(cause.seconds * 1000, failureLifetimes.maxServer) : 0;
    await database.guard(async (sql) => {
      await upsertFailure(sql, { ...failure, subject: domain, expiresAt: now + failureLifetimes.domain });
      if (pause > 0) await upsertFailure(sql, { ...failure, subject: base, expiresAt: now + pause });
    });
  }

  #stored(domain: string): Promise<ResponseRow | undefined> {
    return this.#options.database.guard((sql) => selectResponse(sql, { domain, now: this.#options.clock.now() }));
  }

  #take(domain: string, holder: string): Promise<boolean> {
    const lease = { domain, holder, milliseconds: this.#options.leaseMilliseconds };
    return this.#options.database.guard((sql) => acquireLease(sql, lease));
  }
}

const upstreamCodes: readonly DomainErrorCode[] = ['UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'];

function repeated({ isTimeout, message, expiresAt }: FailureRow, now: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((expiresAt - now) / 1000));
  return isTimeout ? upstreamTimedOut(message, { retryAfterSeconds }) : upstreamFailed(message, { retryAfterSeconds });
}

function isOwnRefusal(error: unknown): boolean {
  return error instanceof DomainError && ownRefusals.includes(error.code);
}
