import type { Caller } from '../../../../platform/caller.js';
import { DomainError, type DomainErrorCode } from '../../../../platform/domain-error.js';
import type { Session, SessionRequest } from '../../repository/search/sessions.js';
import { type SearchZone, selectWatermark, selectZonesAt } from '../../repository/search/zones.js';
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
  const watermark = await dependencies.database.guard(selectWatermark);
  const zones = await zonesOf(dependencies, { zone, watermark });
  const { tier } = access;
  const window = withinTier({ tier, pattern, window: given, now });
  const inactiveFrom = earliestReadable(tier, now);
  const quota = await chargeQuery(dependencies, access);
  const answer = async (): Promise<ObservationPageRecord> => {
    const search = { zones, pattern, watermark, window, inactiveFrom };
    const page = await readPage(dependencies, { search, after: null, limit: limitOf(asked) });
    if (page.results.length === 0) throw nothingFound(quota);
    const kept: SessionRequest = { zone, search: patternText(pattern), ...bounds, window, inactiveFrom };
    const pit = await openSession(dependencies, { caller, session: { watermark, request: kept } });
    return { ...page, pit, quota };
  };
  try {
    return await answer();
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
  const session = await continueSession(dependencies, { caller, pit });
  assertSameSearch(parameters, session.request);
  const search = await searchOf(dependencies, session);
  const limit = limitOf({ access, parameters: { ...parameters, pattern: search.pattern } });
  const page = await readPage(dependencies, { search, after, limit });
  return { ...page, pit, quota: await readQuota(dependencies, access) };
}

async function searchOf(dependencies: ZoneDependencies, { watermark, request }: Session): Promise<Search> {
  const { zone, search, window, inactiveFrom } = request;
  const zones = await zonesOf(dependencies, { zone, watermark });
  return { zones, pattern: parseSearch(search), watermark, window, inactiveFrom };
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
 * The zone that was asked for, or all of them, as they were at the watermark.
 * @throws {DomainError} NOT_FOUND
 */
async function zonesOf(
  { database }: ZoneDependencies,
  { zone, watermark }: { zone: string | null; watermark: number },
): Promise<SearchZone[]> {
  const zones = await database.guard((sql) => selectZonesAt(sql, { name: zone, watermark }));
  if (zone !== null && zones.length === 0) {
    throw new DomainError('NOT_FOUND', 'There is no such zone; the zones list names them', { reason: 'unknown_zone' });
  }
  return zones;
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
