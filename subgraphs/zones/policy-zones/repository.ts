import { getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  boolean,
  cast,
  execute,
  fetchRows,
  integer,
  nullable,
  rawQuery,
  records,
  text,
} from '../../../platform/database/statements/index.js';
import { blockChange } from '../blocklist/tables.js';
import { policyZone, policyZoneClient, policyZoneNotifyResult } from './tables.js';

/**
 * Claims a policy zone for a tenant (null: for the hits of all brands). If the zone belonged to another tenant, its
 * serials continue after all previous ones.
 */
export const claimZone = execute(
  { zone: text, tenantId: nullable(text) },
  ({ zone, tenantId }) => sql`insert into ${policyZone} as known (zone, tenant_id, first_serial)
        values (${zone}, ${tenantId}, 0)
      on conflict (zone) do update set tenant_id = excluded.tenant_id, first_serial = zones.next_block_serial()
        where known.tenant_id is distinct from excluded.tenant_id`,
);

/**
 * The serials of zones, in the order of `zones`. `tenants` contains the tenant whose hits each zone contains (null: the
 * hits of all brands). `isOfAnother` is true if a process has claimed the zone for another tenant. Each newest serial
 * is read from an index.
 */
export const selectSerials = fetchRows({ zones: array(text), tenants: array(nullable(text)) }, ({ zones, tenants }) =>
  rawQuery(
    {
      serial: cast(bigint, sql`greatest(1, known.first_serial, newest)`),
      firstSerial: cast(bigint, sql`coalesce(known.first_serial, 0)`),
      isOfAnother: cast(boolean, sql`known.zone is not null and known.tenant_id is distinct from wanted.tenant_id`),
    },
    (columns) => sql`select ${columns}
        from unnest(${zones}, ${tenants}) with ordinality wanted (zone, tenant_id, position)
        left join ${policyZone} known on known.zone = wanted.zone
        cross join lateral (select case when wanted.tenant_id is null then (select max(serial) from ${blockChange})
          else (select max(serial) from ${blockChange} where ${blockChange.tenantId} = wanted.tenant_id) end
        ) changes (newest) order by position`,
  ),
);

/** Adds transfers to the counts of their clients. */
export const addTransfers = execute(
  {
    added: records({
      ...{ zone: text, address: text, serial: bigint, at: bigint },
      ...{ fullTransfers: integer, incrementalTransfers: integer },
    }),
  },
  ({ added }) => sql`insert into ${policyZoneClient} as known
        (zone, address, serial, transferred_at, checked_at, full_transfers, incremental_transfers)
      select zone, address, serial, at, at, full_transfers, incremental_transfers from ${added}
      on conflict (zone, address) do update set serial = excluded.serial, transferred_at = excluded.transferred_at,
        checked_at = greatest(known.checked_at, excluded.checked_at),
        full_transfers = known.full_transfers + excluded.full_transfers,
        incremental_transfers = known.incremental_transfers + excluded.incremental_transfers`,
);

/** Removes all but the `max` clients of each zone that were seen last. */
export const deleteExcessClients = execute(
  { max: integer },
  ({ max }) => sql`delete from ${policyZoneClient} where (zone, address) in (
      select zone, address from (
        select zone, address, row_number() over (partition by zone order by checked_at desc nulls last, address) as place
        from ${policyZoneClient} where address <> ''
      ) numbered where place > ${max})`,
);

/**
 * Records the time of the last SOA query or transfer of a zone by each client; only clients that have transferred the
 * zone are updated.
 */
export const recordRequests = execute(
  { requests: records({ zone: text, address: text, at: bigint }) },
  ({ requests }) => sql`update ${policyZoneClient} known set checked_at = at from ${requests}
      where known.zone = requests.zone and known.address = requests.address`,
);

/** Adds rejected queries to the counts of their zones. */
export const addRejections = execute(
  { added: records({ zone: text, count: integer, reason: text, at: bigint }) },
  ({ added }) => sql`insert into ${policyZoneClient} as known (zone, address, refusals, last_refusal, refused_at)
      select zone, '', count, reason, at from ${added}
      on conflict (zone, address) do update set refusals = known.refusals + excluded.refusals,
        last_refusal = excluded.last_refusal, refused_at = excluded.refused_at`,
);

const notifyResultTypes = {
  ...{ zone: text, address: text, port: integer, serial: nullable(bigint), error: nullable(text), at: bigint },
  messages: integer,
};

/** Records the response of a secondary server to NOTIFY messages, or the reason why there was none. */
export const recordNotifyResult = execute(
  notifyResultTypes,
  (
    result,
  ) => sql`insert into ${policyZoneNotifyResult} as known (zone, address, port, serial, error, ended_at, messages)
      values (${result.zone}, ${result.address}, ${result.port}, ${result.serial}, ${result.error}, ${result.at},
        ${result.messages})
      on conflict (zone, address, port) do update set serial = coalesce(excluded.serial, known.serial),
        error = excluded.error, ended_at = excluded.ended_at, messages = known.messages + excluded.messages`,
);

/** The results of notifying the secondary servers of these zones; servers that were never notified have none. */
export const selectNotifyResults = fetchRows({ zones: array(text) }, ({ zones }) =>
  rawQuery(
    getTableColumns(policyZoneNotifyResult),
    (columns) => sql`select ${columns} from ${policyZoneNotifyResult} where zone = any(${zones})
        order by zone, address, port limit 1000`,
  ),
);

/**
 * The clients of these zones, each with the serial of the oldest change after its own serial, which is read from an
 * index (null: there is none). `tenants` contains the tenant whose hits each zone contains (null: the hits of all
 * brands). Rows with an empty address contain the counts of rejected queries.
 */
export const selectClients = fetchRows({ zones: array(text), tenants: array(nullable(text)) }, ({ zones, tenants }) => {
  const later = sql`select min(change.serial) from ${blockChange} change where change.serial > ${policyZoneClient.serial}`;
  return rawQuery(
    { ...getTableColumns(policyZoneClient), missedSerial: cast(nullable(bigint), sql`missed.serial`) },
    (columns) => sql`select ${columns}
        from unnest(${zones}, ${tenants}) wanted (zone, tenant_id)
        join ${policyZoneClient} on ${policyZoneClient.zone} = wanted.zone
        cross join lateral (select case when wanted.tenant_id is null then (${later})
          else (${later} and change.tenant_id = wanted.tenant_id) end
        ) missed (serial) order by ${policyZoneClient.zone}, ${policyZoneClient.address} limit 10000`,
  );
});

/** Removes clients, and counts of rejected queries, that were last seen before a time. */
export const deleteClients = execute(
  { before: bigint },
  ({ before }) => sql`delete from ${policyZoneClient}
      where greatest(checked_at, transferred_at, refused_at, 0) < ${before}`,
);

/** Deletes the results of notifying servers that were last notified before a time and are no longer configured. */
export const deleteNotifyResults = execute(
  { before: bigint, configured: records({ zone: text, address: text, port: integer }) },
  ({ before, configured }) => sql`delete from ${policyZoneNotifyResult}
      where ended_at < ${before} and (zone, address, port) not in (select * from ${configured})`,
);
