import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { requestAlerts } from '../../guard/index.js';
import * as items from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import { likeOfPattern, noFilter } from '../rules/file-filter.js';
import { graphLink } from '../rules/links.js';
import { isRefusedLink } from '../rules/refused-links.js';
import { type SyncRun, supersededError } from './run.js';

/** Maximum number of times that the site may request a restart of a delta query. */
const maxRestarts = 3;
const maxPages = 100_000;

/** Where a delta query started: at a link of an earlier query, at the `Location` of a 410 response, or at the root. */
type QueryStart = 'link' | 'location' | 'root';

/** Progress of a delta query. */
interface Query {
  url: URL;
  readonly start: QueryStart;
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
    const restart = await completeQuery({ dependencies, run, query }).catch((error: unknown) => {
      if (query.start === 'root' || !isRefusedLink(error)) throw error;
      dependencies.log.warn({ err: error, siteId: run.siteId }, 'the document site is listed in full');
      return { restartAt: null };
    });
    if (restart === undefined) return;
    if (restarts === maxRestarts) throw endlessQueryError(`was restarted more than ${maxRestarts} times`);
    // A `Location` that needs another restart is not followed again.
    const at = query.start === 'location' ? null : restart.restartAt;
    query = await queryFromScratch({ dependencies, run, at, storedLink: query.storedLink });
  }
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
    await dependencies.database.guard((sql) =>
      items.stageItems(sql, { siteId: run.siteId, runId: run.id, position: query.position, items: staged }),
    );
    query.position += staged.length;
    run.metrics.pages++;
    run.metrics.itemsSeen += staged.length;
    await run.report();
    if (nextLink === null) {
      await apply({ dependencies, run, query, deltaLink: deltaLink ?? '' });
      return undefined;
    }
    query.url = graphLink(dependencies.graph().graphUrl, nextLink);
  }
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
  // A link of another origin was stored before [drive] graph_url was changed.
  if (storedLink === null || new URL(storedLink, graphUrl).origin !== graphUrl.origin) {
    return await queryFromScratch({ dependencies, run, at: null, storedLink });
  }
  return { url: graphLink(graphUrl, storedLink), start: 'link', storedLink, position: 0, requestedLinks: new Set() };
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
  await dependencies.database.guard((sql) => items.deleteStagedItemsOfRun(sql, { siteId: run.siteId, runId: run.id }));
  run.metrics.fromScratch = true;
  const url = at ?? dependencies.graph().deltaStart(run.siteId);
  return { url, start: at === null ? 'root' : 'location', storedLink, position: 0, requestedLinks: new Set() };
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
      ...{ siteId, runId, now },
      lastChange: since,
      fromScratch: query.start !== 'link',
    });
    const removedBelow = await items.removeBelowDeletedFolders(sql, {
      siteId,
      since,
      lastChange: changes.lastChange,
      now,
    });
    await items.setLastChange(sql, { siteId, lastChange: removedBelow.lastChange });
    if (changes.infected > 0) {
      const found = await items.recordFindings(sql, { siteId, since, now });
      await requestAlerts(sql, { settings: dependencies.settings, siteId, ids: found.map(({ id }) => id), now });
    }
    await filterItems(sql, { siteId, since, applied: site.appliedFilter, filter: dependencies.filter });
    await items.deleteStagedItems(sql, { siteId });
    return { ...changes, deleted: changes.deleted + removedBelow.deleted };
  });
  run.metrics.created += applied.created;
  run.metrics.changed += applied.changed;
  run.metrics.deleted += applied.deleted;
  await run.report();
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
