import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import {
  assertMaxCharacters,
  assertMaxItems,
  isLongerThan,
  isStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import type { LicenseRequest } from '../../dependencies.js';
import { matchesAddresses, parseRange } from '../../files/index.js';
import { BlacklistEntryKind } from '../../vocabulary.js';
import {
  type ControllerCriteria,
  type ControllerPosition,
  countControllers,
  selectControllersAfter,
} from '../repository/lists.js';
import type { ControllerFilter } from '../types.js';
import {
  addDerivedFields,
  type ControllerFields,
  type ControllerRecord,
  prepareDerivedFields,
  type RegistryDependencies,
} from './controller-record.js';

export interface ControllerConnectionRecord extends ConnectionRecord<ControllerRecord> {
  readonly totalCount: number;
}

const order = 'registered_at';

/**
 * A page of registered controllers, oldest registration first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a page size outside of 1–1000, a cursor of
 * another list, a filter value that is too long, or a source that is not an address or CIDR range
 */
export async function listControllers(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  input: {
    filter: ControllerFilter | null | undefined;
    first?: number | null | undefined;
    after?: string | null | undefined;
    fields: ControllerFields;
    wantsItems: boolean;
    wantsTotal: boolean;
  },
): Promise<ControllerConnectionRecord> {
  authorize(request.caller, 'licenses.read');
  const size = pageSize(input.first);
  const after = positionOf(input.after);
  if (typeof input.filter?.isBlacklisted === 'boolean') await dependencies.files.documents.refresh();
  await prepareDerivedFields(dependencies, input.fields);
  const criteria = criteriaOf(dependencies, input.filter ?? {});
  const { fields } = input;
  const [rows, totalCount] = await dependencies.database.read(request, (sql) =>
    Promise.all([
      input.wantsItems ? selectControllersAfter(sql, { criteria, after, limit: size + 1, fields }) : [],
      input.wantsTotal ? countControllers(sql, criteria) : 0,
    ]),
  );
  const edges = rows.map(({ orderValue, ...row }) => ({
    cursor: encodeCursor({ order, value: orderValue, ids: [row.guid] }),
    node: addDerivedFields(dependencies, row, fields),
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), totalCount };
}

function positionOf(cursor: string | null | undefined): ControllerPosition | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order, ids: 1 });
  const [guid = ''] = ids;
  if (isUuid(guid) && Number.isSafeInteger(value)) return { registeredAt: value, guid };
  throw invalidCursor('after');
}

function criteriaOf(dependencies: RegistryDependencies, filter: ControllerFilter): ControllerCriteria {
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
    ...(typeof isBlacklisted === 'boolean' && { isBlacklisted, ...blacklistCriteria(dependencies) }),
    // No row has a string that cannot be stored; no row matches an empty list of versions.
    ...(hostname && !isStorableText(hostname) && { hostname: '', versions: [] }),
  };
}

/** Whether a field of a controller can contain this string. */
function isPossible(text: string): boolean {
  return isStorableText(text) && !isLongerThan(text, maxCharacters.controllerText);
}

function rangeOf(source: string): string {
  const range = parseRange(source);
  if (range !== undefined) return range.text;
  const message = `source must be an address or a CIDR range, but is ${quoted(source)}`;
  throw invalidArgument('source', message);
}

function blacklistCriteria({ files, settings }: RegistryDependencies) {
  const { entries } = files.blacklist.current();
  const guids = entries.filter(({ kind }) => kind === BlacklistEntryKind.GUID);
  const ranges = matchesAddresses(settings) ? entries.filter(({ kind }) => kind !== BlacklistEntryKind.GUID) : [];
  return {
    blacklistedGuids: guids.map(({ value }) => value),
    blacklistedRanges: ranges.map(({ value }) => value),
  };
}
