import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../../platform/domain-error.js';
import { liesAt, openInside, wayInto } from './inside.js';
import type { FoundEntry } from './match-entries.js';

/** Characters that names on a document site cannot have; control characters and what no UTF-8 was are no names either. */
const forbidden = /["*:<>?/\\|\p{Cc}\ufffd]/u;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini|_vti_.*|~\$.*)$/i;
const longest = 255;

/** Whether a file or folder of this name can be on a document site. */
export function isItemName(name: string): boolean {
  if (name === '' || name.length > longest || forbidden.test(name) || !name.isWellFormed()) return false;
  return !reserved.test(name) && !/^\s|[\s.]$/.test(name) && !name.includes('_vti_');
}

/** The same for all names of a folder that a document site takes for one: it looks neither at case nor at how accents are composed. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const together = 32;
const deepest = 100;
/** Walks through a folder in which others move folders about; what the last one finds counts. */
const mostWalks = 3;
/** How a system says that a folder is there and cannot be looked into: not by us, not by so long a path, or not by anybody. */
const unreadable = ['EACCES', 'EPERM', 'ENAMETOOLONG', 'EIO'];

export interface Walk {
  /** Parents before what lies in them. */
  readonly entries: FoundEntry[];
  /** Paths that are not served: names that no site takes, symbolic links, what is neither file nor folder, and unreadable folders. */
  readonly skipped: string[];
}

interface Walking {
  /** A folder was not where it had been found. */
  isUnsteady: boolean;
  /** That folder was the root. */
  isGone: boolean;
  readonly root: string;
  /** Paths that were served before: of several names that are one on a site, theirs stays. */
  readonly known: ReadonlySet<string>;
  readonly skipped: string[];
  /** Folders that are there and cannot be looked into. */
  readonly closed: Set<string>;
}

/**
 * Looks at everything below `root`, a path without links. What goes away meanwhile is not in it. Symbolic links are not followed, also
 * those that take the place of a folder while it is looked at. Undefined: `root` itself is not there.
 * @throws {DomainError} CONFLICT when a folder that was served cannot be looked into: it is no empty one
 */
export async function walkFolder(root: string, known: ReadonlySet<string>): Promise<Walk | undefined> {
  for (let walks = 1; ; walks++) {
    const walking = { root, known, skipped: [], closed: new Set<string>(), isUnsteady: false, isGone: false };
    const entries = await walkOnce(walking);
    if (walking.isGone) return undefined;
    if (!walking.isUnsteady || walks === mostWalks) return { entries, skipped: walking.skipped };
  }
}

async function walkOnce(walking: Walking): Promise<FoundEntry[]> {
  const entries: FoundEntry[] = [await look(walking.root, '')].filter((entry) => entry !== undefined);
  walking.isGone = entries.length === 0;
  let level = entries.map(({ path }) => path);
  for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
    const below: FoundEntry[] = [];
    for (let start = 0; start < level.length; start += together) {
      const part = level.slice(start, start + together);
      for (const children of await Promise.all(part.map((path) => lookInto(walking, path)))) below.push(...children);
    }
    entries.push(...below);
    level = below.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  }
  walking.skipped.push(...level.map((path) => `${path}/`));
  return entries.filter(({ path }) => !walking.closed.has(path));
}

async function lookInto(walking: Walking, path: string): Promise<FoundEntry[]> {
  return await childrenOf(walking, path).catch((error: NodeJS.ErrnoException) => {
    if (!unreadable.includes(error.code ?? '')) throw error;
    if (path === '' || walking.known.has(path)) {
      const name = path === '' ? 'The served folder' : `The folder ${JSON.stringify(path)} that is served`;
      throw new DomainError('CONFLICT', `${name} cannot be read (${error.code})`, { path }, { cause: error });
    }
    walking.closed.add(path);
    walking.skipped.push(`${path}/`);
    return [];
  });
}

async function childrenOf(walking: Walking, path: string): Promise<FoundEntry[]> {
  const { root } = walking;
  const folder = await openInside(root, { path, kind: 'folder' });
  if (folder === undefined) return notThere(walking, path);
  try {
    const way = wayInto(folder, join(root, path));
    const names = wantedNames(walking, path, await readdir(way));
    const found: FoundEntry[] = [];
    for (let start = 0; start < names.length; start += together) {
      const part = names.slice(start, start + together);
      found.push(...(await Promise.all(part.map((name) => lookAt({ walking, path, way, name })))).flat());
    }
    return (await liesAt(folder, join(root, path))) ? found : notThere(walking, path);
  } finally {
    await folder.close();
  }
}

function notThere(walking: Walking, path: string): FoundEntry[] {
  if (path === '') walking.isGone = true;
  walking.isUnsteady = true;
  return [];
}

async function lookAt(options: { walking: Walking; path: string; way: string; name: string }): Promise<FoundEntry[]> {
  const { walking, path, way, name } = options;
  const below = childPath(path, name);
  const entry = await look(join(way, name), below);
  if (entry === undefined) walking.skipped.push(below);
  return entry === undefined ? [] : [entry];
}

/** Names that a site takes; of those that it takes for the same one only the first. */
function wantedNames({ known, skipped }: Walking, path: string, names: readonly string[]): string[] {
  const isNew = (name: string): number => (known.has(childPath(path, name)) ? 0 : 1);
  const taken = new Set<string>();
  return names
    .toSorted((one, other) => isNew(one) - isNew(other) || (one < other ? -1 : 1))
    .filter((name) => {
      const key = nameKey(name);
      const isWanted = isItemName(name) && !taken.has(key);
      if (isWanted) taken.add(key);
      else skipped.push(childPath(path, name));
      return isWanted;
    });
}

function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

async function look(place: string, path: string): Promise<FoundEntry | undefined> {
  const facts = await lstat(place, { bigint: true }).catch(() => undefined);
  if (facts === undefined || !(facts.isFile() || facts.isDirectory())) return undefined;
  const isFolder = facts.isDirectory();
  const size = isFolder ? 0 : Number(facts.size);
  return { path, isFolder, inode: String(facts.ino), size, modified: isFolder ? '' : String(facts.mtimeNs) };
}
