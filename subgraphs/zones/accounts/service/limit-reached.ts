import { DomainError } from '../../../../platform/domain-error.js';
import type { Tier } from '../vocabulary.js';

/** A limit of requests that is used up. Times are in milliseconds since the Unix epoch. */
export interface ReachedLimit {
  readonly code: 'RATE_LIMITED' | 'QUOTA_EXCEEDED';
  readonly message: string;
  /** Code of the refusal where the specification names one. */
  readonly reason?: string;
  /** Whose limit it is; absent for limits that hold for every caller. */
  readonly tier?: Tier;
  readonly limit: number;
  readonly resetsAt: number;
  readonly now: number;
}

/**
 * The refusal of a request beyond a limit. Every refusal with status 429 has the same facts: specification, section 7.
 * @returns a DomainError with details `{ reason?, tier?, limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
 */
export function limitReached({ code, message, resetsAt, now, ...facts }: ReachedLimit): DomainError {
  return new DomainError(code, message, {
    ...facts,
    used: facts.limit,
    resetsAt: new Date(resetsAt).toISOString(),
    retryAfterSeconds: secondsUntil(resetsAt, now),
  });
}

/** Whole seconds from now to a time, rounded up, at least one. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
