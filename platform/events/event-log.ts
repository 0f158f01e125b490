import { type Executor, runStatement } from '../database/index.js';
import type { LoggedEvent } from './event-type.js';
import { type Position, PositionWalk, parseSnapshot, type Snapshot } from './position.js';

/** Events behind a position, in the order in which {@link PositionWalk} steps over them. */
export interface EventPage {
  readonly from: Position;
  readonly snapshot: Snapshot;
  readonly events: readonly LoggedEvent[];
  /** Behind the last of them. */
  readonly position: Position;
  /** There are more by now. */
  readonly isCut: boolean;
}

/** Why nothing can be read from a position on. */
export type LostReason = 'foreign' | 'too-old';

export type EventReading = { readonly page: EventPage } | { readonly lost: LostReason };

/** Only numbers of one cluster, on one timeline of it, can be compared. */
const clusterText = `select system_identifier::text || ':' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as cluster
  from pg_control_system()`;

/**
 * Where the log ends now. After a restore into another cluster, or a fail-over, numbers of transactions begin anew or were
 * taken back: then the log begins anew too, under another generation.
 */
export async function endOfLog(sql: Executor): Promise<Position> {
  const [row] = await runStatement<{ generation: string; snapshot: string }>(
    sql,
    `with own as (${clusterText}), kept as (
      select generation from platform.event_log, own where event_log.cluster = own.cluster
    ), begun as (
      insert into platform.event_log as log (is_only, generation, cluster, removed_until)
      select true, left(md5(random()::text || own.cluster), 12), own.cluster, 0 from own
      where not exists (select 1 from kept)
      on conflict (is_only) do update
        set generation = excluded.generation, cluster = excluded.cluster, removed_until = 0
        where log.cluster <> excluded.cluster
      returning generation
    ), gone as (
      delete from platform.event where exists (select 1 from begun)
    )
    select generation, pg_current_snapshot()::text as snapshot from (
      select generation from kept union all select generation from begun
    ) log`,
  );
  // Another process has begun it at the same moment: what it wrote is seen by the next statement.
  if (row === undefined) return await endOfLog(sql);
  return { generation: row.generation, ...parseSnapshot(row.snapshot), within: null };
}

const behind = 'not (transaction = $4::bigint and id <= $5::bigint)';
const ascending = 'order by transaction = $4::bigint desc, transaction, id limit $6::int';
const readText = `
  select log.generation, log.removed_until::float8 as "removedUntil", pg_current_snapshot()::text as snapshot,
    found.transaction::float8 as transaction, found.id::float8 as id, found.type, found.tenant_id as "tenantId", found.at,
    found.data::text as data,
    exists (select from unnest($2::bigint[]) number where number <= log.removed_until
      and pg_visible_in_snapshot(number::text::xid8, pg_current_snapshot())) as "mayHaveLost"
  from platform.event_log log left join lateral (
    select * from (
      (select * from platform.event where transaction >= $1::bigint and ${behind} order by transaction, id limit $6::int)
      union all
      (select * from platform.event where transaction = any($2::bigint[]) and ${behind} ${ascending})
    ) unseen
    where $3::text = log.generation ${ascending}
  ) found on true
  order by transaction = $4::bigint desc, transaction, id`;

interface EventRow {
  readonly generation: string;
  readonly removedUntil: number;
  readonly snapshot: string;
  readonly mayHaveLost: boolean;
  /** Null: there is none. */
  readonly transaction: number | null;
  readonly id: number;
  readonly type: string;
  readonly tenantId: string | null;
  readonly at: number;
  readonly data: string;
}

/** The next events after a position, up to a maximum. Each is returned once, in whatever order transactions commit. */
export async function readEvents(sql: Executor, from: Position, limit: number): Promise<EventReading> {
  const { next, running, generation, within } = from;
  const rows = await runStatement<EventRow>(sql, readText, [
    next,
    running,
    generation,
    within?.transaction ?? -1,
    within?.event ?? -1,
    limit,
  ]);
  const [first] = rows;
  if (first === undefined || first.generation !== generation) return { lost: 'foreign' };
  const snapshot = parseSnapshot(first.snapshot);
  if (next > snapshot.next) return { lost: 'foreign' };
  if (next <= first.removedUntil || first.mayHaveLost) return { lost: 'too-old' };
  const events = rows.flatMap(({ transaction, id, type, tenantId, at, data }): LoggedEvent[] =>
    transaction === null ? [] : [{ type, tenantId, at, data, place: { transaction, event: id } }],
  );
  const isCut = events.length === limit;
  const walk = new PositionWalk(from, snapshot);
  let position = from;
  for (const { place } of events) position = walk.step(place);
  return { page: { from, snapshot, events, isCut, position: isCut ? position : walk.end() } };
}
