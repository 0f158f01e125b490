import type { FolderEntryRecord } from '../repository/folder.js';

/** A file or directory found in the served folder. */
export interface FoundEntry {
  /** Path relative to the served folder, with `/` as separator; empty for the folder itself. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Inode number in the file system. */
  readonly inode: string;
  /**
   * Time of the creation in nanoseconds since the Unix epoch; empty if the file system does not report it. Some systems
   * report the time of the last change of the inode instead.
   */
  readonly born: string;
  /** Size in bytes; 0 for a folder. */
  readonly size: number;
  /** Time of the last modification in nanoseconds since the Unix epoch; empty for a folder. */
  readonly modified: string;
}

/** What identifies an entry in its record: its inode and, if it is known, the time of its creation. */
export function identityOf({ inode, born }: Pick<FoundEntry, 'inode' | 'born'>): string {
  return born === '' ? inode : `${inode} ${born}`;
}

/**
 * Whether an entry is the file or directory of a record, which may have been renamed, moved or changed. File systems
 * use the inodes of deleted files again, so the time of creation must be the same too, if both are known. A file that
 * was not changed either is the same on systems that report another time as that of the creation.
 */
export function isSameEntry(entry: FoundEntry, record: FolderEntryRecord): boolean {
  const [inode, born = ''] = record.inode.split(' ');
  if (inode !== entry.inode) return false;
  if (born === '' || entry.born === '' || born === entry.born) return true;
  return !entry.isFolder && entry.size === record.size && entry.modified === record.modified;
}

/**
 * Matches entries to existing items: first by inode, so renamed and moved files keep their items, then by path, so
 * files that an editor replaced also keep theirs. Entries without a match are new.
 */
export function matchEntries(
  entries: readonly FoundEntry[],
  records: readonly FolderEntryRecord[],
): Map<FoundEntry, FolderEntryRecord> {
  const recordOfEntry = new Map<FoundEntry, FolderEntryRecord>();
  const matchedRecords = new Set<FolderEntryRecord>();
  const byInode = new Map(records.map((entry) => [keyOf(inodeOf(entry), entry.sha256 === null), entry]));
  const byPath = new Map(records.map((entry) => [keyOf(entry.path, entry.sha256 === null), entry]));
  function take(entry: FoundEntry, before: FolderEntryRecord | undefined): void {
    if (before === undefined || matchedRecords.has(before) || recordOfEntry.has(entry)) return;
    recordOfEntry.set(entry, before);
    matchedRecords.add(before);
  }
  // Unmoved entries first: of several hard links, the old path keeps the item.
  for (const entry of entries) {
    const recordAtPath = byPath.get(keyOf(entry.path, entry.isFolder));
    if (recordAtPath !== undefined && isSameEntry(entry, recordAtPath)) take(entry, recordAtPath);
  }
  for (const entry of entries) {
    const before = byInode.get(keyOf(entry.inode, entry.isFolder));
    if (before !== undefined && isSameEntry(entry, before)) take(entry, before);
  }
  for (const entry of entries) take(entry, byPath.get(keyOf(entry.path, entry.isFolder)));
  return recordOfEntry;
}

function inodeOf({ inode }: FolderEntryRecord): string {
  return inode.split(' ', 1)[0] ?? '';
}

function keyOf(text: string, isFolder: boolean): string {
  return `${isFolder ? 'folder' : 'file'} ${text}`;
}
