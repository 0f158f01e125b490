import { DomainError } from './domain-error.js';

/** A place in an ordered list: what it is ordered by, the value there, and the ids that break ties. */
export interface Place {
  readonly order: string;
  readonly value: number;
  readonly ids: readonly string[];
}

/** The opaque form of a place. */
export function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify([place.order, place.value, ...place.ids])).toString('base64url');
}

/**
 * The place that a cursor of the same list and order names.
 * @throws {DomainError} BAD_USER_INPUT when it is not such a cursor
 */
export function decodeCursor(cursor: string, expected: { order: string; ids: number }): Place {
  const parts = parseParts(cursor);
  const [order, value, ...ids] = parts;
  const isPlace =
    order === expected.order && typeof value === 'number' && Number.isFinite(value) && ids.length === expected.ids;
  if (!isPlace || !ids.every((id) => typeof id === 'string' && !id.includes('\0'))) {
    throw new DomainError('BAD_USER_INPUT', 'The cursor belongs to a list in another order');
  }
  return { order, value, ids: ids as string[] }; // Checked just above.
}

function parseParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
