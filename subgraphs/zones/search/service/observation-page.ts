import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../../platform/caller.js';
import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import {
  type AccountAccess,
  chargeQuery,
  type Quota,
  readQuota,
  refundQuery,
  requireAccess,
  tierLimits,
} from '../../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  deleteExpiredSessions,
  insertSession,
  type SearchZone,
  type Session,
  selectZone,
  selectZones,
  touchSession,
} from '../repository/sessions.js';
import { isServerFailure, noDomainsFound } from '../rules/failures.js';
import {
  type ChangeCursor,
  decodeChangeCursor,
  decodeStateCursor,
  encodePageCursor,
  type StateCursor,
} from '../rules/page-cursor.js';
import {
  assertSameSearch,
  cappedLimit,
  earliestReadable,
  parseSearch,
  patternText,
  readParameters,
  type SearchInput,
  type SearchParameters,
  windowBetween,
  withinTier,
} from '../rules/parameters.js';
import { readChangePage } from './change-pages.js';
import type { Search } from './name-reader.js';
import { type ObservationRecord, type Page, readStatePage } from './pages.js';

export interface ObservationPageRecord {
  readonly results: readonly ObservationRecord[];
  readonly pit: string;
  readonly nextCursor: string | null;
  readonly isPartial: boolean;
  /** Null for operators, who have none. */
  readonly quota: Quota | null;
}

/**
 * Searches a zone or all of them: specification, section 4, "GET /api/v1/download/{zone}".
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN with `reason`; BAD_USER_INPUT; NOT_FOUND for an unknown zone
 *   (`reason: 'unknown_zone'`, not counted) and for a first page without matches (counted); QUOTA_EXCEEDED; GONE;
 *   TIMEOUT
 */
export async function observationPage(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: SearchInput,
): Promise<ObservationPageRecord> {
  const page = await readSearchPage(dependencies, request, input);
  const isFirst = !input.pit && !input.after;
  if (isFirst && page.results.length === 0) throw noDomainsFound(page.quota);
  return page;
}

export interface ObservationSearchInput {
  zone: string;
  search?: string | null | undefined;
  start?: Date | null | undefined;
  end?: Date | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const order = 'observations';

/**
 * The same search as a connection. Its cursors name the session and a position in it; a search without matches is
 * empty.
 * @throws {DomainError} as {@link observationPage}
 */
export async function searchObservations(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { first, after: cursor, start, end, ...input }: ObservationSearchInput,
): Promise<ConnectionRecord<ObservationRecord>> {
  const size = pageSize(first);
  const [pit, after] = cursor === null || cursor === undefined ? [] : decodeCursor(cursor, { order, ids: 2 }).ids;
  const bounds = { start: start?.toISOString(), end: end?.toISOString() };
  const page = await readSearchPage(dependencies, request, { ...input, ...bounds, limit: size, pit, after });
  const cursorOf = (position: string): string => encodeCursor({ order, value: 0, ids: [page.pit, position] });
  const edges = page.results.map((node, index) => ({ cursor: cursorOf(page.positionOf(index)), node }));
  const connection = connectionOf({ edges, size, isContinued: pit !== undefined });
  const { nextCursor } = page;
  if (nextCursor === null) return connection;
  const { hasPreviousPage, startCursor } = connection.pageInfo;
  return {
    ...connection,
    pageInfo: { hasPreviousPage, hasNextPage: true, startCursor, endCursor: cursorOf(nextCursor) },
  };
}

interface EncodedPage extends Omit<ObservationPageRecord, 'pit' | 'quota'> {
  /** The position of a result, encoded. */
  positionOf(index: number): string;
}

type SearchPage = ObservationPageRecord & EncodedPage;

interface PageQuery {
  readonly access: AccountAccess;
  readonly caller: Caller;
  readonly parameters: SearchParameters;
}

async function readSearchPage(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: SearchInput,
): Promise<SearchPage> {
  const access = await requireAccess(dependencies, request.caller);
  const parameters = readParameters(input, dependencies.clock.now());
  const query = { access, caller: request.caller, parameters };
  const { continuation } = parameters;
  return continuation === null
    ? await firstPage(dependencies, query)
    : await nextPage(dependencies, { ...query, ...continuation });
}

/**
 * A search of what has been imported until now, within the tier, and what a session stores of it.
 * @throws {DomainError} NOT_FOUND for an unknown zone; FORBIDDEN with `reason`; BAD_USER_INPUT
 */
export async function openSearch(
  dependencies: Pick<ZoneDependencies, 'database' | 'clock'>,
  { access, parameters }: Pick<PageQuery, 'access' | 'parameters'>,
): Promise<{ search: Search; session: Session }> {
  const { zone, pattern, bounds } = parameters;
  const now = dependencies.clock.now();
  const requested = windowBetween(bounds, now);
  const { watermark, zones } = await existingZones(dependencies, zone);
  const limits = tierLimits(access.tier);
  const window = withinTier({ limits, pattern, window: requested, now });
  const inactiveFrom = earliestReadable(limits, now);
  return {
    search: { zones, pattern, watermark, window, inactiveFrom },
    session: { watermark, request: { zone, search: patternText(pattern), ...bounds, window, inactiveFrom } },
  };
}

async function firstPage(dependencies: ZoneDependencies, query: PageQuery): Promise<SearchPage> {
  const { access, caller } = query;
  const { search, session } = await openSearch(dependencies, query);
  const quota = await chargeQuery(dependencies, access);
  try {
    const [page, pit] = await Promise.all([
      readPage(dependencies, { search, after: null, limit: limitOf(query) }),
      openSession(dependencies, { caller, session }),
    ]);
    return { ...page, pit, quota };
  } catch (error) {
    // A failure of the server is not charged.
    if (isServerFailure(error)) await refundQuery(dependencies, access, quota).catch(() => undefined);
    throw error;
  }
}

async function nextPage(
  dependencies: ZoneDependencies,
  query: PageQuery & { pit: string; after: string },
): Promise<SearchPage> {
  const { access, caller, parameters, pit, after } = query;
  const [session, zones, quota] = await Promise.all([
    continueSession(dependencies, { caller, pit }),
    currentZones(dependencies, parameters.zone),
    readQuota(dependencies, access),
  ]);
  assertSameSearch(parameters, session.request);
  const search = searchOf(session, zones);
  const limit = limitOf({ access, parameters: { ...parameters, pattern: search.pattern } });
  return { ...(await readPage(dependencies, { search, after, limit })), pit, quota };
}

/** The search of a session; zones whose first import is after its watermark are not part of it. */
export function searchOf({ watermark, request }: Session, { zones }: CurrentZones): Search {
  const { search, window, inactiveFrom } = request;
  const known = zones.filter(({ firstIngest }) => firstIngest <= watermark);
  return { zones: known, pattern: parseSearch(search), watermark, window, inactiveFrom };
}

function limitOf({ access, parameters }: Pick<PageQuery, 'access' | 'parameters'>): number {
  return cappedLimit(parameters.limit, { limits: tierLimits(access.tier), pattern: parameters.pattern });
}

export async function readPage(
  { database }: Pick<ZoneDependencies, 'database'>,
  { search, after, limit }: { search: Search; after: string | null; limit: number },
): Promise<EncodedPage> {
  const { window } = search;
  const page: Page<StateCursor | ChangeCursor> =
    window === null
      ? await readStatePage(database, { search, after: after === null ? null : decodeStateCursor(after), limit })
      : await readChangePage(database, {
          search: { ...search, window },
          after: after === null ? null : decodeChangeCursor(after),
          limit,
        });
  const { results, next, isPartial } = page;
  return {
    results,
    isPartial,
    nextCursor: next === null ? null : encodePageCursor(next),
    positionOf: (index) => encodePageCursor(page.positionOf(index)),
  };
}

/** Zones in one snapshot. */
interface CurrentZones {
  /** Newest ingest of all zones; 0 without zones. It limits what a new session shows. */
  readonly watermark: number;
  readonly zones: readonly SearchZone[];
}

/** The zone with this name; none if it does not exist. Null: all zones. */
export async function currentZones(
  { database }: Pick<ZoneDependencies, 'database'>,
  name: string | null,
): Promise<CurrentZones> {
  const wanted = name?.replaceAll('\0', '?');
  const zones = await database.guard((sql) => (wanted === undefined ? selectZones(sql) : selectZone(sql, { wanted })));
  return { watermark: zones[0]?.watermark ?? 0, zones };
}

/** @throws {DomainError} NOT_FOUND for a zone that does not exist */
async function existingZones(
  dependencies: Pick<ZoneDependencies, 'database'>,
  name: string | null,
): Promise<CurrentZones> {
  const found = await currentZones(dependencies, name);
  if (name === null || found.zones.length > 0) return found;
  throw new DomainError('NOT_FOUND', 'The zone does not exist: choose one from the list of zones', {
    reason: 'unknown_zone',
  });
}

/** Opens a session for the next pages and returns its id (`pit`). */
async function openSession(
  { database, clock, configuration }: ZoneDependencies,
  { caller, session }: { caller: Caller; session: Session },
): Promise<string> {
  const id = randomUUID();
  const expiresAt = clock.now() + configuration.zones.pitTtlSeconds * 1000;
  await database.guard((sql) => insertSession(sql, { ...session, id, accountId: ownerOf(caller), expiresAt }));
  return id;
}

/**
 * Returns the session with this id and extends it: specification, section 8, rule 4.
 * @throws {DomainError} GONE if it is unknown, expired or belongs to another caller, without revealing which
 */
async function continueSession(
  { database, clock, configuration }: ZoneDependencies,
  { caller, pit }: { caller: Caller; pit: string },
): Promise<Session> {
  const now = clock.now();
  const expiresAt = now + configuration.zones.pitTtlSeconds * 1000;
  const session = isUuid(pit)
    ? await database.guard((sql) => touchSession(sql, { id: pit, accountId: ownerOf(caller), now, expiresAt }))
    : undefined;
  if (session === undefined) throw new DomainError('GONE', 'The pit has expired; restart from page 1');
  return session;
}

/** Deletes expired sessions. */
export async function sweepSessions({ database, clock }: ZoneDependencies): Promise<void> {
  await database.guard((sql) => deleteExpiredSessions(sql, { now: clock.now() }));
}

export function ownerOf(caller: Caller): string {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'operator' ? `operator ${caller.name}` : caller.kind;
}
