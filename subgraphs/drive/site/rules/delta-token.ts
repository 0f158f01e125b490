import { createHash } from 'node:crypto';
import { DomainError } from '../../../../platform/domain-error.js';

/** How long a place in the changes may be kept: a site that is asked more rarely is listed anew. */
const keptSeconds = 90 * 86_400;
const longest = 512;

/** A place in the changes of a site. */
export interface DeltaPlace {
  /** Number of the last change that was told. */
  readonly after: number;
  /** Tombstones up to this change are none of the reader's business. */
  readonly tombstonesAfter: number;
  /** Unix epoch seconds. */
  readonly issuedAt: number;
}

/** The place as clients carry it. */
export function writeDeltaToken(siteId: string, place: DeltaPlace): string {
  const { after, tombstonesAfter, issuedAt } = place;
  const text = JSON.stringify([markOf(siteId), after, tombstonesAfter, Math.floor(issuedAt)]);
  return Buffer.from(text).toString('base64url');
}

/**
 * The place that a token names.
 * @throws {DomainError} BAD_USER_INPUT for what no mirror of this site wrote; GONE for a place that is no longer kept
 */
export function readDeltaToken(siteId: string, token: string, known: { lastChange: number; now: number }): DeltaPlace {
  const [mark, after, tombstonesAfter, issuedAt] = numbersIn(token);
  if (mark !== markOf(siteId) || !isCount(after) || !isCount(tombstonesAfter) || !isCount(issuedAt)) {
    throw new DomainError('BAD_USER_INPUT', 'The token of the change query is not one of this site', {
      argument: 'token',
    });
  }
  // Numbers that this database never gave are of one that was lost.
  if (after > known.lastChange || tombstonesAfter > known.lastChange || issuedAt < known.now - keptSeconds) {
    throw new DomainError('GONE', 'The changes since then are no longer known; list the site anew', {
      reason: 'resync',
      siteId,
    });
  }
  return { after, tombstonesAfter, issuedAt };
}

function numbersIn(token: string): unknown[] {
  try {
    const read: unknown = token.length > longest ? null : JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // A safe integer is a number.
}

function markOf(siteId: string): string {
  return createHash('sha256').update(siteId).digest('base64url').slice(0, 8);
}
