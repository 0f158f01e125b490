import { createHash } from 'node:crypto';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { daySeconds } from '../../../../platform/durations.js';
import { tokenParts, writeToken } from './token-parts.js';

/** Lifetime of a delta token in seconds; afterwards, the client must list the whole site again. */
const lifetimeSeconds = 90 * daySeconds;
const maxLength = 512;

/** A position in the sequence of changes of a site. */
export interface DeltaPosition {
  /** Number of the last change that was reported to the client. */
  readonly after: number;
  /** Number of the change up to which deleted items are omitted. */
  readonly tombstonesAfter: number;
  /** Time at which the token was issued, in Unix epoch seconds. */
  readonly issuedAt: number;
}

/** Encodes a position as a delta token. */
export function writeDeltaToken(siteId: string, position: DeltaPosition): string {
  const { after, tombstonesAfter, issuedAt } = position;
  return writeToken([siteHash(siteId), after, tombstonesAfter, Math.floor(issuedAt)]);
}

/**
 * Decodes a delta token to its position.
 * @throws {DomainError} BAD_USER_INPUT for a malformed token or a token of another site; GONE for an expired token or a
 * token of another database
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
