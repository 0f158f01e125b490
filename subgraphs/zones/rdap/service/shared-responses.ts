import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import {
  acquireLease,
  type ResponseRow,
  releaseLease,
  selectResponse,
  upsertResponse,
} from '../repository/responses.js';
import { maxLifetimeMs } from '../rules/lifetimes.js';
import { storeResponse } from './history.js';
import type { RegistryResponse } from './query-registry.js';
import type { RegistryServers } from './registry-servers.js';

/** A response, and whether an earlier or concurrent lookup fetched it. */
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
  fetchResponse(): Promise<RegistryResponse>;
}

export interface SharedResponsesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly servers: RegistryServers;
  /** Duration of a lease, in milliseconds: longer than a query can take, so an active holder never loses its lease. */
  readonly leaseMs: number;
}

/**
 * Lifetime of stored responses in milliseconds, shorter for domains that do not exist, because they may be registered
 * at any time.
 */
const lifetimes = { foundMs: maxLifetimeMs, absentMs: 300_000 };

const pollMs = 100;

/** Errors that concern only the caller that performs the lookup; callers that wait for its response retry. */
const callerRejections: readonly DomainErrorCode[] = ['RATE_LIMITED', 'QUOTA_EXCEEDED'];

/**
 * Responses of registries, stored in the database. If callers and replicas request the same domain concurrently, one of
 * them queries its registry and is counted; the others receive the same response. A failure is also shared, and is
 * repeated for a short time, so a broken registry is not queried again and again; failures are not counted.
 */
export class SharedResponses {
  readonly #options: SharedResponsesOptions;
  readonly #inFlight = new Map<string, Promise<SharedResponse>>();

  constructor(options: SharedResponsesOptions) {
    this.#options = options;
  }

  async get(request: ResponseRequest): Promise<SharedResponse> {
    const { domain } = request;
    for (;;) {
      const flight = this.#inFlight.get(domain);
      if (flight === undefined) {
        const storedResponse = await this.#readStored(domain);
        if (storedResponse !== undefined) return { row: storedResponse, cached: true };
        await this.#options.servers.assertNoFailure(request);
        // No await between this check and the start, so only one of concurrent callers starts.
        if (!this.#inFlight.has(domain)) return await this.#begin(request);
      } else {
        try {
          return { ...(await flight), cached: true };
        } catch (error) {
          if (!isCallerRejection(error)) throw error;
        }
      }
    }
  }

  #begin(request: ResponseRequest): Promise<SharedResponse> {
    const flight = this.#fetchInFlight(request);
    this.#inFlight.set(request.domain, flight);
    return flight;
  }

  /** Fetches a response, and removes the request from those in flight before the callers that wait for it continue. */
  async #fetchInFlight(request: ResponseRequest): Promise<SharedResponse> {
    try {
      return await this.#fetchExclusively(request);
    } finally {
      this.#inFlight.delete(request.domain);
    }
  }

  async #fetchExclusively(request: ResponseRequest): Promise<SharedResponse> {
    const { domain } = request;
    const holder = randomUUID();
    while (!(await this.#acquire(domain, holder))) {
      await delay(pollMs);
      const storedResponse = await this.#readStored(domain);
      if (storedResponse !== undefined) return { row: storedResponse, cached: true };
      await this.#options.servers.assertNoFailure(request);
    }
    try {
      // Another replica may have stored its response and released the lease since the last check.
      const storedResponse = await this.#readStored(domain);
      if (storedResponse !== undefined) return { row: storedResponse, cached: true };
      // The failure of another replica is found when the query is admitted.
      return { row: await this.#fetchCounted(request), cached: false };
    } finally {
      await this.#options.database.guard((sql) => releaseLease(sql, { subject: domain, holder }));
    }
  }

  async #fetchCounted({ domain, base, reserve, fetchResponse }: ResponseRequest): Promise<ResponseRow> {
    const { servers } = this.#options;
    const refund = await reserve();
    let isProbe: boolean | undefined;
    try {
      isProbe = await servers.admit({ domain, base });
      const response = await fetchResponse();
      await servers.recordSuccess({ base, isProbe });
      return await this.#store(domain, response);
    } catch (error) {
      await refund();
      if (isProbe !== undefined && isUpstreamError(error))
        await servers.recordFailure(error, { domain, base, isProbe });
      throw error;
    }
  }

  async #store(domain: string, response: RegistryResponse): Promise<ResponseRow> {
    const { clock, database } = this.#options;
    const fetchedAt = clock.now();
    const expiresAt = fetchedAt + (response.body === null ? lifetimes.absentMs : lifetimes.foundMs);
    const row = { domain, ...response, fetchedAt, expiresAt };
    await database.transaction(async (sql) => {
      await upsertResponse(sql, row);
      await storeResponse(sql, row);
    });
    return row;
  }

  #readStored(domain: string): Promise<ResponseRow | undefined> {
    return this.#options.database.guard((sql) => selectResponse(sql, { domain, now: this.#options.clock.now() }));
  }

  #acquire(domain: string, holder: string): Promise<boolean> {
    const lease = { subject: domain, holder, leaseMs: this.#options.leaseMs };
    return this.#options.database.guard((sql) => acquireLease(sql, lease));
  }
}

const upstreamCodes: readonly DomainErrorCode[] = ['UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'];

function isUpstreamError(error: unknown): error is DomainError {
  return error instanceof DomainError && upstreamCodes.includes(error.code);
}

function isCallerRejection(error: unknown): boolean {
  return error instanceof DomainError && callerRejections.includes(error.code);
}
