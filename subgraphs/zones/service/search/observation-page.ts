import type { Caller } from '../../../../platform/caller.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import type { Session, SessionRequest } from '../../repository/search/sessions.js';
import { selectZonesNow, type ZonesNow } from '../../repository/search/zones.js';
import {
  type ChangePlace,
  decodeChangeCursor,
  decodeStateCursor,
  encodePageCursor,
  type StatePlace,
} from '../../rules/search/page-cursor.js';
import { parseSearch } from '../../rules/search/search-pattern.js';
import { cappedLimit, earliestReadable, withinTier } from '../../rules/search/search-terms.js';
import { windowBetween } from '../../rules/search/window.js';
import {
  type AccountAccess,
  chargeQuery,
  type Quota,
  readQuota,
  refundQuery,
  requireAccess,
} from '../accounts/access.js';
import type { ZoneDependencies, ZoneRequest } from '../dependencies.js';
import { readChangePage } from './change-pages.js';
import { patternText, readParameters, type SearchInput, type SearchParameters } from './parameters.js';
import type { ObservationRecord, Page, Search } from './search.js';
import { assertSameSearch, continueSession, openSession } from './sessions.js';
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
  const { tier } = access;
  const window = withinTier({ tier, pattern, window: given, now });
  const inactiveFrom = earliestReadable(tier, now);
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
  return cappedLimit(parameters.limit, { tier: access.tier, pattern: parameters.pattern });
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
