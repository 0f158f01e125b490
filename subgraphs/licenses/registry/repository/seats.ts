import { type SQL, sql } from 'drizzle-orm';
import {
  array,
  boolean,
  build,
  fetchOne,
  fetchRows,
  float8,
  hasRow,
  integer,
  jsonb,
  nullable,
  type ParameterValues,
  type Placeholders,
  rows,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { controller, seats, usageBatch } from '../../tables.js';
import { isExpired } from './leases.js';

const checkInTypes = {
  ...{ guid: uuid, hostname: text, version: text, ipAddresses: array(text), macAddress: text, os: text, label: text },
  department: nullable(text),
  /** Unix epoch seconds. */
  at: float8,
  /** Source address of the connection; null if unknown. */
  ipAddr: nullable(text),
};

/** The report of a controller, with its time and source address. */
export type CheckIn = ParameterValues<typeof checkInTypes>;

/** Publishes the check-in of the controller in the common table expression `source`. */
function publishCheckIn(source: SQL, isNew: boolean): SQL {
  return sql`insert into platform.event (type, data)
    select 'check-ins', jsonb_build_object('guid', guid, 'hostname', last_hostname, 'version', version,
      'department', department, 'isNew', ${isNew})
    from ${source}`;
}

/**
 * Records the check-ins in the common table expression `source` for the usage log: one row for almost every statement.
 */
function recordCheckIn(source: SQL): SQL {
  return sql`insert into ${usageBatch} (day, guids)
    select contact_day, array_agg(guid) from ${source} group by contact_day`;
}

/** Values of the columns of the last check-in, in the order of the table. */
function lastCheckInValues(parameters: Placeholders<typeof checkInTypes>): SQL {
  return sql`${parameters.at}, ${parameters.ipAddr}::inet, ${parameters.hostname}, ${parameters.version}, ${parameters.ipAddresses},
      ${parameters.macAddress}, ${parameters.os}, ${parameters.label}, ${parameters.department}`;
}
const lastCheckInColumns = sql`last_contact, last_ip_addr, last_hostname, version, ip_addresses, mac_address, os, label, department`;

/** The columns of {@link LeasedCheckIn}, read from JSON. */
const checkInRows = sql`given (guid uuid, at double precision, "ipAddr" inet, hostname text, version text,
        "ipAddresses" text[], "macAddress" text, os text, label text, department text, expiry double precision)`;

/** A check-in of a controller that may have lost its seat. */
export interface LeasedCheckIn extends CheckIn {
  /** Unix epoch seconds: the controller has lost its seat if its last check-in was not after this time. */
  readonly expiry: number;
}

/**
 * Stores check-ins of different controllers that are registered.
 * @returns the GUIDs of those that have a seat
 */
export const touchControllers = fetchRows({ checkIns: jsonb<readonly LeasedCheckIn[]>() }, ({ checkIns }) =>
  rows(
    { guid: typed(uuid, sql`touched.guid`) },
    // Locked in the order of the GUIDs, so statements of several processes cannot deadlock. The clock of another
    // process may be ahead: the last contact never moves back.
    (selected) => sql`with locked as materialized (
      select given.* from ${controller}
      join jsonb_to_recordset(${checkIns}) as ${checkInRows} on ${controller.guid} = given.guid
      -- JSON has no infinite numbers: they are null.
      where ${controller.lastContact} > coalesce(given.expiry, '-infinity')
      order by ${controller.guid} for no key update of controller
    ), touched as (
      update ${controller} set (${lastCheckInColumns}) = row(greatest(last_contact, given.at), given."ipAddr", given.hostname,
        given.version, given."ipAddresses", given."macAddress", given.os, given.label, given.department)
      from locked given where ${controller.guid} = given.guid
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
 * Registers a controller if there is a free seat; returns false if there is none, or it is already registered. The
 * caller holds the lock of the seats.
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
 * Locks the seats for the rest of the transaction: registrations and releases of all replicas run one after another.
 * Returns the number of registered controllers.
 */
export const lockSeats = fetchOne({}, () =>
  rows({ used: seats.used }, (selected) => sql`select ${selected} from ${seats} for update`),
);

/**
 * The number of occupied seats, and whether this controller has one, in one snapshot. Seats of controllers whose last
 * check-in was not after `expiry`, in Unix epoch seconds, are free.
 */
export const selectSeat = fetchOne({ guid: uuid, expiry: float8 }, ({ guid, expiry }) =>
  build
    .select({
      used: typed(integer, occupiedSeats(expiry)),
      isRegistered: typed(
        boolean,
        sql`exists (select 1 from ${controller} where ${controller.guid} = ${guid} and last_contact > ${expiry})`,
      ),
    })
    .from(seats),
);

/** The number of occupied seats; `expiry` is that of {@link selectSeat}. */
export const selectSeatsUsed = fetchOne({ expiry: float8 }, ({ expiry }) =>
  build.select({ used: typed(integer, occupiedSeats(expiry)) }).from(seats),
);

function occupiedSeats(expiry: SQL): SQL {
  return sql`${seats.used} - (select count(*) from ${controller} where ${isExpired(expiry)})::integer`;
}
