import type { ConnectionRecord } from '../platform/connection.js';

/** The page of a list to read. */
export interface Page {
  readonly first: number;
  readonly after: string | null;
}

/** Reads the first `limit` rows of a list, page by page. */
export async function firstRows<Row>(
  read: (page: Page) => Promise<ConnectionRecord<Row>>,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = null; ; ) {
    const page: ConnectionRecord<Row> = await read({ first: Math.min(1000, limit - rows.length), after });
    rows.push(...page.nodes);
    if (!page.pageInfo.hasNextPage || rows.length >= limit) return rows;
    after = page.pageInfo.endCursor;
  }
}

/** Reads all rows of a list, page by page. */
export async function allRows<Row>(read: (page: Page) => Promise<ConnectionRecord<Row>>): Promise<Row[]> {
  return await firstRows(read, Number.POSITIVE_INFINITY);
}
