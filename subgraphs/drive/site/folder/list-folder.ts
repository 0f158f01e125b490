import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../../platform/domain-error.js';
import { systemErrorCode, systemErrorReason } from '../../../../platform/system-error.js';
import type { FoundEntry } from './match-entries.js';
import { entriesPath, isLocatedAt, openBelowRoot } from './open-without-links.js';

/** Characters that are forbidden in names on a document site, control characters, and the replacement character. */
const forbiddenPattern = /["*:<>?/\\|\p{Cc}\ufffd]/u;
const reservedPattern = /^(?:con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini|_vti_.*|~\$.*)$/i;
const maxNameLength = 255;

/** Whether a document site accepts a file or folder name. */
function isItemName(name: string): boolean {
  if (name === '' || name.length > maxNameLength || forbiddenPattern.test(name) || !name.isWellFormed()) return false;
  return !reservedPattern.test(name) && !/^\s|[\s.]$/.test(name) && !name.includes('_vti_');
}

/** A comparison key, equal for names that a document site considers equal: ignores case and Unicode normalization. */
function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const parallelListings = 32;
const maxDepth = 100;
/** Maximum number of attempts to list a directory tree that changes during the listing; the last listing is used. */
const maxListings = 3;
/** Error codes that concern the process, not the file or directory that it reads. */
const exhausted = ['EMFILE', 'ENFILE', 'ENOMEM'];

export interface FolderListing {
  /** The entries to serve, parents before their children. */
  readonly entries: FoundEntry[];
  /**
   * Paths that are not served: invalid names, names that differ only in case or Unicode normalization, symbolic links,
   * special files, unreadable entries, and directories below the maximum depth.
   */
  readonly skipped: string[];
}

/** Reads the properties of the file, directory or link at a path. */
type ReadStats = (path: string) => Promise<BigIntStats>;

interface Listing {
  readonly readStats: ReadStats;
  /** Whether a directory was moved during the listing. */
  isUnstable: boolean;
  /** Whether the root was moved or deleted. */
  isRemoved: boolean;
  readonly root: string;
  /** Paths that are already served. They take precedence over new paths with equal names. */
  readonly knownPaths: ReadonlySet<string>;
  readonly skipped: string[];
  /** Paths of directories that exist but cannot be read. */
  readonly unreadableFolders: Set<string>;
}

/**
 * Lists everything below `root`, a path without symbolic links. Symbolic links are not followed, even if they replace a
 * directory during the listing. Undefined if `root` does not exist.
 * @throws {DomainError} CONFLICT if a directory or file that is already served cannot be read, because it must not
 * appear empty or deleted
 * @param readStats `lstat`; tests replace it
 */
export async function listFolder(
  root: string,
  servedPaths: ReadonlySet<string>,
  readStats: ReadStats = (path) => lstat(path, { bigint: true }),
): Promise<FolderListing | undefined> {
  for (let attempts = 1; ; attempts++) {
    const listing = {
      root,
      readStats,
      knownPaths: servedPaths,
      skipped: [],
      unreadableFolders: new Set<string>(),
      isUnstable: false,
      isRemoved: false,
    };
    const entries = await listOnce(listing);
    if (listing.isRemoved) return undefined;
    if (!listing.isUnstable || attempts === maxListings) return { entries, skipped: listing.skipped };
  }
}

async function listOnce(listing: Listing): Promise<FoundEntry[]> {
  const rootEntry = await entryAt(listing, listing.root, '').catch(() => undefined);
  const entries = rootEntry?.isFolder === true ? [rootEntry] : [];
  listing.isRemoved = entries.length === 0;
  // Not spread: a level can have more entries than a call can have arguments.
  const levels = [entries];
  let folders = pathsOfFolders(entries);
  for (let depth = 0; folders.length > 0 && depth < maxDepth; depth++) {
    const entriesBelow: FoundEntry[][] = [];
    for (let start = 0; start < folders.length; start += parallelListings) {
      const part = folders.slice(start, start + parallelListings);
      entriesBelow.push(...(await Promise.all(part.map((path) => listEntries(listing, path)))));
    }
    const level = entriesBelow.flat();
    levels.push(level);
    folders = pathsOfFolders(level);
  }
  for (const path of folders) listing.skipped.push(`${path}/`);
  return levels.flat().filter(({ path }) => !listing.unreadableFolders.has(path));
}

function pathsOfFolders(entries: readonly FoundEntry[]): string[] {
  return entries.filter(({ isFolder }) => isFolder).map(({ path }) => path);
}

async function listEntries(listing: Listing, path: string): Promise<FoundEntry[]> {
  return await childrenOf(listing, path).catch((error: Error) => {
    if (!isUnreadable(error)) throw error;
    if (path === '' || listing.knownPaths.has(path)) throw unreadableError({ path, kind: 'folder' }, error);
    listing.unreadableFolders.add(path);
    listing.skipped.push(`${path}/`);
    return [];
  });
}

/** Whether an error means that a file or directory cannot be read, for whatever reason. */
function isUnreadable(error: Error): boolean {
  const code = systemErrorCode(error);
  return code !== undefined && !exhausted.includes(code);
}

/** The error for a served file or folder that cannot be read, because it must not appear to be deleted or empty. */
function unreadableError(
  { path, kind }: { path: string; kind: 'folder' | 'file or folder' },
  cause: Error,
): DomainError {
  const name = path === '' ? 'The served folder' : `The served ${kind} ${JSON.stringify(path)}`;
  const message = `${name} cannot be read: ${systemErrorReason(cause)}`;
  return new DomainError('CONFLICT', message, { path }, { cause });
}

async function childrenOf(listing: Listing, path: string): Promise<FoundEntry[]> {
  const { root } = listing;
  const folder = await openBelowRoot(root, { path, kind: 'folder' });
  if (folder === undefined) return reportMissing(listing, path);
  try {
    const directory = entriesPath(folder, join(root, path));
    const names = servedNames(listing, path, await readdir(directory));
    const found: FoundEntry[] = [];
    for (let start = 0; start < names.length; start += parallelListings) {
      const part = names.slice(start, start + parallelListings);
      found.push(...(await Promise.all(part.map((name) => statChild({ listing, path, directory, name })))).flat());
    }
    return (await isLocatedAt(folder, join(root, path))) ? found : reportMissing(listing, path);
  } finally {
    await folder.close();
  }
}

function reportMissing(listing: Listing, path: string): FoundEntry[] {
  if (path === '') listing.isRemoved = true;
  listing.isUnstable = true;
  return [];
}

async function statChild(options: {
  listing: Listing;
  path: string;
  directory: string;
  name: string;
}): Promise<FoundEntry[]> {
  const { listing, path, directory, name } = options;
  const entryPath = childPath(path, name);
  const entry = await entryAt(listing, join(directory, name), entryPath).catch(async (error: Error) => {
    if (!isUnreadable(error)) throw error;
    // Without the permission to search the folder, none of its entries can be read. Not `access`, which verifies the
    // permissions of another user after a change of the effective user.
    await listing.readStats(`${directory}/.`);
    if (listing.knownPaths.has(entryPath)) throw unreadableError({ path: entryPath, kind: 'file or folder' }, error);
  });
  if (entry === undefined) listing.skipped.push(entryPath);
  return entry === undefined ? [] : [entry];
}

/** Selects the valid names; of several equal names, only one, preferably one that is already served. */
function servedNames({ knownPaths, skipped }: Listing, path: string, names: readonly string[]): string[] {
  const isNew = (name: string): number => (knownPaths.has(childPath(path, name)) ? 0 : 1);
  const usedNames = new Set<string>();
  return names
    .toSorted((a, b) => isNew(a) - isNew(b) || (a < b ? -1 : 1))
    .filter((name) => {
      const key = nameKey(name);
      const isWanted = isItemName(name) && !usedNames.has(key);
      if (isWanted) usedNames.add(key);
      else skipped.push(childPath(path, name));
      return isWanted;
    });
}

export function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

/**
 * The entry at a location; undefined if it does not exist, or is neither a file nor a directory.
 * @throws the error of the system if it cannot be read
 */
async function entryAt({ readStats }: Listing, location: string, path: string): Promise<FoundEntry | undefined> {
  const stats = await readStats(location).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) throw error;
  });
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return undefined;
  const isFolder = stats.isDirectory();
  const size = isFolder ? 0 : Number(stats.size);
  const created = stats.birthtimeNs > 0n ? String(stats.birthtimeNs) : '';
  return { path, isFolder, inode: String(stats.ino), created, size, modified: isFolder ? '' : String(stats.mtimeNs) };
}
