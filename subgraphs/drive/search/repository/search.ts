import { sql } from 'drizzle-orm';
import { likePattern } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  byShape,
  cast,
  fetchOne,
  fetchRows,
  float8,
  integer,
  nullable,
  optional,
  type RowOf,
  rawQuery,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { content, item } from '../../items/tables.js';
import { normalizationForms } from '../../names.js';
import { contentText } from '../tables.js';

/** Maximum depth of a folder; a deeper path is considered a cycle. */
const maxDepth = 200;

/** Maximum number of files that a search finds by their texts; the most recently modified files are preferred. */
const maxMatching = 10_000;
/**
 * Maximum number of files whose texts are ranked, because the rank of a text is computed from all of its words. The
 * most recently modified files are ranked; the others follow in the order of their keys.
 */
const maxRanked = 1000;

const newestFirst = sql.raw('i.modified_at desc nulls last, i.site_id, i.id');

const searchTypes = {
  /** Query in the syntax of websearch_to_tsquery; absent: texts are not searched. */
  textQuery: optional(text),
  /** Regular expressions, all of which must match the name; absent: names are not searched. */
  namePatterns: optional(array(text)),
  siteIds: nullable(array(text)),
  /** Folder path in NFC, without a trailing slash; empty for the root. Absent: all folders. */
  folder: optional(text),
  /** LIKE patterns for lowercase names, any of which must match; null: any name. */
  endings: nullable(array(text)),
  modifiedFrom: nullable(float8),
  modifiedBefore: nullable(float8),
  afterRank: nullable(float8),
  afterSiteId: nullable(text),
  afterId: nullable(text),
  limit: integer,
};

interface SearchShape {
  readonly folder?: string | undefined;
  readonly textQuery?: string | undefined;
  readonly namePatterns?: readonly string[] | undefined;
}

const search = byShape(
  ({ folder, textQuery, namePatterns }: SearchShape) =>
    [folder, textQuery, namePatterns].map((parameters) => parameters !== undefined).join(),
  ({ folder, textQuery, namePatterns }) =>
    statement(searchTypes, (parameters) => {
      // Folders on the path to the requested one, and those below it.
      const folders = sql`folders as (
          select root.site_id, root.id, '' as path, 0 as depth from ${item} root where root.is_root
          union all
          select f.site_id, f.id, folders.path || '/' || lower(normalize(f.name) collate "default"), folders.depth + 1
          from folders join ${item} f on f.site_id = folders.site_id and f.parent_id = folders.id
          where f.is_folder and f.deleted_at is null and folders.depth < ${maxDepth}
            and (starts_with(lower(${parameters.folder}) || '/', folders.path || '/' || lower(normalize(f.name) collate "default") || '/')
              or starts_with(folders.path || '/' || lower(normalize(f.name) collate "default") || '/', lower(${parameters.folder}) || '/'))
        ), `;
      const isInFolder = sql`exists (select from folders where folders.site_id = i.site_id and folders.id = i.parent_id
          and (folders.path = lower(${parameters.folder}) or starts_with(folders.path, lower(${parameters.folder}) || '/')))`;
      const isWanted = sql`i.deleted_at is null and not i.is_root
          and (${parameters.siteIds} is null or i.site_id = any(${parameters.siteIds}))
          and (${parameters.endings} is null or lower(i.name collate "default") like any(${parameters.endings}))
          and (${parameters.modifiedFrom} is null or i.modified_at >= ${parameters.modifiedFrom})
          and (${parameters.modifiedBefore} is null or i.modified_at < ${parameters.modifiedBefore})
          and ${folder === undefined ? sql`true` : isInFolder}`;
      // The subquery hides the words from the planner: for a common word, it would read each text instead of the index.
      const matching = sql`matching as (
          select i.site_id, i.id, i.content_sha256 as sha256, i.modified_at
          from ${contentText} t join ${item} i on i.content_sha256 = t.sha256
          where t.words @@ (select websearch_to_tsquery('simple', ${parameters.textQuery})) and ${isWanted}
          order by ${newestFirst} limit ${maxMatching + 1}
        ), bounded as (
          select * from matching i order by ${newestFirst} limit ${maxMatching}
        ), newest as (
          select * from bounded i order by ${newestFirst} limit ${maxRanked}
        ), `;
      const texts = sql`select site_id, id, sha256, 0::float8 as rank, false as matches_name from bounded
          union all
          select n.site_id, n.id, n.sha256,
            ts_rank_cd(t.words, websearch_to_tsquery('simple', ${parameters.textQuery}), 33)::float8, false
          from newest n join ${contentText} t on t.sha256 = n.sha256`;
      const isBounded = textQuery === undefined ? sql`false` : sql`(select count(*) > ${maxMatching} from matching)`;
      const names = sql`select i.site_id, i.id, i.content_sha256 as sha256, 1::float8 as rank, true as matches_name
          from ${item} i where i.name collate "default" ~* all(${parameters.namePatterns}) and ${isWanted}`;
      // Matches of names have equal ranks, so a page of them is read in index order, up to the limit.
      const namesOnly = sql`${names} and (${parameters.afterId} is null
          or (i.site_id, i.id) > (${parameters.afterSiteId} collate "C", ${parameters.afterId} collate "C"))
          order by i.site_id, i.id limit ${parameters.limit}`;
      const all = [...(textQuery !== undefined ? [texts] : []), ...(namePatterns !== undefined ? [names] : [])];
      const found = textQuery === undefined ? namesOnly : sql.join(all, sql` union all `);
      return rawQuery(
        {
          siteId: cast(text, sql`ranked.site_id`),
          id: cast(text, sql`ranked.id`),
          sha256: cast(nullable(text), sql`ranked.sha256`),
          rank: cast(float8, sql`ranked.rank`),
          matchesName: cast(boolean, sql`ranked.matches_name`),
          isBounded: cast(boolean, isBounded),
        },
        (
          columns,
        ) => sql`with recursive ${folder === undefined ? sql`` : folders} ${textQuery === undefined ? sql`` : matching} found as (${found}
          ), ranked as (
            select site_id, id, sha256, sum(rank) as rank, bool_or(matches_name) as matches_name from found group by 1, 2, 3
          )
          select ${columns} from ranked
          where ${parameters.afterRank} is null
            or (-rank, site_id, id) > (-${parameters.afterRank}, ${parameters.afterSiteId} collate "C", ${parameters.afterId} collate "C")
          order by -rank, site_id, id limit ${parameters.limit}`,
      );
    }),
);

/**
 * An item found by a search. `rank`: rank of the text match, plus 1 if the name matches. `isBounded`: whether more
 * files match by text than the maximum that a search returns.
 */
export type FoundRow = RowOf<ReturnType<typeof search>>;

/** Items whose extracted text or name matches, best match first, after a position in that order. */
export const searchItems = fetchRows(search);

/** LIKE patterns for lowercase names with these extensions. */
export function extensionPatterns(extensions: readonly string[]): string[] {
  return extensions.flatMap(normalizationForms).map((extension) => likePattern(`.${extension}`).slice(0, -1));
}

const headlineTypes = { sha256s: array(text), query: text, matchPattern: text, options: text };

/**
 * Number of characters before the first match, and total number of characters, of the part of a text from which a
 * snippet is selected.
 */
const [before, around] = [300, 3000];
/**
 * Number of characters at the start of a text to search for the first match, because the regular expression is slow for
 * long texts.
 */
const maxSearchedCharacters = 200_000;

/**
 * An excerpt of each text around its first match, with delimiters around the matches. If the searched start of the text
 * contains no match, the excerpt is the start of the text.
 */
export const selectHeadlines = fetchRows(headlineTypes, ({ sha256s, query, matchPattern, options }) =>
  rawQuery(
    {
      sha256: contentText.sha256,
      headline: cast(
        text,
        sql`ts_headline('simple', substr(${contentText.text}, greatest(1, place.at - ${sql.raw(String(before))}), ${sql.raw(String(around))}),
            websearch_to_tsquery('simple', ${query}), ${options})`,
      ),
    },
    (columns) => sql`select ${columns} from ${contentText}
        cross join lateral (select regexp_instr(left(${contentText.text}, ${sql.raw(String(maxSearchedCharacters))}), ${matchPattern}, 1, 1, 0, 'i') as at) place
        where ${contentText.sha256} = any(${sha256s}) and ${contentText.state} = 'extracted'`,
  ),
);

/** Metadata of the extracted texts of these contents, without the texts. */
export const selectTextMetadata = fetchRows({ sha256s: array(text) }, ({ sha256s }) =>
  rawQuery(
    {
      sha256: contentText.sha256,
      state: contentText.state,
      format: contentText.format,
      reason: contentText.reason,
      detail: contentText.detail,
      isCut: contentText.isCut,
    },
    (columns) => sql`select ${columns} from ${contentText} where ${contentText.sha256} = any(${sha256s})`,
  ),
);

/** The first characters of the extracted texts of these contents. */
export const selectExcerpts = fetchRows({ sha256s: array(text), characters: integer }, ({ sha256s, characters }) =>
  rawQuery(
    { sha256: contentText.sha256, excerpt: cast(text, sql`left(${contentText.text}, ${characters})`) },
    (columns) => sql`select ${columns} from ${contentText}
        where ${contentText.sha256} = any(${sha256s}) and ${contentText.state} = 'extracted'`,
  ),
);

/** The number of stored contents that the text extraction has not processed yet. */
export const countUnprocessed = fetchOne({}, () =>
  rawQuery(
    { count: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${content} where ${content.textVersion} is null`,
  ),
);
