import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import { DomainError } from '../../../platform/domain-error.js';
import {
  assertMaxCharacters,
  assertMaxItems,
  isLongerThan,
  maxCharacters,
  maxItems,
} from '../../../platform/input-limits.js';
import type { ControllerFields, ControllerRecord } from '../records.js';
import {
  type ControllerCriteria,
  type ControllerPlace,
  countControllers,
  selectControllersBehind,
  selectControllersByHostname,
  selectControllersUnderDomain,
} from '../repository/controller-lists.js';
import { type SelectedController, selectAllControllers, selectControllers } from '../repository/controllers.js';
import { parseAddress, parseRange } from '../rules/address.js';
import { isUuid } from '../rules/guid.js';
import { isStorableText } from '../rules/report.js';
import { BlacklistEntryKind, LicenseEndpoint } from '../vocabulary.js';
import { assertBetween } from './arguments.js';
import { assertControllerOrOperator, assertOperator } from './authorisation.js';
import { isOnBlacklist, licensedCap } from './check-license.js';
import type { LicenseDependencies, LicenseRequest } from './dependencies.js';
import { countRequest } from './rate.js';

/**
 * All registered controllers: specification, section 4, "GET /api/get-licenses/", ordered by timestamp, then GUID.
 * @throws {DomainError} RATE_LIMITED; FORBIDDEN for an invalid license
 */
export async function activeControllers(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  fields: ControllerFields,
): Promise<ControllerRecord[]> {
  assertControllerOrOperator(dependencies, request, 'read');
  await countRequest(dependencies, request, LicenseEndpoint.GET_LICENSES);
  await licensedCap(dependencies, LicenseEndpoint.GET_LICENSES);
  const rows = await dependencies.database.urgent.guard((sql) => selectAllControllers(sql, fields));
  return rows.map((row) => withDerived(dependencies, row, fields));
}

/** The controllers of these GUIDs in the order of the GUIDs; null where none is registered. */
export async function controllersByGuids(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: { guids: readonly string[]; fields: ControllerFields },
): Promise<(ControllerRecord | null)[]> {
  assertOperator(request);
  return await readControllers(dependencies, request, input);
}

/** The same for whoever may check in: the controller that did. */
export async function readControllers(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  { guids, fields }: { guids: readonly string[]; fields: ControllerFields },
): Promise<(ControllerRecord | null)[]> {
  const possible = guids.filter(isUuid);
  const rows = await dependencies.database.read({ signal: request.signal, rows: possible.length }, (sql) =>
    selectControllers(sql, { guids: possible, fields }),
  );
  const byGuid = new Map(rows.map((row) => [row.guid, withDerived(dependencies, row, fields)]));
  return guids.map((guid) => byGuid.get(guid.toLowerCase()) ?? null);
}

/**
 * For each hostname the controllers that sent it last, the first registered first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a number outside of 1 to 100
 */
export async function controllersByHostnames(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  { hostnames, ...rest }: ByNameInput & { hostnames: readonly string[] },
): Promise<ControllerRecord[][]> {
  return await controllersByNames(dependencies, request, {
    ...rest,
    names: hostnames,
    select: selectControllersByHostname,
  });
}

/** The same for each domain: the controllers whose hostname is its name or ends with it. */
export async function controllersUnderDomains(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  { domains, ...rest }: ByNameInput & { domains: readonly string[] },
): Promise<ControllerRecord[][]> {
  return await controllersByNames(dependencies, request, {
    ...rest,
    names: domains,
    select: selectControllersUnderDomain,
  });
}

interface ByNameInput {
  first: number;
  fields: ControllerFields;
}

async function controllersByNames(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: ByNameInput & { names: readonly string[]; select: typeof selectControllersByHostname },
): Promise<ControllerRecord[][]> {
  assertOperator(request);
  const { first, fields, select } = input;
  assertBetween({ name: 'first', value: first, least: 1, most: 100 });
  // A name that cannot be stored becomes one that no controller has.
  const names = input.names.map((name) => (isStorableText(name) ? name.toLowerCase() : ''));
  const rows = await dependencies.database.read({ signal: request.signal, rows: names.length * first }, (sql) =>
    select(sql, { names, first, fields }),
  );
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return names.map((_, position) =>
    (byPosition.get(position) ?? []).map((row) => withDerived(dependencies, row, fields)),
  );
}

export interface ControllerFilterInput {
  hostname?: string | null;
  version?: readonly string[] | null;
  label?: readonly string[] | null;
  department?: readonly string[] | null;
  hasDepartment?: boolean | null;
  source?: string | null;
  isBlacklisted?: boolean | null;
  silentSince?: Date | null;
}

export interface ControllerConnectionRecord extends ConnectionRecord<ControllerRecord> {
  readonly totalCount: number;
}

const order = 'registered_at';

/**
 * A page of registered controllers, the first registered first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1 to 1000, a cursor of another list,
 * or a source that is no address or range
 */
export async function listControllers(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: {
    filter: ControllerFilterInput | null | undefined;
    first?: number | null | undefined;
    after?: string | null | undefined;
    fields: ControllerFields;
    wantsItems: boolean;
    wantsTotal: boolean;
  },
): Promise<ControllerConnectionRecord> {
  assertOperator(request);
  const size = pageSize(input.first);
  const behind = placeOf(input.after);
  const criteria = criteriaOf(dependencies, input.filter ?? {});
  const { fields } = input;
  const [rows, totalCount] = await dependencies.database.read(request, (sql) =>
    Promise.all([
      input.wantsItems ? selectControllersBehind(sql, { criteria, behind, limit: size + 1, fields }) : [],
      input.wantsTotal ? countControllers(sql, criteria) : 0,
    ]),
  );
  const edges = rows.map(({ orderValue, ...row }) => ({
    cursor: encodeCursor({ order, value: orderValue, ids: [row.guid] }),
    node: withDerived(dependencies, row, fields),
  }));
  return { ...connectionOf({ edges, size, isContinued: behind !== null }), totalCount };
}

function placeOf(cursor: string | null | undefined): ControllerPlace | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order, ids: 1 });
  const [guid = ''] = ids;
  if (!isUuid(guid) || !Number.isSafeInteger(value)) {
    throw new DomainError('BAD_USER_INPUT', 'The cursor names no controller', { argument: 'after' });
  }
  return { registeredAt: value, guid };
}

function criteriaOf(dependencies: LicenseDependencies, filter: ControllerFilterInput): ControllerCriteria {
  const { hostname, version, label, department, hasDepartment, source, isBlacklisted, silentSince } = filter;
  assertMaxCharacters('hostname', hostname, maxCharacters.search);
  for (const [name, values] of Object.entries({ version, label, department })) {
    assertMaxItems(name, values, maxItems.filterValues);
  }
  return {
    ...(hostname && { hostname }),
    ...(version && { versions: version.filter(isPossible) }),
    ...(label && { labels: label.filter(isPossible) }),
    ...(department && { departments: department.filter(isPossible) }),
    ...(typeof hasDepartment === 'boolean' && { hasDepartment }),
    ...(typeof source === 'string' && { source: rangeOf(source) }),
    ...(silentSince && { silentSince: silentSince.getTime() / 1000 }),
    ...(typeof isBlacklisted === 'boolean' && { blacklisted: { is: isBlacklisted, ...listed(dependencies) } }),
    // No row has a text that cannot be stored.
    ...(hostname && !isStorableText(hostname) && { hostname: '', versions: [] }),
  };
}

/** Whether a controller can have this text. */
function isPossible(text: string): boolean {
  return isStorableText(text) && !isLongerThan(text, maxCharacters.controllerText);
}

function rangeOf(source: string): string {
  const range = parseRange(source);
  if (range !== undefined) return range.text;
  throw new DomainError('BAD_USER_INPUT', 'source must be an address or a CIDR range', { argument: 'source' });
}

function listed(dependencies: LicenseDependencies): { guids: string[]; ranges: string[] } {
  const { entries } = dependencies.files.blacklist.current();
  const byKind = Map.groupBy(entries, ({ kind }) => kind === BlacklistEntryKind.GUID);
  const ranges = dependencies.settings.matchesAddresses ? (byKind.get(false) ?? []) : [];
  return {
    guids: (byKind.get(true) ?? []).map(({ value }) => value),
    ranges: ranges.map(({ value }) => value),
  };
}

/** Adds what is worked out from a row, in place: lists may be long. */
export function withDerived(
  dependencies: LicenseDependencies,
  row: SelectedController,
  { derived }: ControllerFields,
): ControllerRecord {
  const record: ControllerRecord = row;
  // Which columns are read is decided together with what is derived, so they are there.
  const { registeredAtEpoch = Number.NaN, lastContactEpoch = Number.NaN } = row;
  for (const name of derived) {
    if (name === 'timestamp') record.timestamp = dependencies.localTime(registeredAtEpoch);
    else if (name === 'registeredAt') record.registeredAt = new Date(registeredAtEpoch * 1000);
    else if (name === 'lastContact') record.lastContact = new Date(lastContactEpoch * 1000);
    else record.isBlacklisted = isOnBlacklist(dependencies, row.guid, parseAddress(row.lastIpAddr ?? ''));
  }
  return record;
}
