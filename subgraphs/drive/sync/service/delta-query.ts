import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { daySeconds } from '../../../../platform/durations.js';
import { requestAlerts } from '../../guard/index.js';
import * as items from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import { selectConnection } from '../repository/connections.js';
import { likeOfPattern, noFilter } from '../rules/file-filter.js';
import { graphLink, ownLink } from '../rules/links.js';
import { isBrokenListing, isRefusedLink, isUnavailable } from '../rules/refused-links.js';
import { type SyncRun, supersededError } from './run.js';

/** Maximum number of times that the site may request a restart of a delta query. */
const maxRestarts = 3;
const maxPages = 100_000;
/** Number of consecutive failed syncs after which a link that the site fails to serve is no longer requested. */
const maxUnavailableSyncs = 3;

/** Where a delta query started in this run: at a stored link, at the `Location` of a 410 response, or at the root. */
type QueryStart = 'link' | 'location' | 'root';

/** Progress of a delta query. */
interface Query {
  url: URL;
  readonly start: QueryStart;
  /** Whether the query lists the whole site. */
  readonly fromScratch: boolean;
  /** Run id under which the items are staged; for a listing that an earlier run has begun, the id of that run. */
  readonly stagingId: number;
  /** The stored delta link when the query started; null if there was none. */
  readonly storedLink: string | null;
  position: number;
  readonly requestedLinks: Set<string>;
}

interface QueryOptions {
  readonly dependencies: SyncDependencies;
  readonly run: SyncRun;
  readonly query: Query;
}

/**
 * Runs a delta query and applies its result. Pages are staged until the query is complete; then all items and the delta
 * link for the next query are written in one transaction, so readers see a consistent site. If the site does not serve
 * the stored link, or the `Location` of a 410 response, the whole site is listed once from its root.
 * @throws {DomainError} UPSTREAM_FAILED if the site rejects a request or fails, or the query does not end
 */
export async function applyChanges(dependencies: SyncDependencies, run: SyncRun): Promise<void> {
  let query = await firstQuery(dependencies, run);
  for (let restarts = 0; ; restarts++) {
    const restart = await completeQuery({ dependencies, run, query }).catch((error: unknown) =>
      restartAfter(error, { dependencies, run, query }),
    );
    if (restart === undefined) return;
    if (restarts === maxRestarts) throw endlessQueryError(`was restarted more than ${maxRestarts} times`);
    // A `Location` that needs another restart is not followed again.
    const at = query.start === 'location' ? null : restart.restartAt;
    query = await queryFromScratch({ dependencies, run, at, storedLink: query.storedLink });
  }
}

/**
 * Decides whether a failed query is repeated from the root, and throws the error otherwise. The staged pages of a
 * listing are kept for the next sync, unless it could not be continued there.
 */
async function restartAfter(
  error: unknown,
  { dependencies, run, query }: QueryOptions,
): Promise<{ readonly restartAt: null }> {
  const { database, key, log } = dependencies;
  let isRefused = isRefusedLink(error);
  if (isUnavailable(error)) {
    // The site usually serves the link again later. A listing that made progress continues at the link that failed.
    if (!query.fromScratch || query.requestedLinks.size === 1) {
      const failures = (await database.guard((sql) => selectConnection(sql, key)))?.failures ?? 0;
      isRefused = failures >= maxUnavailableSyncs;
    }
  } else if (query.fromScratch && (isRefused || isBrokenListing(error))) {
    await database.guard((sql) => items.discardListing(sql, { siteId: run.siteId, runId: run.id }));
  }
  if (!isRefused || query.start === 'root') throw error;
  log.warn({ err: error, siteId: run.siteId }, 'the document site is listed in full');
  return { restartAt: null };
}

/** Reads the pages of a query and applies them; returns undefined, or where the site wants the query to restart. */
async function completeQuery({
  dependencies,
  run,
  query,
}: QueryOptions): Promise<{ restartAt: URL | null } | undefined> {
  for (;;) {
    const response = await fetchPage({ dependencies, run, query });
    if ('restartAt' in response) return response;
    const { items: staged, nextLink, deltaLink } = response.page;
    const nextUrl = nextLink === null ? null : graphLink(dependencies.graph().graphUrl, nextLink);
    await stagePage({ dependencies, run, query, staged, nextUrl });
    query.position += staged.length;
    run.metrics.pages++;
    run.metrics.itemsSeen += staged.length;
    await run.report();
    if (nextUrl === null) {
      await apply({ dependencies, run, query, deltaLink: deltaLink ?? '' });
      return undefined;
    }
    query.url = nextUrl;
  }
}

/**
 * Stages the items of a page. For a full listing, also stores where the next run continues if this one fails: at the
 * next page or, because the last page has the delta link, again at the last page.
 */
async function stagePage(
  options: QueryOptions & { staged: readonly items.DeltaItem[]; nextUrl: URL | null },
): Promise<void> {
  const { dependencies, run, query, staged, nextUrl } = options;
  const { siteId, id: runId } = run;
  const { stagingId, position } = query;
  await dependencies.database.transaction(async (sql) => {
    if (query.fromScratch) {
      const next =
        nextUrl === null
          ? { link: query.url.href, position }
          : { link: nextUrl.href, position: position + staged.length };
      if ((await items.recordListing(sql, { siteId, runId, stagingId, ...next })) === undefined)
        throw supersededError();
    }
    await items.stageItems(sql, { siteId, runId: stagingId, position, items: staged });
  });
}

async function fetchPage({ dependencies, run, query }: QueryOptions) {
  if (query.requestedLinks.has(query.url.href)) throw endlessQueryError('repeats a link');
  if (query.requestedLinks.size >= maxPages) throw endlessQueryError(`has more than ${maxPages} pages`);
  query.requestedLinks.add(query.url.href);
  return await dependencies.graph().deltaPage(query.url, run.signal);
}

function endlessQueryError(problem: string): DomainError {
  return new DomainError('UPSTREAM_FAILED', `The delta query ${problem}; the sync was stopped`, {
    reason: 'endless_query',
  });
}

async function firstQuery(dependencies: SyncDependencies, run: SyncRun): Promise<Query> {
  const { graphUrl } = dependencies.graph();
  const site = await dependencies.database.guard((sql) => items.selectSite(sql, run));
  const storedLink = site?.deltaLink ?? null;
  const listing = site && (await continuedListing(dependencies, run, site));
  if (listing !== undefined) return listing;
  // A link of another origin was stored before [drive] graph_url was changed.
  const url = storedLink === null ? null : ownLink(graphUrl, storedLink);
  if (url === null) return await queryFromScratch({ dependencies, run, at: null, storedLink });
  const progress = { position: 0, requestedLinks: new Set<string>() };
  return { url, start: 'link', fromScratch: false, stagingId: run.id, storedLink, ...progress };
}

/** Continues a full listing of an earlier run; undefined if there is none, or its staged items are not complete. */
async function continuedListing(
  dependencies: SyncDependencies,
  run: SyncRun,
  site: items.SiteRecord,
): Promise<Query | undefined> {
  const { listingLink, listingRunId: stagingId, listingPosition: position, deltaLink: storedLink } = site;
  const url = listingLink === null ? null : ownLink(dependencies.graph().graphUrl, listingLink);
  if (url === null || stagingId === null) return undefined;
  const key = { siteId: run.siteId, runId: stagingId };
  const { count } = await dependencies.database.transaction(async (sql) => {
    if ((await items.lockSiteForRun(sql, { siteId: run.siteId, runId: run.id })) === undefined) throw supersededError();
    await items.deleteStagedItemsAfter(sql, { ...key, position });
    return await items.countStagedItems(sql, key);
  });
  // The previous release deletes the staged items of earlier runs. Without them, stored items would be deleted.
  if (count !== position) return undefined;
  run.metrics.fromScratch = true;
  return { url, start: 'link', fromScratch: true, stagingId, storedLink, position, requestedLinks: new Set() };
}

/**
 * Discards the items that the run has staged, and returns a delta query that lists the whole site. Stored items that
 * the query does not list are marked as deleted only when it is complete.
 */
async function queryFromScratch(options: {
  dependencies: SyncDependencies;
  run: SyncRun;
  at: URL | null;
  storedLink: string | null;
}): Promise<Query> {
  const { dependencies, run, at, storedLink } = options;
  // An earlier listing is replaced when the first page of this one is staged.
  await dependencies.database.guard((sql) => items.deleteStagedItemsOfRun(sql, { siteId: run.siteId, runId: run.id }));
  run.metrics.fromScratch = true;
  const url = at ?? dependencies.graph().deltaStart(run.siteId);
  const progress = { position: 0, requestedLinks: new Set<string>() };
  return {
    url,
    start: at === null ? 'root' : 'location',
    fromScratch: true,
    stagingId: run.id,
    storedLink,
    ...progress,
  };
}

async function apply(options: QueryOptions & { deltaLink: string }): Promise<void> {
  const { dependencies, run, query } = options;
  const { siteId, id: runId } = run;
  const deltaLink = graphLink(dependencies.graph().graphUrl, options.deltaLink).href;
  const now = dependencies.clock.now() / 1000;
  const applied = await dependencies.database.transaction(async (sql) => {
    const site = await items.claimSite(sql, { siteId, runId, deltaLink, storedLink: query.storedLink });
    if (site === undefined) throw supersededError();
    const since = site.lastChange;
    const changes = await items.applyStagedItems(sql, {
      ...{ siteId, runId: query.stagingId, now },
      lastChange: since,
      fromScratch: query.fromScratch,
    });
    const removedBelow = await items.removeBelowDeletedFolders(sql, {
      ...{ siteId, runId: query.stagingId, fromScratch: query.fromScratch },
      since,
      lastChange: changes.lastChange,
      now,
    });
    await items.setLastChange(sql, { siteId, lastChange: removedBelow.lastChange });
    if (!query.fromScratch) await requestMissedChanges(sql, { run, since, now });
    if (changes.infected > 0) {
      const found = await items.recordFindings(sql, { siteId, since, now });
      await requestAlerts(sql, { settings: dependencies.settings, siteId, ids: found.map(({ id }) => id), now });
    }
    await filterItems(sql, { siteId, since, applied: site.appliedFilter, filter: dependencies.filter });
    await items.deleteStagedItems(sql, { siteId });
    return { ...changes, deleted: changes.deleted + removedBelow.deleted };
  });
  run.missingIds.clear();
  run.metrics.created += applied.created;
  run.metrics.changed += applied.changed;
  run.metrics.deleted += applied.deleted;
  await run.report();
}

/** Requests a full listing, at most once a day, if the changes show that the site has not reported other changes. */
async function requestMissedChanges(
  sql: Executor,
  { run, since, now }: { run: SyncRun; since: number; now: number },
): Promise<void> {
  const { siteId, missingIds } = run;
  if (!(await items.hasMissedChanges(sql, { siteId, since, missingIds: [...missingIds] }))) return;
  await items.requestMissedChanges(sql, { siteId, before: now - daySeconds, now });
}

function composed(text: string): string {
  return text.normalize('NFC');
}

/** Version of the rules for comparing names with filters: since version 2, Unicode forms are ignored. */
const filterRules = 2;

/** Applies the filter of the site to the changed items, or to all items if the filter, or its rules, have changed. */
async function filterItems(
  sql: Executor,
  parameters: { siteId: string; since: number; applied: items.AppliedFilter | null; filter: items.FileFilter | null },
): Promise<void> {
  const { siteId, filter } = parameters;
  const next = filter === null ? null : { ...filter, rules: filterRules };
  const isChanged = !isDeepStrictEqual(next, parameters.applied);
  if (filter === null && !isChanged) return;
  const lists = filter ?? noFilter;
  await items.applyFilter(sql, {
    ...{ siteId, since: isChanged ? -1 : parameters.since, maxBytes: lists.maxBytes },
    folders: lists.folders.map(composed),
    excludedFolders: lists.excludedFolders.map(composed),
    names: lists.names.map(composed).map(likeOfPattern),
    excludedNames: lists.excludedNames.map(composed).map(likeOfPattern),
  });
  if (isChanged) await items.setAppliedFilter(sql, { siteId, filter: next });
}
