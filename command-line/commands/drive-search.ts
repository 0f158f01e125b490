import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { fieldSet } from '../../platform/field-set.js';
import { type DriveService, mayStoreText, type SearchResult, SearchScope } from '../../subgraphs/drive/service.js';
import { CommandFailure } from '../failure.js';
import { firstRows, type Page } from '../first-rows.js';
import { integerFrom } from '../number-options.js';
import { formatTime, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { findSiteId } from './drive-find-site.js';
import { withDrive } from './with-drive.js';

interface SearchOptions {
  readonly in: SearchScope;
  readonly site?: string;
  readonly library?: string;
  readonly folder?: string;
  readonly extension?: readonly string[];
  readonly since?: Date;
  readonly until?: Date;
  readonly limit: number;
  readonly json?: boolean;
}

const pageSize = 100;
const limitMessage =
  'the text of more than 10,000 files matches; only the 10,000 most recently modified of them are included: add words or filter options\n';

/** Adds `rampart drive search`. */
export function addSearchCommand(command: Command): void {
  command
    .description('Search files and folders by their names and by the text of documents, best match first.')
    .argument(
      '<words...>',
      'words that must all occur; supports phrases in double quotes, "or" between alternatives, and -word to exclude a word',
    )
    .addOption(
      new Option('--in <scope>', 'fields to search').choices(Object.values(SearchScope)).default(SearchScope.ALL),
    )
    .option(
      '--site <address>',
      'only items in this site, such as contoso.sharepoint.com/sites/security; default: all sites',
    )
    .option(
      '--library <name>',
      'only items in this document library of the site; default: the default library of the site',
    )
    .option('--folder <path>', 'only items below this folder, such as /reports')
    .option('--extension <extension...>', 'only files with one of these extensions, such as pdf')
    .option('--since <time>', 'only items that were modified at or after this time, ISO 8601', parseTime)
    .option('--until <time>', 'only items that were modified before this time, ISO 8601', parseTime)
    .option('--limit <number>', 'maximum number of results', integerFrom(1), 20)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The text of PDF, Word, Excel, PowerPoint, HTML and text files is searched once the server has extracted it. If
stored contents are encrypted ([drive] encryption_key_file), no text is stored, and only names are searched.
Text must contain the exact words; in names, parts of words also match. The search is case-insensitive.
Put "--" before words that begin with "-":
  rampart drive search -- '"annual report"' -draft`,
    )
    .action(search);
}

async function search(words: readonly string[], options: SearchOptions): Promise<void> {
  const { limit, json = false, site, library, in: scope } = options;
  if (site === undefined && library !== undefined) throw new CommandFailure('--library requires --site');
  await withDrive(
    async (drive) => {
      const siteIds = site === undefined ? null : [await findSiteId(drive, site, { library })];
      const { folder, extension: extensions, since: modifiedFrom, until: modifiedBefore } = options;
      const filter = { siteIds, folder, extensions, modifiedFrom, modifiedBefore };
      const query = words.join(' ');
      let isBounded = false;
      const read = async ({ first, after }: Page) => {
        const input = { query, scope, filter, first: Math.min(pageSize, first), after };
        const page = await drive.searchDrive(localRequest, input);
        isBounded ||= page.isBounded;
        return page;
      };
      const found = await firstRows(read, limit);
      printRows({ rows: await resultLines(drive, found), columns, json });
      if (isBounded) process.stderr.write(limitMessage);
      if (scope !== SearchScope.NAMES) await reportUnsearched(drive);
    },
    { access: 'read' },
  );
}

/** Reports on standard error which contents were not searched. Standard output only contains the results. */
async function reportUnsearched(drive: DriveService): Promise<void> {
  if (!mayStoreText(drive.dependencies.settings)) {
    process.stderr.write('only names are searched, because stored contents are encrypted\n');
    return;
  }
  const pending = await drive.countPendingExtractions(localRequest);
  if (pending === 0) return;
  process.stderr.write(
    `the text of ${countOf(pending, 'document')} has not been extracted yet; a running server extracts it\n`,
  );
}

type ResultLine = Awaited<ReturnType<typeof resultLines>>[number];

const fields = fieldSet(['path', 'isFolder', 'size', 'modifiedAtEpoch'] as const);

async function resultLines(drive: DriveService, found: readonly SearchResult[]) {
  const sites = await drive.listDocumentSites(localRequest);
  const addresses = new Map(sites.map(({ id, hostname, path }) => [id, `${hostname}${path}`]));
  const items = await drive.itemsByKeys(localRequest, { keys: found, fields });
  return found.map(({ siteId, id, matchesName, snippet }, index) => {
    const item = items[index];
    return {
      site: addresses.get(siteId) ?? siteId,
      path: item?.path ?? null,
      item_id: id,
      is_folder: item?.isFolder ?? null,
      size: item?.size ?? null,
      modified_at: formatTime(item?.modifiedAtEpoch),
      matches_name: matchesName,
      snippet: snippet.map(({ text, isMatch }) => ({ text, is_match: isMatch })),
    };
  });
}

const maxExcerptCharacters = 100;

/** The part of the text around its first match. */
function excerptOf({ snippet }: ResultLine): string {
  const text = snippet.map((part) => part.text).join('');
  const match = snippet.findIndex((part) => part.is_match);
  const before = snippet.slice(0, Math.max(0, match)).reduce((length, part) => length + part.text.length, 0);
  const start = Math.max(0, Math.min(before - maxExcerptCharacters / 4, text.length - maxExcerptCharacters));
  const excerpt = text.slice(start, start + maxExcerptCharacters).toWellFormed();
  return `${start > 0 ? '…' : ''}${excerpt}${start + maxExcerptCharacters < text.length ? '…' : ''}`;
}

const columns = [
  { title: 'SITE', value: ({ site }: ResultLine) => site },
  { title: 'PATH', value: ({ path }: ResultLine) => path },
  { title: 'MODIFIED', value: (result: ResultLine) => result.modified_at },
  { title: 'TEXT', value: excerptOf },
];
