import { type SQL, sql } from 'drizzle-orm';
import { array, float8, optional, uuid } from '../../../../platform/database/statements/index.js';

/**
 * The `updatedAt` (in the graph) of each alert as the caller last read it, by id, in Unix epoch milliseconds. An alert
 * without a time is not checked.
 */
export type ExpectedTimes = ReadonlyMap<string, number>;

interface ExpectedChange {
  readonly expected: ExpectedTimes;
}

export const expectedTypes = { expectedIds: optional(array(uuid)), expectedAt: optional(array(float8)) };

/** The part of a change that determines the text of its statement. */
export function expectedShape({ expected }: ExpectedChange): string {
  return expected.size === 0 ? '' : 'expected';
}

export function expectedValues({ expected }: ExpectedChange): { expectedIds?: string[]; expectedAt?: number[] } {
  return expected.size === 0 ? {} : { expectedIds: [...expected.keys()], expectedAt: [...expected.values()] };
}

/**
 * Whether nobody has set the status or assignee of a row of `outdated` after the expected time. Both times are whole
 * milliseconds, so the tolerance of half a millisecond exceeds the rounding error (docs/decisions/0072).
 */
export function isAsExpected(
  change: ExpectedChange,
  parameters: { readonly expectedIds: SQL; readonly expectedAt: SQL },
): SQL {
  if (change.expected.size === 0) return sql``;
  return sql`and not exists (
        select from unnest(${parameters.expectedIds}, ${parameters.expectedAt}) expected (id, at)
        where expected.id = outdated.id and outdated.triaged_at * 1000 > expected.at + 0.5
      )`;
}
