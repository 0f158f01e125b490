import { getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  array,
  bigint,
  execute,
  fetchRows,
  integer,
  nullable,
  rows,
  statement,
  text,
} from '../../../platform/database/statements/index.js';
import { policyZoneClient } from './tables.js';

const transferTypes = {
  ...{ zones: array(text), addresses: array(text), serials: array(bigint), times: array(bigint) },
  ...{ full: array(integer), incremental: array(integer) },
};

const transfers = execute(
  statement(
    transferTypes,
    (given) => sql`insert into ${policyZoneClient} as known
        (zone, address, serial, transferred_at, full_transfers, incremental_transfers)
      select * from unnest(${given.zones}, ${given.addresses}, ${given.serials}, ${given.times}, ${given.full},
        ${given.incremental})
      on conflict (zone, address) do update set serial = excluded.serial, transferred_at = excluded.transferred_at,
        full_transfers = known.full_transfers + excluded.full_transfers,
        incremental_transfers = known.incremental_transfers + excluded.incremental_transfers`,
  ),
);

/** Adds transfers to the counts of their clients. */
export async function addTransfers(
  executor: Executor,
  counts: readonly {
    zone: string;
    address: string;
    serial: number;
    at: number;
    full: number;
    incremental: number;
  }[],
): Promise<void> {
  await transfers(executor, {
    zones: counts.map(({ zone }) => zone),
    addresses: counts.map(({ address }) => address),
    serials: counts.map(({ serial }) => serial),
    times: counts.map(({ at }) => at),
    full: counts.map(({ full }) => full),
    incremental: counts.map(({ incremental }) => incremental),
  });
}

const refusals = execute(
  statement(
    { zones: array(text), counts: array(integer), reasons: array(text), times: array(bigint) },
    (given) => sql`insert into ${policyZoneClient} as known (zone, address, refusals, last_refusal, refused_at)
      select zone, '', count, reason, at
        from unnest(${given.zones}, ${given.counts}, ${given.reasons}, ${given.times}) added (zone, count, reason, at)
      on conflict (zone, address) do update set refusals = known.refusals + excluded.refusals,
        last_refusal = excluded.last_refusal, refused_at = excluded.refused_at`,
  ),
);

/** Adds refused queries to the counts of their zones. */
export async function addRefusals(
  executor: Executor,
  counts: readonly { zone: string; count: number; reason: string; at: number }[],
): Promise<void> {
  await refusals(executor, {
    zones: counts.map(({ zone }) => zone),
    counts: counts.map(({ count }) => count),
    reasons: counts.map(({ reason }) => reason),
    times: counts.map(({ at }) => at),
  });
}

/** Records the response of a secondary server to a NOTIFY message, or why there was none. */
export const recordNotice = execute(
  statement(
    { zone: text, address: text, serial: nullable(bigint), error: nullable(text) },
    ({ zone, address, serial, error }) => sql`insert into ${policyZoneClient} as known
        (zone, address, notified_serial, notify_error) values (${zone}, ${address}, ${serial}, ${error})
      on conflict (zone, address) do update
        set notified_serial = coalesce(excluded.notified_serial, known.notified_serial),
          notify_error = excluded.notify_error`,
  ),
);

/** The clients of these zones; the empty zone has refused queries for others. */
export const selectClients = fetchRows(
  statement({ zones: array(text) }, ({ zones }) =>
    rows(
      getTableColumns(policyZoneClient),
      (columns) =>
        sql`select ${columns} from ${policyZoneClient} where zone = any(${zones}) order by zone, address limit 1000`,
    ),
  ),
);

/** Removes clients that have transferred nothing since a time. */
export const deleteClients = execute(
  statement(
    { before: bigint },
    ({ before }) => sql`delete from ${policyZoneClient}
      where coalesce(transferred_at, refused_at, 0) < ${before} and notified_serial is null`,
  ),
);
