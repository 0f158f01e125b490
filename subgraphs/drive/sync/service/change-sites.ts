import { recordAudit } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { assertBetween, maxItems } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { type FileFilter, postponePoll, upsertSite } from '../../items/index.js';
import { isSameSite, parseSiteAddress, type SiteKey, siteAddress, siteKey } from '../../site-address.js';
import type { FollowingDependencies } from '../dependencies.js';
import {
  insertSite,
  lockSites,
  pauseSite,
  recordToken,
  type SiteConnectionRecord,
  updateSite,
} from '../repository/connections.js';
import { type FileFilterInput, parseFileFilter } from '../rules/file-filter.js';
import { assertNotFollowed, findLibrary, recordSyncRequest, scheduleSync, subscribe } from './connect.js';
import { applyCredentials } from './credentials.js';
import {
  bindToSite,
  followedSites,
  readFollowedSites,
  requireActiveSite,
  unknownConnection,
} from './followed-sites.js';

const minPollSeconds = 60;
const maxPollSeconds = 86_400;

/** Options of a followed site; null: the default. */
export interface SiteOptions {
  /** Name of the file with the credentials of the application; null: use the credentials in `[drive]`. */
  credentials?: string | null | undefined;
  pollSeconds?: number | null | undefined;
  filter?: FileFilterInput | null | undefined;
}

export interface AddSiteInput extends SiteOptions {
  hostname: string;
  path: string;
  library?: string | null | undefined;
}

/**
 * Adds a site, or another library of a site, to the followed sites: requests a token, looks the site up, and subscribes
 * to its changes. Nothing is stored if the site cannot be found. A job runs the first sync.
 * @returns the site, and the reason why it has no subscription yet, which is null if it has one or no notification URL
 * is configured
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT; CONFLICT if the site is already followed;
 * UPSTREAM_FAILED if the site rejects a request or fails
 */
export async function addSite(dependencies: FollowingDependencies, request: DriveRequest, input: AddSiteInput) {
  authorize(request.caller, 'drive.connect');
  const key = siteKey(parseSiteAddress(input));
  const options = parseOptions(dependencies, input);
  assertCanFollow(await followedSites(dependencies), key);
  const boundDependencies = bindToSite(dependencies, { ...unknownConnection, ...key, ...options });
  const found = await findLibrary(boundDependencies);
  const { database, clock } = dependencies;
  const now = clock.now() / 1000;
  await database.transaction(async (sql) => {
    await assertNotFollowed(sql, key, found.id);
    assertCanFollow(await readFollowedSites(sql, dependencies.settings), key);
    await upsertSite(sql, { ...found, ...key, now });
    await insertSite(sql, { ...key, siteId: found.id, driveId: found.driveId, ...options, now });
    const token = boundDependencies.graph().lastToken();
    if (token !== null) await recordToken(sql, { ...key, roles: token.roles, expiresAt: token.expiresAt });
    await scheduleSync(sql, found.id);
    const after = { ...siteAddress(key), ...options };
    await recordAudit(sql, request, { action: 'add.drive-site', object: `drive-site:${found.id}`, after });
  });
  const subscriptionError = await subscribe(dependencies, key, found.id);
  return { site: await requireFollowedSite(dependencies, key), subscriptionError };
}

function assertCanFollow(followed: readonly SiteConnectionRecord[], key: SiteKey): void {
  if (followed.some((site) => isSameSite(site, key))) {
    throw new DomainError('CONFLICT', `${key.hostname}${key.path} is already followed`, { reason: 'already_followed' });
  }
  if (followed.length >= maxItems.driveSites) {
    throw new DomainError('CONFLICT', `At most ${maxItems.driveSites} sites can be followed; remove one first`, {
      reason: 'too_many_sites',
    });
  }
}

/**
 * Changes the polling interval, filter and credentials of a site; undefined options are unchanged. The next sync
 * applies a changed filter to all files, without downloading stored contents again.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT; NOT_FOUND; UPSTREAM_FAILED or CONFLICT if the site
 * cannot be accessed with changed credentials
 */
export async function updateSiteOptions(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: SiteOptions & { site: SiteKey },
): Promise<SiteConnectionRecord> {
  authorize(request.caller, 'drive.connect');
  const found = await requireFollowedSite(dependencies, input.site);
  const newOptions = mergeOptions(dependencies, found, input);
  if (newOptions.credentials !== found.credentials) await assertSameSite(dependencies, { ...found, ...newOptions });
  const { database, clock } = dependencies;
  const now = clock.now() / 1000;
  await database.transaction(async (sql) => {
    // The site may have been changed or removed in the meantime.
    await lockSites(sql, {});
    const before = assertFollowed(await readFollowedSites(sql, dependencies.settings), found);
    const { hostname, path, siteId } = before;
    const after = mergeOptions(dependencies, before, input);
    // All transactions lock the row of a site before that of its connection.
    if (siteId !== null) await postponePoll(sql, { siteId, at: now });
    await updateSite(sql, { hostname, path, ...after, now });
    if (siteId !== null) await scheduleSync(sql, siteId);
    const states = { before: optionsOf(before), after };
    await recordAudit(sql, request, { action: 'update.drive-site', object: auditObjectOf(before), ...states });
  });
  return await requireFollowedSite(dependencies, found);
}

function mergeOptions(dependencies: FollowingDependencies, site: SiteConnectionRecord, input: SiteOptions) {
  return parseOptions(dependencies, {
    credentials: input.credentials === undefined ? site.credentials : input.credentials,
    pollSeconds: input.pollSeconds === undefined ? site.pollSeconds : input.pollSeconds,
    filter: input.filter === undefined ? site.filter : input.filter,
  });
}

/**
 * Ensures that the site lookup with changed credentials finds the same site: in another tenant, a different site can
 * have the same address.
 * @throws {DomainError} CONFLICT if it finds a different site
 */
async function assertSameSite(dependencies: FollowingDependencies, site: SiteConnectionRecord): Promise<void> {
  const found = await findLibrary(bindToSite(dependencies, site));
  if (site.siteId === null || found.id === site.siteId) return;
  throw new DomainError(
    'CONFLICT',
    'With these credentials, the address belongs to another site: remove this site, then add it again with the new credentials',
    {
      reason: 'other_site',
    },
  );
}

/**
 * Pauses or resumes a site. Jobs send no requests to a paused site, and a sync in progress stops its downloads.
 * Resuming requests a sync.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND
 */
export async function setPaused(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: { site: SiteKey; isPaused: boolean },
): Promise<SiteConnectionRecord> {
  authorize(request.caller, 'drive.connect');
  const { database, settings, clock } = dependencies;
  const { isPaused } = input;
  const site = await database.transaction(async (sql) => {
    // The site may have been removed in the meantime.
    await lockSites(sql, {});
    const site = assertFollowed(await readFollowedSites(sql, settings), input.site);
    const { hostname, path, siteId } = site;
    await pauseSite(sql, { hostname, path, isPaused, now: clock.now() / 1000 });
    if (!isPaused && siteId !== null) await scheduleSync(sql, siteId);
    const action = isPaused ? 'pause.drive-site' : 'resume.drive-site';
    await recordAudit(sql, request, { action, object: auditObjectOf(site) });
    return site;
  });
  return await requireFollowedSite(dependencies, site);
}

/**
 * Schedules a sync of a site. `isFull`: whether it lists the whole site, instead of its changes since the last query.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; CONFLICT if the site is not connected, or is paused
 */
export async function requestSyncOf(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: { site: SiteKey; isFull?: boolean },
): Promise<SiteConnectionRecord> {
  authorize(request.caller, 'drive.sync');
  const site = requireActiveSite(await requireFollowedSite(dependencies, input.site));
  await recordSyncRequest(dependencies, request, { site, isFull: input.isFull ?? false });
  return site;
}

/**
 * The followed site with this key, which is the configured site or was added by an operator.
 * @throws {DomainError} NOT_FOUND
 */
export async function requireFollowedSite(
  dependencies: FollowingDependencies,
  key: SiteKey,
): Promise<SiteConnectionRecord> {
  return assertFollowed(await followedSites(dependencies), key);
}

function assertFollowed(followed: readonly SiteConnectionRecord[], key: SiteKey): SiteConnectionRecord {
  const found = followed.find((site) => isSameSite(site, key));
  if (found !== undefined) return found;
  throw new DomainError('NOT_FOUND', `${key.hostname}${key.path} is not followed; see: rampart drive sites list`);
}

export function auditObjectOf({ siteId, hostname, path }: SiteConnectionRecord) {
  return `drive-site:${siteId ?? `${hostname}${path}`}` as const;
}

function optionsOf({ credentials, pollSeconds, filter }: SiteConnectionRecord) {
  return { credentials, pollSeconds, filter };
}

function parseOptions(
  { settings }: FollowingDependencies,
  options: SiteOptions,
): { credentials: string | null; pollSeconds: number | null; filter: FileFilter | null } {
  const credentials = options.credentials === '' ? null : (options.credentials ?? null);
  if (credentials !== null) applyCredentials(settings, credentials);
  const pollSeconds = options.pollSeconds ?? null;
  if (pollSeconds !== null) {
    assertBetween({ name: 'pollSeconds', value: pollSeconds, min: minPollSeconds, max: maxPollSeconds });
  }
  return { credentials, pollSeconds, filter: parseFileFilter(options.filter) };
}
