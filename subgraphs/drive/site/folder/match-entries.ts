import type { FolderEntryRecord } from '../repository/folder.js';

/** A file or directory found in the served folder. */
export interface FoundEntry {
  /** Path relative to the served folder, with `/` as separator; empty for the folder itself. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Inode number in the file system. */
  readonly inode: string;
  /** Size in bytes; 0 for a folder. */
  readonly size: number;
  /** Time of the last modification in nanoseconds since the Unix epoch; empty for a folder. */
  readonly modified: string;
}

/**
 * Matches entries to existing items: first by inode, so renamed and moved files keep their items, then by path, so
 * files that an editor replaced also keep theirs. Entries without a match are new.
 */
export function matchEntries(
  entries: readonly FoundEntry[],
  records: readonly FolderEntryRecord[],
): Map<FoundEntry, FolderEntryRecord> {
  const matched = new Map<FoundEntry, FolderEntryRecord>();
  const taken = new Set<FolderEntryRecord>();
  const byInode = new Map(records.map((entry) => [keyOf(entry.inode, entry.sha256 === null), entry]));
  const byPath = new Map(records.map((entry) => [keyOf(entry.path, entry.sha256 === null), entry]));
  function take(entry: FoundEntry, before: FolderEntryRecord | undefined): void {
    if (before === undefined || taken.has(before) || matched.has(entry)) return;
    matched.set(entry, before);
    taken.add(before);
  }
  // Unmoved entries first: of several hard links, the old path keeps the item.
  for (const entry of entries) {
    const there = byPath.get(keyOf(entry.path, entry.isFolder));
    if (there?.inode === entry.inode) take(entry, there);
  }
  for (const entry of entries) take(entry, byInode.get(keyOf(entry.inode, entry.isFolder)));
  for (const entry of entries) take(entry, byPath.get(keyOf(entry.path, entry.isFolder)));
  return matched;
}

function keyOf(text: string, isFolder: boolean): string {
  return `${isFolder ? 'folder' : 'file'} ${text}`;
}
