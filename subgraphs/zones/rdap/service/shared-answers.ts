import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import { type AnswerRow, releaseLease, selectAnswer, takeLease, upsertAnswer } from '../repository.js';
import type { RegistryResponse } from './query-registry.js';

/** An answer, and whether somebody else had fetched it. */
export interface SharedAnswer {
  readonly row: AnswerRow;
  readonly cached: boolean;
}

export interface AnswerRequest {
  readonly domain: string;
  /** Counts the look-up, once nobody else's answer serves; returns what takes the count back. */
  reserve(): Promise<() => Promise<void>>;
  ask(): Promise<RegistryResponse>;
}

export interface SharedAnswersOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Longer than asking can take: a holder that is still alive never loses its lease. */
  readonly leaseMilliseconds: number;
}

/** How long an answer serves. A registration changes seldom; that a domain does not exist is over with a registration. */
const serves = { found: 3_600_000, absent: 300_000 };

const pollMilliseconds = 100;

/** A refusal that is the first caller's own: who waited for him tries for himself. */
const ownRefusals: readonly DomainErrorCode[] = ['RATE_LIMITED', 'QUOTA_EXCEEDED'];

/**
 * Answers of registries, kept in the database. Whatever the number of callers and replicas that want the same domain at once,
 * one asks its registry and is counted; the others get his answer. The failure of the asking is shared in the process; another
 * replica then asks for itself.
 */
export class SharedAnswers {
  readonly #options: SharedAnswersOptions;
  readonly #flights = new Map<string, Promise<SharedAnswer>>();

  constructor(options: SharedAnswersOptions) {
    this.#options = options;
  }

  async get(request: AnswerRequest): Promise<SharedAnswer> {
    const { domain } = request;
    for (;;) {
      const flight = this.#flights.get(domain);
      if (flight === undefined) {
        const kept = await this.#kept(domain);
        if (kept !== undefined) return { row: kept, cached: true };
        // Nothing is waited for between this look and the beginning: of callers that come here at once one begins.
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

  #begin(request: AnswerRequest): Promise<SharedAnswer> {
    const flight = this.#fly(request);
    this.#flights.set(request.domain, flight);
    return flight;
  }

  /** Forgets itself before anybody who waits for it goes on. */
  async #fly(request: AnswerRequest): Promise<SharedAnswer> {
    try {
      return await this.#fetchExclusively(request);
    } finally {
      this.#flights.delete(request.domain);
    }
  }

  async #fetchExclusively(request: AnswerRequest): Promise<SharedAnswer> {
    const { domain } = request;
    const holder = randomUUID();
    while (!(await this.#take(domain, holder))) {
      await delay(pollMilliseconds);
      const kept = await this.#kept(domain);
      if (kept !== undefined) return { row: kept, cached: true };
    }
    try {
      // Another replica may have stored its answer and released the lease since the last look.
      const kept = await this.#kept(domain);
      return kept === undefined
        ? { row: await this.#fetchCounted(request), cached: false }
        : { row: kept, cached: true };
    } finally {
      await this.#options.database.guard((sql) => releaseLease(sql, { domain, holder }));
    }
  }

  async #fetchCounted({ domain, reserve, ask }: AnswerRequest): Promise<AnswerRow> {
    const giveBack = await reserve();
    try {
      const heard = await ask();
      const fetchedAt = this.#options.clock.now();
      const expiresAt = fetchedAt + (heard.answer === null ? serves.absent : serves.found);
      const row = { domain, ...heard, fetchedAt, expiresAt };
      await this.#options.database.guard((sql) => upsertAnswer(sql, row));
      return row;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  #kept(domain: string): Promise<AnswerRow | undefined> {
    return this.#options.database.guard((sql) => selectAnswer(sql, { domain, now: this.#options.clock.now() }));
  }

  #take(domain: string, holder: string): Promise<boolean> {
    const lease = { domain, holder, milliseconds: this.#options.leaseMilliseconds };
    return this.#options.database.guard((sql) => takeLease(sql, lease));
  }
}

function isOwnRefusal(error: unknown): boolean {
  return error instanceof DomainError && ownRefusals.includes(error.code);
}
