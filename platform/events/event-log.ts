import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../database/index.js';
import {
  array,
  bigint,
  boolean,
  cast,
  fetchRow,
  integer,
  joined,
  rawQuery,
  run,
  statement,
  text,
} from '../database/statements/index.js';
import { event, eventLog } from '../tables.js';
import type { LoggedEvent } from './event-type.js';
import { inOrderOfChanges, type Position, PositionScan, parseSnapshot, type Snapshot } from './position.js';

/** A page of events after a position, in the order of {@link inOrderOfChanges}. */
export interface EventPage {
  readonly from: Position;
  readonly snapshot: Snapshot;
  readonly events: readonly LoggedEvent[];
  /** Position after the last event of the page. */
  readonly position: Position;
  /** Whether the page has the maximum number of events. If so, there may be more. */
  readonly isFull: boolean;
}

/**
 * The reason why events cannot be read from a position. `other-database`: it belongs to the log of another database;
 * `too-old`: the events were removed.
 */
export type ResetReason = 'other-database' | 'too-old';

export type EventReading = { readonly page: EventPage } | { readonly lost: ResetReason };

/** Selects the identifier of the database cluster and timeline, within which transaction ids are comparable. */
const cluster = sql`select system_identifier::text || ':' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as cluster
  from pg_control_system()`;
const log = alias(eventLog, 'log');
const snapshot = cast(text, sql`pg_current_snapshot()`);

const end = fetchRow({}, () =>
  rawQuery(
    { generation: log.generation, snapshot },
    (columns) => sql`with own as (${cluster}), kept as (
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
      delete from platform.event where exists (select 1 from begun) and not exists (
        select 1 from platform.event_log former, own where split_part(former.cluster, ':', 1) = split_part(own.cluster, ':', 1)
      )
    )
    select ${columns} from (select generation from kept union all select generation from begun) log`,
  ),
);

/**
 * The current end of the log. A restore into another cluster resets transaction ids, and a failover may reuse them;
 * then a new generation of the log begins. After a failover, events are retained for the cursors in the database, which
 * are never ahead of the log.
 */
export async function endOfLog(executor: Executor): Promise<Position> {
  const row = await end(executor);
  // Another process has created the generation concurrently; the next statement sees its row.
  if (row === undefined) return await endOfLog(executor);
  return { generation: row.generation, ...parseSnapshot(row.snapshot), within: null };
}

const found = alias(event, 'found');
const { transaction, id, type, tenantId, at } = found;
const pageTypes = {
  ...{ next: bigint, running: array(bigint), generation: text },
  ...{ withinTransaction: bigint, withinEvent: bigint, limit: integer },
};
const eventPage = statement(pageTypes, (parameters) => {
  const isAfter = sql`not (transaction = ${parameters.withinTransaction} and id <= ${parameters.withinEvent})`;
  const order = sql`order by transaction = ${parameters.withinTransaction} desc, transaction, id`;
  const mayHaveLost = sql`exists (select from unnest(${parameters.running}) number where number <= ${log.removedUntil}
    and pg_visible_in_snapshot(number::text::xid8, pg_current_snapshot()))`;
  return rawQuery(
    {
      ...{ generation: log.generation, removedUntil: log.removedUntil, snapshot },
      mayHaveLost: cast(boolean, mayHaveLost),
      found: joined({ transaction, id, type, tenantId, at, data: cast(text, sql`${found.data}`) }),
    },
    (columns) => sql`select ${columns}
      from ${eventLog} log left join lateral (
        select * from (
          (select * from ${event} where transaction >= ${parameters.next} and ${isAfter} order by transaction, id limit ${parameters.limit})
          union all
          (select * from ${event} where transaction = any(${parameters.running}) and ${isAfter} ${order} limit ${parameters.limit})
        ) unseen
        where ${parameters.generation} = ${log.generation} ${order} limit ${parameters.limit}
      ) found on true
      ${order}`,
  );
});

/**
 * The next events after a position, at most `limit`. Each event is returned exactly once, regardless of the order of
 * commits.
 */
export async function readEvents(executor: Executor, from: Position, limit: number): Promise<EventReading> {
  const { next, running, generation, within } = from;
  const [withinTransaction, withinEvent] = [within?.transaction ?? -1, within?.event ?? -1];
  const pageRow = await run(executor, eventPage, { next, running, generation, withinTransaction, withinEvent, limit });
  const [first] = pageRow;
  if (first === undefined || first.generation !== generation) return { lost: 'other-database' };
  const snapshot = parseSnapshot(first.snapshot);
  if (next > snapshot.next) return { lost: 'other-database' };
  if (next <= first.removedUntil || first.mayHaveLost) return { lost: 'too-old' };
  const visibleEvents = pageRow.flatMap(({ found }): LoggedEvent[] => {
    if (found === null) return [];
    const { transaction, id, ...event } = found;
    return [{ ...event, id: { transaction, event: id } }];
  });
  const isFull = visibleEvents.length === limit;
  const events = inOrderOfChanges(visibleEvents, { within, isFull });
  const scan = new PositionScan(from, snapshot, events);
  let position = from;
  for (const { id } of events) position = scan.step(id);
  return { page: { from, snapshot, events, isFull, position: isFull ? position : scan.end() } };
}
