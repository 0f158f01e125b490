import type { TransactionSql } from 'postgres';
import { toASCII } from 'tr46';
import { groupsForEntries, recordAudit } from '../../../../platform/audit/index.js';
import { callerName } from '../../../../platform/caller.js';
import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeUuidCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import {
  assertMaxCharacters,
  assertMaxItems,
  assertStorableText,
  isStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { normalizeZoneName } from '../../names.js';
import {
  countHits,
  type HitCriteria,
  type HitRow,
  lockHits,
  selectEntries,
  selectHitPage,
} from '../repository/hit-lists.js';
import { addEntries, storeTriage } from '../repository/record-hits.js';
import { isBlocked } from '../rules/auto-block.js';
import { isAwaitingDecision } from '../rules/hit-changes.js';
import type { BrandHitEntry, BrandHitFilter } from '../types-hits.js';
import { BrandHitEntryKind, BrandHitStatus } from '../vocabulary.js';
import { runAlertJobNow } from './open-alerts.js';

export type { HitRow } from '../repository/hit-lists.js';

/** The filter of a request; null and absent fields do not filter. */
export interface HitFilterInput extends Omit<BrandHitFilter, 'brandIds'> {
  /** UUIDs of brands. */
  readonly brandIds?: readonly string[] | null;
  /** The whole domain name, in lower case and Punycode. */
  readonly name?: string | null;
}

export interface HitListInput extends PageInput {
  filter?: HitFilterInput | null | undefined;
}

/** A page of hits and the criteria of its list. If `criteria` is null, no hit matches. */
export type HitConnectionRecord = ConnectionRecord<HitRow> & { readonly criteria: HitCriteria | null };

const order = 'brand-hits';

/**
 * Hits of the caller's tenants, most recently found first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000 or an invalid cursor
 */
export async function listHits(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  input: HitListInput,
): Promise<HitConnectionRecord> {
  const criteria = criteriaOf(request, input.filter);
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, order);
  if (after !== null && !Number.isSafeInteger(after.value)) throw invalidCursor();
  const query = { criteria: criteria ?? {}, limit: size + 1, after };
  const found = criteria === null ? [] : await database.read(request, (sql) => selectHitPage(sql, query));
  const edges = found.map((node) => {
    return { node, cursor: encodeCursor({ order, value: node.foundAt, ids: [node.id] }) };
  });
  return { criteria, ...connectionOf({ edges, size, isContinued: after !== null }) };
}

/** The exact number of hits that match the criteria of a list. */
export async function countListedHits(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  { criteria }: { criteria: HitCriteria | null },
): Promise<number> {
  return criteria === null ? 0 : await database.read(request, (sql) => countHits(sql, criteria));
}

/**
 * The hits with these ids that match a filter, in the order of the ids; null for an id without such a hit.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid filter
 */
export async function hitsByIds(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  input: { ids: readonly string[]; filter?: HitFilterInput | null | undefined },
): Promise<(HitRow | null)[]> {
  const criteria = criteriaOf(request, input.filter);
  const ids = input.ids.filter(isUuid);
  if (criteria === null || ids.length === 0) return input.ids.map(() => null);
  const query = { criteria: { ...criteria, ids }, limit: ids.length, after: null };
  const found = await database.read(request, (sql) => selectHitPage(sql, query));
  const byId = new Map(found.map((hit) => [hit.id, hit]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/** Maximum number of history entries shown for a hit. */
const maxEntries = 50;

/**
 * The newest entries in the history of each hit.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function historiesOf(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<BrandHitEntry[][]> {
  authorize(request.caller, 'brands.read');
  const found = await database.read(request, (sql) => selectEntries(sql, { ids, limit: maxEntries }));
  const byHit = Map.groupBy(found, (entry) => entry.hitId);
  return ids.map((id) => (byHit.get(id) ?? []).map((entry) => ({ ...entry, at: new Date(entry.at) })));
}

const entryKindOf = {
  [BrandHitStatus.OPEN]: BrandHitEntryKind.OPENED,
  [BrandHitStatus.DISMISSED]: BrandHitEntryKind.DISMISSED,
  [BrandHitStatus.CONFIRMED]: BrandHitEntryKind.CONFIRMED,
} as const;

/**
 * Sets the status of hits atomically. A decision replaces automatic blocks: afterwards, the hits block their names only
 * if they are confirmed.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT; NOT_FOUND if a hit does not exist or belongs to
 *   another tenant
 */
export async function triageHits(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: { ids: readonly string[]; status: BrandHitStatus; note?: string | null },
): Promise<HitRow[]> {
  const { tenants } = authorize(request.caller, 'brands.triage');
  const { status, note = null } = input;
  assertMaxItems('ids', input.ids, maxItems.brandHits);
  assertStorableText('note', note, maxCharacters.notes);
  if (input.ids.length === 0) throw invalidArgument('ids', 'ids is empty: specify at least one hit');
  const ids = [...new Set(input.ids.map((id) => id.toLowerCase()))];
  const [at, by] = [dependencies.clock.now(), callerName(request.caller)];
  await dependencies.database.transaction(async (sql) => {
    const found = (await lockHits(sql, { ids: ids.filter(isUuid) })).filter(
      ({ tenantId }) => tenants === null || (tenantId !== null && tenants.includes(tenantId)),
    );
    const missing = ids.find((id) => found.every((hit) => hit.id !== id));
    if (missing !== undefined) throw hitNotFound(missing);
    // A hit that was dismissed because its name no longer matched is not reopened after a decision.
    const isChange = (hit: (typeof found)[number]) =>
      hit.status !== status || hit.note !== note || hit.isUnmatched || hit.isAutoBlocked || isAwaitingDecision(hit);
    const changed = found.filter(isChange);
    if (changed.length === 0) return;
    await storeTriage(sql, { ids: changed.map(({ id }) => id), status, at, by, note });
    const entries = changed.flatMap((hit) => entriesOf(hit, status).map((kind) => ({ hit, kind })));
    await addEntries(sql, { entries, at, caller: by, note });
    if (status === BrandHitStatus.CONFIRMED) await runAlertJobNow(sql);
    await auditTriage(sql, request, { hits: changed, after: { status, note } });
  });
  const hits = await hitsByIds(dependencies, request, { ids });
  return hits.filter((hit) => hit !== null);
}

/** Records a triage of hits, in as many entries of the audit log as their previous states require. */
async function auditTriage(
  sql: TransactionSql,
  request: ZoneRequest,
  { hits, after }: { hits: Awaited<ReturnType<typeof lockHits>>; after: object },
): Promise<void> {
  const [tenantId = null, ...others] = new Set(hits.map((hit) => hit.tenantId));
  const states = hits.map(({ id, domain, status, note, isAutoBlocked }) => ({
    id,
    domain,
    status,
    note,
    isAutoBlocked,
  }));
  for (const group of groupsForEntries(states)) {
    await recordAudit(sql, request, {
      action: 'triage.brand-hit',
      object: group.map(({ id }) => `brand-hit:${id}` as const),
      tenantId: others.length === 0 ? tenantId : null,
      before: Object.fromEntries(group.map(({ id, ...state }) => [id, state])),
      after,
    });
  }
}

function entriesOf(hit: Parameters<typeof isBlocked>[0], status: BrandHitStatus): BrandHitEntryKind[] {
  const [before, after] = [isBlocked(hit), status === BrandHitStatus.CONFIRMED];
  if (before === after) return [entryKindOf[status]];
  return [entryKindOf[status], after ? BrandHitEntryKind.BLOCKED : BrandHitEntryKind.UNBLOCKED];
}

function hitNotFound(id: string): DomainError {
  return new DomainError('NOT_FOUND', `Hit ${id} does not exist, or belongs to another tenant`, { id });
}

/** Converts a search in Unicode to a part of a name in Punycode, in which names are stored. */
function partOfName(search: string): string {
  const isAscii = /^[\0-\x7F]*$/.test(search);
  return (isAscii ? null : toASCII(search)) ?? search.toLowerCase();
}

/** The criteria of a filter within the caller's tenants; null if no hit can match. */
function criteriaOf(request: ZoneRequest, filter: HitFilterInput | null | undefined): HitCriteria | null {
  const { tenants } = authorize(request.caller, 'brands.read');
  const {
    brandIds,
    tenantId,
    status,
    kinds,
    zones,
    isActive,
    isBlocked: blocked,
    search,
    name,
    foundSince,
    foundBefore,
  } = filter ?? {};
  for (const [name, list] of Object.entries({ brandIds, status, kinds, zones })) {
    assertMaxItems(name, list, maxItems.filterValues);
  }
  assertMaxCharacters('search', search, maxCharacters.search);
  assertMaxCharacters('tenantId', tenantId, maxCharacters.tenantId);
  const isOtherTenant = typeof tenantId === 'string' && tenants !== null && !tenants.includes(tenantId);
  if (isOtherTenant || !isStorableText(`${tenantId ?? ''}${search ?? ''}`)) return null;
  const partOfNames = search && partOfName(search);
  // The conversion removes characters such as soft hyphens, and no name contains only these.
  if (search && !partOfNames) return null;
  const within = typeof tenantId === 'string' ? [tenantId] : tenants;
  return {
    ...(within !== null && { tenants: within }),
    ...(brandIds && { brandIds: brandIds.filter(isUuid) }),
    ...(status && { statuses: status }),
    ...(kinds && { kinds }),
    ...(zones && { zones: zones.filter(isStorableText).map((zone) => normalizeZoneName(zone) ?? zone) }),
    ...(typeof isActive === 'boolean' && { isActive }),
    ...(typeof blocked === 'boolean' && { isBlocked: blocked }),
    ...(partOfNames && { search: partOfNames }),
    ...(typeof name === 'string' && { name }),
    ...(foundSince && { foundSince: foundSince.getTime() }),
    ...(foundBefore && { foundBefore: foundBefore.getTime() }),
  };
}
