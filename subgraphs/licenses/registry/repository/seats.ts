import { type SQL, sql } from 'drizzle-orm';
import {
  array,
  boolean,
  cast,
  fetchOne,
  fetchRows,
  float8,
  hasRow,
  integer,
  jsonb,
  nullable,
  type ParameterValues,
  type Placeholders,
  queryBuilder,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { controller, seats, usageBatch } from '../../tables.js';
import { isExpired } from './leases.js';

const checkInTypes = {
  ...{ guid: uuid, hostname: text, version: text, ipAddresses: array(text), macAddress: text, os: text, label: text },
  department: nullable(text),
  /** Time of the check-in, in Unix epoch seconds. */
  at: float8,
  /** Source address of the check-in's connection; null if unknown. */
  ipAddr: nullable(text),
};

/** The check-in report of a controller, with the time and the source address of the check-in. */
export type CheckIn = ParameterValues<typeof checkInTypes>;

/** Publishes the check-in in the common table expression `source` as an event. */
function publishCheckIn(source: SQL, isNew: boolean): SQL {
  return sql`insert into platform.event (type, data)
    select 'check-ins', jsonb_build_object('guid', guid, 'hostname', last_hostname, 'version', version,
      'department', department, 'isNew', ${isNew})
    from ${source}`;
}

/**
 * Records the check-ins in the common table expression `source` for the usage log. Adds a row for each day of the
 * check-ins, which is almost always one row.
 */
function recordCheckIn(source: SQL): SQL {
  return sql`insert into ${usageBatch} (day, guids)
    select contact_day, array_agg(guid) from ${source} group by contact_day`;
}

/** The values for the columns that describe the last check-in, in the order of the table. */
function lastCheckInValues(parameters: Placeholders<typeof checkInTypes>): SQL {
  return sql`${parameters.at}, ${parameters.ipAddr}::inet, ${parameters.hostname}, ${parameters.version}, ${parameters.ipAddresses},
      ${parameters.macAddress}, ${parameters.os}, ${parameters.label}, ${parameters.department}`;
}
const lastCheckInColumns = sql`last_contact, last_ip_addr, last_hostname, version, ip_addresses, mac_address, os, label, department`;

/** Converts a JSON array of {@link LeasedCheckIn} to rows. */
const checkInRows = sql`check_in (guid uuid, at double precision, "ipAddr" inet, hostname text, version text,
        "ipAddresses" text[], "macAddress" text, os text, label text, department text, cutoff double precision)`;

/** A check-in of a controller whose seat may have expired. */
export interface LeasedCheckIn extends CheckIn {
  /** Time in Unix epoch seconds. If the last check-in was at or before it, the controller has lost its seat. */
  readonly cutoff: number;
}

/**
 * Stores the check-ins of registered controllers, each of a different controller.
 * @returns the GUIDs of the controllers that have a seat
 */
export const touchControllers = fetchRows({ checkIns: jsonb<readonly LeasedCheckIn[]>() }, ({ checkIns }) =>
  rawQuery(
    { guid: cast(uuid, sql`touched.guid`) },
    // Rows are locked in the order of the GUIDs, so statements of several processes cannot deadlock. The clock of
    // another process may be ahead, so the last contact never moves back.
    (selected) => sql`with locked as materialized (
      select check_in.* from ${controller}
      join jsonb_to_recordset(${checkIns}) as ${checkInRows} on ${controller.guid} = check_in.guid
      -- JSON has no infinite numbers: they are null.
      where ${controller.lastContact} > coalesce(check_in.cutoff, '-infinity')
      order by ${controller.guid} for no key update of controller
    ), touched as (
      update ${controller} set (${lastCheckInColumns}) = row(greatest(last_contact, check_in.at), check_in."ipAddr", check_in.hostname,
        check_in.version, check_in."ipAddresses", check_in."macAddress", check_in.os, check_in.label, check_in.department)
      from locked check_in where ${controller.guid} = check_in.guid
      returning ${controller.guid}, ${controller.lastHostname}, ${controller.version}, ${controller.department},
        ${controller.contactDay}
    ), published as (
      ${publishCheckIn(sql`touched`, false)}
    ), recorded as (
      ${recordCheckIn(sql`touched`)}
    )
    select ${selected} from touched`,
  ),
);

/**
 * Registers a controller if there is a free seat. Returns false if there is none, or if the controller is already
 * registered. The caller must hold the lock of the seats.
 */
export const registerController = hasRow(
  { ...checkInTypes, cap: integer },
  (parameters) => sql`with registered as (
      insert into ${controller} (guid, registered_at, ip_addr, hostname, ${lastCheckInColumns})
      select ${parameters.guid}, floor(${parameters.at})::bigint, coalesce(${parameters.ipAddr}, ''), ${parameters.hostname}, ${lastCheckInValues(parameters)}
      where (select used from ${seats}) < ${parameters.cap}
      on conflict (guid) do nothing
      returning guid, last_hostname, version, department, contact_day
    ), counted as (
      update ${seats} set used = used + 1 where exists (select 1 from registered)
    ), published as (
      ${publishCheckIn(sql`registered`, true)}
    ), recorded as (
      ${recordCheckIn(sql`registered`)}
    )
    select from registered`,
);

/**
 * Locks the seats until the end of the transaction, so registrations and releases of all replicas run one after
 * another. Returns the number of registered controllers.
 */
export const lockSeats = fetchOne({}, () =>
  rawQuery({ used: seats.used }, (selected) => sql`select ${selected} from ${seats} for update`),
);

/**
 * The number of occupied seats, and whether this controller occupies one, in one snapshot. Seats of controllers whose
 * last check-in was at or before `cutoff` (Unix epoch seconds) are free.
 */
export const selectSeat = fetchOne({ guid: uuid, cutoff: float8 }, ({ guid, cutoff }) =>
  queryBuilder
    .select({
      used: cast(integer, occupiedSeats(cutoff)),
      isRegistered: cast(
        boolean,
        sql`exists (select 1 from ${controller} where ${controller.guid} = ${guid} and last_contact > ${cutoff})`,
      ),
    })
    .from(seats),
);

/**
 * The number of occupied seats. As in {@link selectSeat}, seats of controllers whose last check-in was at or before
 * `cutoff` are free.
 */
export const selectSeatsUsed = fetchOne({ cutoff: float8 }, ({ cutoff }) =>
  queryBuilder.select({ used: cast(integer, occupiedSeats(cutoff)) }).from(seats),
);

function occupiedSeats(cutoff: SQL): SQL {
  return sql`${seats.used} - (select count(*) from ${controller} where ${isExpired(cutoff)})::integer`;
}
