import { type SQL, sql } from 'drizzle-orm';
import { array, float8, optional, uuid } from '../../../../platform/database/statements/index.js';

/**
 * For each alert id, the alert's `updatedAt` as the caller last read it, in Unix epoch milliseconds. An alert without
 * an expected time is changed unconditionally.
 */
export type ExpectedTimes = ReadonlyMap<string, number>;

interface ExpectedChange {
  readonly expected: ExpectedTimes;
}

export const expectedTypes = { expectedIds: optional(array(uuid)), expectedAt: optional(array(float8)) };

/** The part of a change that determines the SQL text of its statement. */
export function expectedShape({ expected }: ExpectedChange): string {
  return expected.size === 0 ? '' : 'expected';
}

export function expectedValues({ expected }: ExpectedChange): { expectedIds?: string[]; expectedAt?: number[] } {
  return expected.size === 0 ? {} : { expectedIds: [...expected.keys()], expectedAt: [...expected.values()] };
}

/**
 * Whether the status and the assignee of a row of `outdated` were not set after the expected time. Both times are whole
 * milliseconds, so a tolerance of half a millisecond exceeds the rounding error (docs/decisions/0072).
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
