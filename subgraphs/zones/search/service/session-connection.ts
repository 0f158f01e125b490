import { type ConnectionRecord, connectionOf } from '../../../../platform/connection.js';
import { encodeCursor } from '../../../../platform/cursor.js';

/** A page of a list whose further pages are read in a session. */
export interface SessionPage<Node> {
  /** Name of the list; cursors contain it. */
  readonly order: string;
  /** Id of the session. */
  readonly pit: string;
  readonly rows: readonly { readonly node: Node; readonly position: string }[];
  /** Cursor of the next page; null if this is the last one. A short or empty page is not necessarily the last one. */
  readonly next: string | null;
  /** Maximum number of rows. */
  readonly size: number;
  /** Whether the page starts after a cursor. */
  readonly isContinued: boolean;
}

/** The page as a connection, whose cursors contain the session and a position in it. */
export function sessionConnection<Node>(page: SessionPage<Node>): ConnectionRecord<Node> {
  const { order, pit, rows, next, size, isContinued } = page;
  const cursorOf = (position: string): string => encodeCursor({ order, value: 0, ids: [pit, position] });
  const edges = rows.map(({ node, position }) => ({ cursor: cursorOf(position), node }));
  const connection = connectionOf({ edges, size, isContinued });
  if (next === null) return connection;
  const { hasPreviousPage, startCursor } = connection.pageInfo;
  return {
    ...connection,
    pageInfo: { hasPreviousPage, hasNextPage: true, startCursor, endCursor: cursorOf(next) },
  };
}
