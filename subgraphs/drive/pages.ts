import { type ConnectionRecord, connectionOf, pageSize } from '../../platform/connection.js';
import { type CursorPosition, decodeCursor, encodeCursor, invalidCursor } from '../../platform/cursor.js';

/** The size of a page, and the cursor after which it starts. */
export interface PageInput {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/**
 * Decodes the cursor of a page to the position after which the page starts; undefined for the first page.
 * @param list.isInteger whether positions consist of integers
 * @throws {DomainError} BAD_USER_INPUT for an invalid page size, or a cursor of another list
 */
export function startOf(
  { first, after }: PageInput,
  list: { order: string; ids: number; isInteger?: boolean },
): CursorPosition | undefined {
  pageSize(first);
  const position = after == null ? undefined : decodeCursor(after, list);
  if (position === undefined || !list.isInteger || Number.isSafeInteger(position.value)) return position;
  throw invalidCursor();
}

/** Builds a page from rows. The statement must read one row more than the page size. */
export function pageOf<Node>(
  rows: readonly Node[],
  { first, after }: PageInput,
  positionOf: (node: Node) => CursorPosition,
): ConnectionRecord<Node> {
  const edges = rows.map((node) => ({ cursor: encodeCursor(positionOf(node)), node }));
  return connectionOf({ edges, size: first, isContinued: after != null });
}

/**
 * Reads a page of rows with unique numbers, highest number first. `select` reads the rows with numbers below `before`.
 * @throws {DomainError} BAD_USER_INPUT for an invalid page size, or a cursor of another list
 */
export async function pageByNumber<Node>(
  page: PageInput,
  list: {
    order: string;
    select: (query: { before: number; limit: number }) => Promise<Node[]>;
    numberOf: (node: Node) => number;
  },
): Promise<ConnectionRecord<Node>> {
  const { order, select, numberOf } = list;
  const before = startOf(page, { order, ids: 0, isInteger: true })?.value ?? Number.MAX_SAFE_INTEGER;
  const rows = await select({ before, limit: page.first + 1 });
  return pageOf(rows, page, (node) => ({ order, value: numberOf(node), ids: [] }));
}
