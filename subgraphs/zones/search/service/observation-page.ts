import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../../platform/caller.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import {
  type AccountAccess,
  type Quota,
  readQuota,
  requireAccess,
  runCharged,
  type Tier,
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
  applyTier,
  assertSameSearch,
  capLimit,
  defaultLimit,
  earliestReadable,
  readParameters,
  type SearchInput,
  type SearchParameters,
  type SessionRequest,
  windowBetween,
} from '../rules/parameters.js';
import { parseSearch, patternText } from '../rules/pattern.js';
import { readChangePage } from './change-pages.js';
import type { Search } from './name-reader.js';
import { type ObservationRecord, type Page, readStatePage } from './pages.js';
import { watermarkAt } from './state-at.js';
import { assertWithinTier } from './within-tier.js';

export interface ObservationPageRecord {
  readonly results: readonly ObservationRecord[];
  readonly pit: string;
  readonly nextCursor: string | null;
  readonly isPartial: boolean;
  /** Query quota; null for operators, who have none. */
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

interface EncodedPage extends Omit<ObservationPageRecord, 'pit' | 'quota'> {
  /** The position of a result, encoded. */
  positionOf(index: number): string;
}

type SearchPage = ObservationPageRecord & EncodedPage;

interface PageQuery {
  readonly access: AccountAccess;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly parameters: SearchParameters;
}

/**
 * Searches like {@link observationPage}; the page can also encode the position of each result.
 * @throws {DomainError} as {@link observationPage}
 */
export async function readSearchPage(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: SearchInput,
): Promise<SearchPage> {
  const access = await requireAccess(dependencies, request.caller);
  const parameters = readParameters(input, dependencies.clock.now());
  const query = { access, caller: request.caller, signal: request.signal, parameters };
  const { continuation } = parameters;
  return continuation === null
    ? await firstPage(dependencies, query)
    : await nextPage(dependencies, { ...query, ...continuation });
}

/**
 * Creates a search of all imports so far within the limits of the tier, and the data of its session.
 * @param options.lifetimeMs for how long the state at the time `at` must be readable, in milliseconds
 * @throws {DomainError} NOT_FOUND for an unknown zone; FORBIDDEN with `reason`; BAD_USER_INPUT
 */
export async function openSearch(
  dependencies: Pick<ZoneDependencies, 'database' | 'clock'>,
  { access, parameters, lifetimeMs = 0 }: Pick<PageQuery, 'access' | 'parameters'> & { lifetimeMs?: number },
): Promise<{ search: Search; session: Session }> {
  const { zone, pattern, bounds, at } = parameters;
  const now = dependencies.clock.now();
  const requested = windowBetween(bounds, now);
  const { watermark: newest, zones } = await existingZones(dependencies, zone);
  const limits = tierLimits(access.tier);
  // Operators may read the whole log.
  const tierTime = access.accountId === null ? null : at;
  const window = applyTier({ limits, pattern, window: requested, at: tierTime, now });
  const watermark = at === null ? newest : await watermarkAt(dependencies, { zones, at, lifetimeMs });
  // The state at a time is the content of an import of that time.
  const inactiveFrom = at === null ? earliestReadable(limits, now) : Number.MAX_SAFE_INTEGER;
  return {
    search: { zones, pattern, watermark, window, inactiveFrom },
    session: { watermark, request: { zone, search: patternText(pattern), ...bounds, at, window, inactiveFrom } },
  };
}

async function firstPage(dependencies: ZoneDependencies, query: PageQuery): Promise<SearchPage> {
  const { access, caller, signal, parameters } = query;
  const limit = parameters.limit ?? defaultLimit;
  const { search, session: opened } = await openSearch(dependencies, query);
  const session = { ...opened, request: { ...opened.request, tier: access.tier, limit } };
  const read = async (quota: Quota | null) => {
    const [page, pit] = await Promise.all([
      readPage(dependencies, { search, after: null, limit: cappedLimit(limit, { access, search }) }),
      openSession(dependencies, { caller, session }),
    ]);
    return { ...page, pit, quota };
  };
  // A failure of the server is not charged.
  return await runCharged(dependencies, { access, signal }, read, isServerFailure);
}

async function nextPage(
  dependencies: ZoneDependencies,
  query: PageQuery & { pit: string; after: string },
): Promise<SearchPage> {
  const { access, caller, parameters, pit, after } = query;
  const [session, zones, quota] = await Promise.all([
    continueSession(dependencies, { caller, pit, isRequest: isObservationSearch }),
    currentZones(dependencies, parameters.zone),
    readQuota(dependencies, access),
  ]);
  const { request } = session;
  assertSameSearch(parameters, request);
  if (hasOtherTier(request, access)) assertWithinTier(access, { request, now: dependencies.clock.now() });
  const search = searchOf(session, zones);
  const limit = cappedLimit(parameters.limit ?? request.limit ?? defaultLimit, { access, search });
  return { ...(await readPage(dependencies, { search, after, limit })), pit, quota };
}

/** Whether the tier of the caller differs from the one with which a session began. */
export function hasOtherTier({ tier }: { readonly tier?: Tier | undefined }, access: AccountAccess): boolean {
  return tier !== undefined && tier !== access.tier;
}

/** Whether a session belongs to an observation search; sessions of other lists store other kinds of requests. */
function isObservationSearch(request: object): request is SessionRequest {
  return 'inactiveFrom' in request;
}

/** The search of a session; zones whose first import is after its watermark are not part of it. */
export function searchOf({ watermark, request }: Session, { zones }: CurrentZones): Search {
  const { search, window, inactiveFrom } = request;
  const existingZones = zones.filter(({ firstIngest }) => firstIngest <= watermark);
  return { zones: existingZones, pattern: parseSearch(search), watermark, window, inactiveFrom };
}

function cappedLimit(limit: number, { access, search }: { access: AccountAccess; search: Search }): number {
  return capLimit(limit, { limits: tierLimits(access.tier), pattern: search.pattern });
}

/**
 * A page of a search, without its session. `after` is the cursor to continue after; null: the first page.
 * @throws {DomainError} BAD_USER_INPUT for an invalid cursor; TIMEOUT
 */
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
  /** Newest ingest of all zones; 0 without zones. A new session shows imports up to this one. */
  readonly watermark: number;
  readonly zones: readonly SearchZone[];
}

/** The zone with this name, if it exists; null: all zones. */
export async function currentZones(
  { database }: Pick<ZoneDependencies, 'database'>,
  name: string | null,
): Promise<CurrentZones> {
  const zoneName = name?.replaceAll('\0', '?');
  const zones = await database.guard((sql) =>
    zoneName === undefined ? selectZones(sql) : selectZone(sql, { zoneName }),
  );
  return { watermark: zones[0]?.watermark ?? 0, zones };
}

/**
 * The zone with this name; null: all zones.
 * @throws {DomainError} NOT_FOUND for a zone that does not exist
 */
export async function existingZones(
  dependencies: Pick<ZoneDependencies, 'database'>,
  name: string | null,
): Promise<CurrentZones> {
  const found = await currentZones(dependencies, name);
  if (name === null || found.zones.length > 0) return found;
  throw new DomainError('NOT_FOUND', `The zone ${name} does not exist: choose one from the list of zones`, {
    reason: 'unknown_zone',
  });
}

/** Opens a session for the next pages and returns its id (`pit`). */
export async function openSession<Request extends object>(
  { database, clock, configuration }: ZoneDependencies,
  { caller, session }: { caller: Caller; session: Session<Request> },
): Promise<string> {
  const id = randomUUID();
  const expiresAt = clock.now() + configuration.zones.pitTtlSeconds * 1000;
  await database.guard((sql) => insertSession(sql, { ...session, id, ownerKey: ownerOf(caller), expiresAt }));
  return id;
}

/**
 * Returns the session with this id and extends it: specification, section 8, rule 4.
 * @param options.isRequest whether the session is one of this kind of search
 * @throws {DomainError} GONE if it is unknown, expired, of another kind or belongs to another caller, without revealing
 *   which
 */
export async function continueSession<Request extends object>(
  { database, clock, configuration }: ZoneDependencies,
  { caller, pit, isRequest }: { caller: Caller; pit: string; isRequest: (request: object) => request is Request },
): Promise<Session<Request>> {
  const now = clock.now();
  const expiresAt = now + configuration.zones.pitTtlSeconds * 1000;
  const session = isUuid(pit)
    ? await database.guard((sql) => touchSession(sql, { id: pit, ownerKey: ownerOf(caller), now, expiresAt }))
    : undefined;
  if (session === undefined || !isRequest(session.request)) {
    throw new DomainError('GONE', 'The pit has expired; restart from page 1');
  }
  return { ...session, request: session.request };
}

/** Deletes expired sessions. */
export async function sweepSessions({ database, clock }: ZoneDependencies): Promise<void> {
  await database.guard((sql) => deleteExpiredSessions(sql, { now: clock.now() }));
}

/** Key of the caller who owns sessions and exports. */
export function ownerOf(caller: Caller): string {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'operator' ? `operator ${caller.name}` : caller.kind;
}
