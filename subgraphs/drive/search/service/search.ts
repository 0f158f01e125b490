import type { ConnectionRecord } from '../../../../platform/connection.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  assertBetween,
  assertMaxItems,
  assertStorableText,
  isStorableText,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveDependencies, DriveRequest } from '../../dependencies.js';
import { normalizeExtension, normalizeFolder } from '../../items/index.js';
import { type PageInput, pageOf, startOf } from '../../pages.js';
import { extensionPatterns, type FoundRow, searchItems, selectHeadlines } from '../repository/search.js';
import { matchPattern, namePatterns } from '../rules/search-terms.js';
import { highlightDelimiters, segmentsOf, type TextSegment } from '../rules/segments.js';
import { assertMayStoreText, mayStoreText } from '../rules/text-storage.js';
import type { DriveSearchFilter } from '../types.js';
import { SearchScope } from '../vocabulary.js';

export interface SearchInput extends PageInput {
  readonly query: string;
  /** Where to search; default: names and extracted texts, or only names if contents are encrypted. */
  readonly scope?: SearchScope | null | undefined;
  readonly filter?: DriveSearchFilter | null | undefined;
}

/** An item found by a search, with a snippet of its text. The snippet is empty if no text is stored. */
export interface SearchResult extends FoundRow {
  readonly snippet: readonly TextSegment[];
}

export interface SearchPage extends ConnectionRecord<SearchResult> {
  /** Whether more files match by text than the maximum that the search returns. */
  readonly isBounded: boolean;
}

export const maxResults = 100;
const order = 'drive-search';

/**
 * A page of the files and folders whose name or extracted text matches a query, best match first. A name matches if it
 * contains the words of the query, even within longer words; a text matches if it contains them as whole words.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a query without words, a page size outside of
 * 1–100, an invalid filter or cursor, or a search in extracted texts while contents are encrypted
 */
export async function searchDrive(
  { database, settings }: Pick<DriveDependencies, 'database' | 'settings'>,
  request: DriveRequest,
  input: SearchInput,
): Promise<SearchPage> {
  authorize(request.caller, 'drive.read');
  const { first } = input;
  const query = input.query.trim().normalize('NFC');
  assertBetween({ name: 'first', value: first, min: 1, max: maxResults });
  assertStorableText('query', query, maxCharacters.search);
  const patterns = namePatterns(query);
  if (patterns === null)
    throw new DomainError('BAD_USER_INPUT', 'query must contain a word to search for, not only excluded ones');
  const position = startOf(input, { order, ids: 2 });
  const [afterSiteId = null, afterId = null] = position?.ids ?? [];
  const scope = input.scope ?? SearchScope.ALL;
  if (scope === SearchScope.TEXTS) assertMayStoreText(settings);
  const conditions = {
    ...conditionsOf(input.filter ?? {}),
    ...(scope !== SearchScope.TEXTS && { namePatterns: patterns }),
    ...(scope !== SearchScope.NAMES && mayStoreText(settings) && { textQuery: query }),
  };
  const page = { afterRank: position?.value ?? null, afterSiteId, afterId, limit: first + 1 };
  const found = await database.read(request, (sql) => searchItems(sql, { ...conditions, ...page }));
  const snippets = mayStoreText(settings)
    ? await snippetsOf({ database, request, query, found: found.slice(0, first) })
    : undefined;
  const results = found.map((row) => ({ ...row, snippet: snippets?.get(row.sha256) ?? [] }));
  const isBounded = found.some((row) => row.isBounded);
  return {
    ...pageOf(results, input, ({ rank, siteId, id }) => ({ order, value: rank, ids: [siteId, id] })),
    isBounded,
  };
}

function conditionsOf({ siteIds, folder, extensions, modifiedFrom, modifiedBefore }: DriveSearchFilter) {
  assertMaxItems('siteIds', siteIds, maxItems.driveSites);
  assertMaxItems('extensions', extensions, maxItems.driveFilter);
  const path = folder == null ? undefined : normalizeFolder(folder).normalize('NFC');
  return {
    siteIds: siteIds == null ? null : siteIds.filter(isStorableText),
    endings: extensions == null ? null : extensionPatterns(extensions.map(normalizeExtension)),
    modifiedFrom: secondsOf(modifiedFrom),
    modifiedBefore: secondsOf(modifiedBefore),
    ...(path === undefined ? {} : { folder: path }),
  };
}

function secondsOf(time: Date | null | undefined): number | null {
  return time == null ? null : time.getTime() / 1000;
}

/** Snippets of the extracted texts of a page of results, by the SHA-256 of their contents. */
async function snippetsOf(options: {
  database: DriveDependencies['database'];
  request: DriveRequest;
  query: string;
  found: readonly FoundRow[];
}): Promise<ReadonlyMap<string | null, TextSegment[]>> {
  const { database, request, query, found } = options;
  const sha256s = [...new Set(found.flatMap(({ sha256 }) => sha256 ?? []))];
  if (sha256s.length === 0) return new Map();
  const rows = await database.read(request, (sql) =>
    selectHeadlines(sql, { sha256s, query, matchPattern: matchPattern(query), options: headlineOptions }),
  );
  return new Map(rows.map(({ sha256, headline }) => [sha256, segmentsOf(headline)]));
}

const headlineOptions = `StartSel=${highlightDelimiters.start}, StopSel=${highlightDelimiters.end}, MaxFragments=2, MaxWords=25, MinWords=8, FragmentDelimiter=" … "`;
