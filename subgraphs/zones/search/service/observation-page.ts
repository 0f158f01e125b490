import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../../platform/caller.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
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
  type Session,
  type SessionRequest,
  selectZonesNow,
  touchSession,
  type ZonesNow,
} from '../repository/sessions.js';
import {
  type ChangePlace,
  decodeChangeCursor,
  decodeStateCursor,
  encodePageCursor,
  type StatePlace,
} from '../rules/page-cursor.js';
import { readParameters, type SearchInput, type SearchParameters } from '../rules/parameters.js';
import { parseSearch, patternText } from '../rules/pattern.js';
import { cappedLimit, earliestReadable, withinTier } from '../rules/terms.js';
import { windowBetween } from '../rules/window.js';
import { readChangePage } from './change-pages.js';
import type { ObservationRecord, Page, Search } from './page.js';
import { readStatePage } from './state-pages.js';

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
 *   (`reason: 'unknown_zone'`, not counted) and for a first page without matches (counted); QUOTA_EXCEEDED; GONE; TIMEOUT
 */
export async function observationPage(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: SearchInput,
): Promise<ObservationPageRecord> {
  const access = await requireAccess(dependencies, request.caller);
  const parameters = readParameters(input, dependencies.clock.now());
  const asked = { access, caller: request.caller, parameters };
  const { continuation } = parameters;
  return continuation === null
    ? await firstPage(dependencies, asked)
    : await nextPage(dependencies, { ...asked, ...continuation });
}

interface Asked {
  readonly access: AccountAccess;
  readonly caller: Caller;
  readonly parameters: SearchParameters;
}

async function firstPage(dependencies: ZoneDependencies, asked: Asked): Promise<ObservationPageRecord> {
  const { access, caller, parameters } = asked;
  const { zone, pattern, bounds } = parameters;
  const now = dependencies.clock.now();
  const given = windowBetween(bounds, now);
  const { watermark, zones } = await zonesOf(dependencies, zone);
  const limits = tierLimits(access.tier);
  const window = withinTier({ limits, pattern, window: given, now });
  const inactiveFrom = earliestReadable(limits, now);
  const quota = await chargeQuery(dependencies, access);
  const search = { zones, pattern, watermark, window, inactiveFrom };
  const kept: SessionRequest = { zone, search: patternText(pattern), ...bounds, window, inactiveFrom };
  try {
    const [page, pit] = await Promise.all([
      readPage(dependencies, { search, after: null, limit: limitOf(asked) }),
      openSession(dependencies, { caller, session: { watermark, request: kept } }),
    ]);
    if (page.results.length === 0) throw nothingFound(quota);
    return { ...page, pit, quota };
  } catch (error) {
    // What failed through no fault of the client's is not counted: design, "Charging".
    if (isFailure(error)) await refundQuery(dependencies, access, quota).catch(() => undefined);
    throw error;
  }
}

async function nextPage(
  dependencies: ZoneDependencies,
  asked: Asked & { pit: string; after: string },
): Promise<ObservationPageRecord> {
  const { access, caller, parameters, pit, after } = asked;
  const [session, zones, quota] = await Promise.all([
    continueSession(dependencies, { caller, pit }),
    dependencies.database.guard((sql) => selectZonesNow(sql, parameters.zone)),
    readQuota(dependencies, access),
  ]);
  assertSameSearch(parameters, session.request);
  const search = searchOf(session, zones);
  const limit = limitOf({ access, parameters: { ...parameters, pattern: search.pattern } });
  return { ...(await readPage(dependencies, { search, after, limit })), pit, quota };
}

/** Zones that came after the session had opened are not there for it. */
function searchOf({ watermark, request }: Session, { zones }: ZonesNow): Search {
  const { search, window, inactiveFrom } = request;
  const known = zones.filter(({ firstIngest }) => firstIngest <= watermark);
  return { zones: known, pattern: parseSearch(search), watermark, window, inactiveFrom };
}

function limitOf({ access, parameters }: Pick<Asked, 'access' | 'parameters'>): number {
  return cappedLimit(parameters.limit, { limits: tierLimits(access.tier), pattern: parameters.pattern });
}

async function readPage(
  { database }: ZoneDependencies,
  { search, after, limit }: { search: Search; after: string | null; limit: number },
): Promise<Pick<ObservationPageRecord, 'results' | 'nextCursor' | 'isPartial'>> {
  const { window } = search;
  const page: Page<StatePlace | ChangePlace> =
    window === null
      ? await readStatePage(database, { search, after: after === null ? null : decodeStateCursor(after), limit })
      : await readChangePage(database, {
          search: { ...search, window },
          after: after === null ? null : decodeChangeCursor(after),
          limit,
        });
  const { results, next, isPartial } = page;
  return { results, nextCursor: next === null ? null : encodePageCursor(next), isPartial };
}

/**
 * The zone that was asked for, or all of them.
 * @throws {DomainError} NOT_FOUND
 */
async function zonesOf({ database }: ZoneDependencies, zone: string | null): Promise<ZonesNow> {
  const found = await database.guard((sql) => selectZonesNow(sql, zone));
  if (zone === null || found.zones.length > 0) return found;
  throw new DomainError('NOT_FOUND', 'There is no such zone; the zones list names them', { reason: 'unknown_zone' });
}

/** Specification, section 4, pagination rule 4. It is an answer, and counts as one. */
function nothingFound(quota: Quota | null): DomainError {
  return new DomainError('NOT_FOUND', 'No domains found', {
    reason: 'no_domains',
    ...(quota === null ? {} : { quota: { limit: quota.limit, remaining: quota.remaining, resetsAt: quota.resetsAt } }),
  });
}

const failures: ReadonlySet<DomainErrorCode> = new Set([
  'STORE_UNAVAILABLE',
  'TIMEOUT',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
]);

function isFailure(error: unknown): boolean {
  return !(error instanceof DomainError) || failures.has(error.code);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keeps what the next pages need and returns the session's id (`pit`). */
async function openSession(
  { database, clock, configuration }: ZoneDependencies,
  { caller, session }: { caller: Caller; session: Session },
): Promise<string> {
  const id = randomUUID();
  const expiresAt = clock.now() + configuration.zones.pitTtlSeconds * 1000;
  await database.guard((sql) => insertSession(sql, { ...session, id, owner: ownerOf(caller), expiresAt }));
  return id;
}

/**
 * The session of this id, which lives for another while from now on: specification, section 8, rule 4.
 * @throws {DomainError} GONE when it is unknown, expired or somebody else's; nobody learns which
 */
async function continueSession(
  { database, clock, configuration }: ZoneDependencies,
  { caller, pit }: { caller: Caller; pit: string },
): Promise<Session> {
  const now = clock.now();
  const expiresAt = now + configuration.zones.pitTtlSeconds * 1000;
  const session = uuid.test(pit)
    ? await database.guard((sql) => touchSession(sql, { id: pit, owner: ownerOf(caller), now, expiresAt }))
    : undefined;
  if (session === undefined) throw new DomainError('GONE', 'The pit has expired; restart from page 1');
  return session;
}

/**
 * Parameters that are sent again must be those of the first page; what is left out is taken from it.
 * @throws {DomainError} BAD_USER_INPUT
 */
function assertSameSearch(parameters: SearchParameters, request: SessionRequest): void {
  const { zone, pattern, bounds } = parameters;
  const search = patternText(pattern);
  const differs: Readonly<Record<string, boolean>> = {
    zone: zone !== request.zone,
    search: search !== '' && search !== request.search,
    start: bounds.start !== null && bounds.start !== request.start,
    end: bounds.end !== null && bounds.end !== request.end,
  };
  const [name] = Object.keys(differs).filter((each) => differs[each]);
  if (name === undefined) return;
  throw new DomainError('BAD_USER_INPUT', `${name} is not what the first page was asked for; only limit may change`);
}

/** Removes the sessions that are over; those of an open database only take room. */
export async function sweepSessions({ database, clock }: ZoneDependencies): Promise<void> {
  await database.guard((sql) => deleteExpiredSessions(sql, clock.now()));
}

function ownerOf(caller: Caller): string {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'operator' ? `operator ${caller.name}` : caller.kind;
}
