import { DomainError, invalidArgument } from './domain-error.js';
import { isUuid } from './input-limits.js';
import { parseJson } from './parse-json.js';

/** A position in an ordered list: the name of the order, the value at the position, and the ids that break ties. */
export interface CursorPosition {
  readonly order: string;
  readonly value: number;
  readonly ids: readonly string[];
}

/** The opaque cursor of a position. */
export function encodeCursor(position: CursorPosition): string {
  return Buffer.from(JSON.stringify([position.order, position.value, ...position.ids])).toString('base64url');
}

/**
 * Decodes a cursor to its position.
 * @throws {DomainError} BAD_USER_INPUT if it is not a cursor of a list in the expected order
 */
export function decodeCursor(cursor: string, expected: { order: string; ids: number }): CursorPosition {
  const parts = parseParts(cursor);
  const [order, value, ...ids] = parts;
  const isCursorPosition =
    order === expected.order && typeof value === 'number' && Number.isFinite(value) && ids.length === expected.ids;
  if (!isCursorPosition || !ids.every((id) => typeof id === 'string' && !id.includes('\0'))) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The cursor does not belong to this list in this order: request the first page without a cursor',
    );
  }
  return { order, value, ids: ids as string[] }; // Validated above.
}

/**
 * Decodes a cursor of a list whose ties are broken by UUIDs; null if there is no cursor.
 * @throws {DomainError} BAD_USER_INPUT if it is not a cursor of a list in this order
 */
export function decodeUuidCursor(
  cursor: string | null | undefined,
  order: string,
): { value: number; id: string } | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order, ids: 1 });
  const [id = ''] = ids;
  if (!isUuid(id)) throw invalidCursor();
  return { value, id };
}

/**
 * Decodes a cursor of a list in the order of unique integers; null if there is no cursor.
 * @throws {DomainError} BAD_USER_INPUT if it is not a cursor of a list in this order
 */
export function decodeIntegerCursor(cursor: string | null | undefined, order: string): number | null {
  if (cursor === null || cursor === undefined) return null;
  const { value } = decodeCursor(cursor, { order, ids: 0 });
  if (!Number.isSafeInteger(value)) throw invalidCursor();
  return value;
}

/**
 * The error for a cursor with a position that the list cannot have.
 * @param argument name of the argument, for the details of the error; required if a list has several cursor arguments
 */
export function invalidCursor(argument?: string): DomainError {
  const message = 'The cursor does not belong to this list: pass a cursor of this list';
  return argument === undefined ? new DomainError('BAD_USER_INPUT', message) : invalidArgument(argument, message);
}

function parseParts(cursor: string): unknown[] {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  return Array.isArray(parts) ? parts : [];
}
