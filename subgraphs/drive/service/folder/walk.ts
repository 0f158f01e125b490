import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isItemName } from '../../rules/item-names.js';
import type { FoundEntry } from '../../rules/match-entries.js';

const together = 32;
const deepest = 100;

export interface Walk {
  /** Parents before what lies in them. */
  readonly entries: FoundEntry[];
  /** Paths that are not served: names that no site takes, symbolic links, and what is neither file nor folder. */
  readonly skipped: string[];
}

/** Looks at everything below a folder. What goes away meanwhile is not in it. Symbolic links are not followed. */
export async function walkFolder(folder: string): Promise<Walk> {
  const entries: FoundEntry[] = [await look(folder, '')].filter((entry) => entry !== undefined);
  const skipped: string[] = [];
  let level = entries.map(({ path }) => path);
  for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
    const below: FoundEntry[] = [];
    for (let start = 0; start < level.length; start += together) {
      const part = level.slice(start, start + together);
      for (const children of await Promise.all(part.map((path) => lookInto({ folder, path, skipped })))) {
        below.push(...children);
      }
    }
    entries.push(...below);
    level = below.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  }
  return { entries, skipped };
}

async function lookInto(options: { folder: string; path: string; skipped: string[] }): Promise<FoundEntry[]> {
  const { folder, path, skipped } = options;
  const names = await readdir(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
    // Gone meanwhile; what cannot be read must not look as if it were empty.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  // Two names that differ in case only are one on a site.
  const taken = new Set<string>();
  const wanted = names.sort().filter((name) => {
    const isWanted = isItemName(name) && !taken.has(name.toLowerCase());
    if (isWanted) taken.add(name.toLowerCase());
    else skipped.push(`${path}/${name}`);
    return isWanted;
  });
  const found: FoundEntry[] = [];
  for (let start = 0; start < wanted.length; start += together) {
    const part = wanted.slice(start, start + together);
    const looked = await Promise.all(
      part.map(async (name) => {
        const below = path === '' ? name : `${path}/${name}`;
        const entry = await look(folder, below);
        if (entry === undefined) skipped.push(below);
        return entry;
      }),
    );
    found.push(...looked.filter((entry) => entry !== undefined));
  }
  return found;
}

async function look(folder: string, path: string): Promise<FoundEntry | undefined> {
  const facts = await lstat(join(folder, path), { bigint: true }).catch(() => undefined);
  if (facts === undefined || !(facts.isFile() || facts.isDirectory())) return undefined;
  const isFolder = facts.isDirectory();
  const size = isFolder ? 0 : Number(facts.size);
  return { path, isFolder, inode: String(facts.ino), size, modified: isFolder ? '' : String(facts.mtimeNs) };
}
