import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { requireAccess, tierLimits } from '../../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { normalizeDomainName, possibleKeys, rootZone } from '../../domains/index.js';
import { earliestReadable } from '../../search/index.js';
import {
  type RegistrationRow,
  selectNamesOfRegistrations,
  selectRegistrations,
  selectRegistrationsOfNames,
} from '../repository/lists.js';

/**
 * The bulk registrations with these ids, in the same order; null for each that does not exist.
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN for accounts, because only their requests for lists are counted
 */
export async function registrationsByIds(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<(RegistrationRow | null)[]> {
  authorize(request.caller, 'zones.join');
  const validIds = ids.filter(isUuid);
  const query = { criteria: { ids: validIds }, after: null, limit: validIds.length };
  const found = validIds.length === 0 ? [] : await database.read(request, (sql) => selectRegistrations(sql, query));
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/**
 * The newest bulk registration of each of these domains within the history of the caller's tier; null if there is none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN as {@link requireAccess}
 */
export async function registrationsOfDomains(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  names: readonly string[],
): Promise<(RegistrationRow | null)[]> {
  const access = await requireAccess(dependencies, request.caller);
  const limits = tierLimits(access.tier);
  const isOperator = access.accountId === null;
  if (!isOperator && !limits.hasBrowsing) return names.map(() => null);
  const readableFrom = isOperator ? 0 : earliestReadable(limits, dependencies.clock.now());
  const keys = names.flatMap((name, number) =>
    possibleKeys(normalizeDomainName(name) ?? '', rootZone).map((key) => ({ number, ...key })),
  );
  const found = await dependencies.database.read({ signal: request.signal, rows: keys.length }, (sql) =>
    selectRegistrationsOfNames(sql, { wanted: keys }),
  );
  const byNumber = new Map(found.filter(({ lastAt }) => lastAt >= readableFrom).map((row) => [row.number, row]));
  return names.map((_, number) => byNumber.get(number) ?? null);
}

/** A name of a bulk registration. */
export interface RegisteredName {
  /** Domain name in lower case and Punycode. */
  readonly name: string;
}

const order = 'bulk-registration-names';

/**
 * A page of the names of each of these bulk registrations, in order.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000 or another list's
 *   cursor
 */
export async function namesOfRegistrations(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: PageInput & { ids: readonly string[] },
): Promise<ConnectionRecord<RegisteredName>[]> {
  const { ids, first, after } = input;
  const access = await requireAccess(dependencies, request.caller);
  const size = Math.min(pageSize(first), tierLimits(access.tier).recordsPerQuery);
  const isContinued = after !== null && after !== undefined;
  const label = isContinued ? (decodeCursor(after, { order, ids: 1 }).ids[0] ?? '') : '';
  const found = await dependencies.database.read({ signal: request.signal, rows: ids.length * size }, (sql) =>
    selectNamesOfRegistrations(sql, { ids, after: label, limit: size + 1 }),
  );
  const rowsOf = Map.groupBy(found, ({ registrationId }) => registrationId);
  return ids.map((id) => {
    const edges = (rowsOf.get(id) ?? []).map((row) => ({
      cursor: encodeCursor({ order, value: 0, ids: [row.label] }),
      node: { name: row.domain },
    }));
    return connectionOf({ edges, size, isContinued });
  });
}
