import { createHash } from 'node:crypto';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { daySeconds } from '../../../../platform/durations.js';
import { tokenParts, writeToken } from './token-parts.js';

/** Lifetime of a delta token; after it the site is listed again. */
const lifetimeSeconds = 90 * daySeconds;
const maxLength = 512;

/** A position in the changes of a site. */
export interface DeltaPosition {
  /** Number of the last change that was reported. */
  readonly after: number;
  /** Tombstones up to this change are omitted. */
  readonly tombstonesAfter: number;
  /** Unix epoch seconds. */
  readonly issuedAt: number;
}

/** The delta token of a position. */
export function writeDeltaToken(siteId: string, position: DeltaPosition): string {
  const { after, tombstonesAfter, issuedAt } = position;
  return writeToken([siteHash(siteId), after, tombstonesAfter, Math.floor(issuedAt)]);
}

/**
 * The position of a delta token.
 * @throws {DomainError} BAD_USER_INPUT for a malformed token, or one of another site; GONE for an expired one, or one
 *   of another database
 */
export function readDeltaToken(
  siteId: string,
  token: string,
  current: { lastChange: number; now: number },
): DeltaPosition {
  const [hash, after, tombstonesAfter, issuedAt] = tokenParts(token, maxLength);
  if (hash !== siteHash(siteId) || !isCount(after) || !isCount(tombstonesAfter) || !isCount(issuedAt)) {
    throw invalidArgument('token', 'The delta token is invalid for this site; start a new delta query');
  }
  // Numbers that this database never assigned are of another one.
  if (after > current.lastChange || tombstonesAfter > current.lastChange || issuedAt < current.now - lifetimeSeconds) {
    throw new DomainError('GONE', 'The token has expired; start a new delta query', {
      reason: 'resync',
      siteId,
    });
  }
  return { after, tombstonesAfter, issuedAt };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // A safe integer is a number.
}

function siteHash(siteId: string): string {
  return createHash('sha256').update(siteId).digest('base64url').slice(0, 8);
}
