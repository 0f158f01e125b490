import { type Executor, runStatement } from '../../../../platform/database/statement.js';

/** Names that came and went in a zone on one day. */
export interface DayCount {
  readonly zone: string;
  /** Number of the day since the Unix epoch, in UTC. */
  readonly day: number;
  readonly added: number;
  readonly removed: number;
}

/** The days of these zones on which there were imports; both ends belong to the span. */
export async function selectDailyCounts(
  sql: Executor,
  query: { zones: readonly string[]; from: number; to: number },
): Promise<DayCount[]> {
  return await runStatement(
    sql,
    `select zone, (at / 86400000)::int as day, sum(added_domains)::float8 as added, sum(removed_domains)::float8 as removed
    from zones.import
    where outcome = 'applied' and zone = any($1::text[]) and at >= $2::bigint * 86400000 and at < ($3::bigint + 1) * 86400000
    group by zone, at / 86400000`,
    [query.zones, query.from, query.to],
  );
}
