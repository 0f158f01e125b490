import { InvalidArgumentError } from 'commander';
import type { ConnectionRecord } from '../platform/connection.js';
import { parseDecimal } from './number-options.js';

/** Reads an option that is a number of rows. */
export function readCount(value: string): number {
  const count = parseDecimal(value);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError('It must be an integer of 1 or more.');
}

/** The page of a list to read. */
export interface Page {
  readonly first: number;
  readonly after: string | null;
}

/** The first rows of a list, page by page. */
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
