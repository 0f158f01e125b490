import { type Executor, runStatement, StatementParameters } from '../../../platform/database/index.js';
import type { ControllerColumn, ControllerFields, ControllerRow } from '../records.js';

/** A row with the columns that were asked for, and always its GUID. */
export type SelectedController = Partial<ControllerRow> & Pick<ControllerRow, 'guid'>;

const columns: Readonly<Record<ControllerColumn, string>> = {
  guid: 'guid',
  registeredAtEpoch: 'registered_at::float8',
  ipAddr: 'ip_addr',
  hostname: 'hostname',
  lastContactEpoch: 'last_contact',
  lastIpAddr: 'host(last_ip_addr)',
  lastHostname: 'last_hostname',
  version: 'version',
  ipAddresses: 'ip_addresses',
  macAddress: 'mac_address',
  os: 'os',
  label: 'label',
  department: 'department',
};

export function controllerColumns({ columns: names }: Pick<ControllerFields, 'columns'>): string {
  return ['guid', ...names.filter((name) => name !== 'guid').map((name) => `${columns[name]} as "${name}"`)].join(', ');
}

const allColumns = controllerColumns({ columns: Object.keys(columns) as ControllerColumn[] }); // The keys of a record.

/** What a controller sent, and when and from where it came. */
export interface CheckIn {
  readonly guid: string;
  /** Unix epoch seconds. */
  readonly at: number;
  /** Null: the address of the connection is not known. */
  readonly ipAddr: string | null;
  readonly hostname: string;
  readonly version: string;
  readonly ipAddresses: readonly string[];
  readonly macAddress: string;
  readonly os: string;
  readonly label: string;
  readonly department: string | null;
}

/** Tells of the check-in of a controller that `source` holds, in the same statement. */
function tellCheckIn(source: string, isNew: boolean): string {
  return `insert into platform.event (type, data)
    select 'check-ins', jsonb_build_object('guid', guid, 'hostname', last_hostname, 'version', version,
      'department', department, 'isNew', ${isNew})
    from ${source}`;
}

const touchText = `with touched as (
    update licenses.controller set last_contact = $2::float8, last_ip_addr = $3::text::inet, last_hostname = $4::text,
      version = $5::text, ip_addresses = $6::text[], mac_address = $7::text, os = $8::text, label = $9::text,
      department = $10::text
    where guid = $1::uuid returning guid, last_hostname, version, department
  ), told as (
    ${tellCheckIn('touched', false)}
  )
  select true as touched from touched`;

/** Keeps what a registered controller sent; false when it is not registered. */
export async function touchController(sql: Executor, checkIn: CheckIn): Promise<boolean> {
  return (await runStatement(sql, touchText, valuesOf(checkIn))).length > 0;
}

const registerText = `with registered as (
    insert into licenses.controller (guid, registered_at, ip_addr, hostname, last_contact, last_ip_addr, last_hostname,
      version, ip_addresses, mac_address, os, label, department)
    select $1::uuid, floor($2::float8)::bigint, coalesce($3::text, ''), $4::text, $2::float8, $3::text::inet, $4::text,
      $5::text, $6::text[], $7::text, $8::text, $9::text, $10::text
    where (select used from licenses.seats) < $11::int
    on conflict (guid) do nothing
    returning guid, last_hostname, version, department
  ), counted as (
    update licenses.seats set used = used + 1 where exists (select 1 from registered)
  ), told as (
    ${tellCheckIn('registered', true)}
  )
  select exists (select 1 from registered) as registered`;

/** Registers a controller while there is a seat. The caller holds the lock of the seats. */
export async function registerController(sql: Executor, checkIn: CheckIn, cap: number): Promise<boolean> {
  const [row] = await runStatement<{ registered: boolean }>(sql, registerText, [...valuesOf(checkIn), cap]);
  return row?.registered ?? false;
}

function valuesOf(checkIn: CheckIn): (string | number | null | readonly string[])[] {
  const { guid, at, ipAddr, hostname, version, ipAddresses, macAddress, os, label, department } = checkIn;
  return [guid, at, ipAddr, hostname, version, ipAddresses, macAddress, os, label, department];
}

const releaseText = `with gone as (
    delete from licenses.controller where guid = $1::uuid returning *
  ), counted as (
    update licenses.seats set used = used - 1 where exists (select 1 from gone)
  )
  select ${allColumns} from gone`;

/** Removes a controller and gives its seat back; undefined when it is not registered. The caller holds the lock of the seats. */
export async function deleteController(sql: Executor, guid: string): Promise<ControllerRow | undefined> {
  const [row] = await runStatement<ControllerRow>(sql, releaseText, [guid]);
  return row;
}

/** Locks the seats for the rest of the transaction: registrations and releases take turns, on all replicas. */
export async function lockSeats(sql: Executor): Promise<void> {
  await runStatement(sql, 'select used from licenses.seats for update');
}

/** How many seats are taken, and whether this controller has one: both as of one moment. */
export async function selectSeat(sql: Executor, guid: string): Promise<{ used: number; isRegistered: boolean }> {
  const text = `select used, exists (select 1 from licenses.controller where guid = $1::uuid) as "isRegistered"
    from licenses.seats`;
  const [row] = await runStatement<{ used: number; isRegistered: boolean }>(sql, text, [guid]);
  return row ?? { used: 0, isRegistered: false };
}

/** How many controllers are registered. */
export async function selectSeatsUsed(sql: Executor): Promise<number> {
  const [row] = await runStatement<{ used: number }>(sql, 'select used from licenses.seats');
  return row?.used ?? 0;
}

/** All controllers, the first registered first. */
export async function selectAllControllers(sql: Executor, fields: ControllerFields): Promise<SelectedController[]> {
  const text = `select ${controllerColumns(fields)} from licenses.controller order by registered_at, guid`;
  return await runStatement(sql, text);
}

/** The controllers of these GUIDs that are registered, in any order. */
export async function selectControllers(
  sql: Executor,
  query: { guids: readonly string[]; fields: ControllerFields },
): Promise<SelectedController[]> {
  const parameters = new StatementParameters();
  const text = `select ${controllerColumns(query.fields)} from licenses.controller
    where guid = any(${parameters.add(query.guids)}::uuid[])`;
  return await runStatement(sql, text, parameters.values);
}
