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
  /**
   * Fingerprint of the newest change that the position refers to (see `changeFingerprint`); null in tokens of releases
   * that wrote none.
   */
  readonly fingerprint: string | null;
}

/** Identifies a change of an item. */
export interface ChangeKey {
  readonly number: number;
  readonly itemId: string;
  readonly atEpoch: number;
}

/**
 * Number of the newest change that a position refers to. The position is invalid if the database has a different change
 * with this number.
 */
export function newestChangeOf({ after, tombstonesAfter }: Pick<DeltaPosition, 'after' | 'tombstonesAfter'>): number {
  return Math.max(after, tombstonesAfter);
}

/**
 * A fingerprint that distinguishes a change from the one with the same number in another history of the site, such as
 * that of a restored database. `change`: undefined if the site has no changes.
 */
export function changeFingerprint(change: ChangeKey | undefined): string {
  const text = change === undefined ? '' : `${change.number} ${change.itemId} ${change.atEpoch}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Encodes a position as a delta token. */
export function writeDeltaToken(siteId: string, position: DeltaPosition): string {
  const { after, tombstonesAfter, issuedAt, fingerprint } = position;
  const parts = [siteHash(siteId), after, tombstonesAfter, Math.floor(issuedAt)];
  return writeToken(fingerprint === null ? parts : [...parts, fingerprint]);
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
  const [hash, after, tombstonesAfter, issuedAt, fingerprint] = tokenParts(token, maxLength);
  if (hash !== siteHash(siteId) || !isCount(after) || !isCount(tombstonesAfter) || !isCount(issuedAt)) {
    throw invalidArgument('token', 'The delta token is invalid for this site; start a new delta query');
  }
  // A number that this database never assigned is from another database.
  if (newestChangeOf({ after, tombstonesAfter }) > current.lastChange) throw expiredTokenError(siteId);
  if (issuedAt < current.now - lifetimeSeconds) throw expiredTokenError(siteId);
  return { after, tombstonesAfter, issuedAt, fingerprint: typeof fingerprint === 'string' ? fingerprint : null };
}

/** The error for a token after which the client must list the whole site again. */
export function expiredTokenError(siteId: string): DomainError {
  return new DomainError('GONE', 'The token has expired; start a new delta query', { reason: 'resync', siteId });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // A safe integer is a number.
}

function siteHash(siteId: string): string {
  return createHash('sha256').update(siteId).digest('base64url').slice(0, 8);
}
