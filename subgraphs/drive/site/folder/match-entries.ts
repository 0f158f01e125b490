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
  readonly created: string;
  /** Size in bytes; 0 for a folder. */
  readonly size: number;
  /** Time of the last modification in nanoseconds since the Unix epoch; empty for a folder. */
  readonly modified: string;
}

/** The identity of an entry in its record: its inode and, if known, the time of its creation. */
export function identityOf({ inode, created }: Pick<FoundEntry, 'inode' | 'created'>): string {
  return created === '' ? inode : `${inode} ${created}`;
}

/**
 * Whether an entry is the file or directory of a record, which may have been renamed, moved or changed. File systems
 * reuse the inodes of deleted files, so the times of creation must also be equal if both are known. Because some
 * systems report another time instead of the creation time, an unchanged size and modification time of a file also
 * suffice.
 */
export function isSameEntry(entry: FoundEntry, record: FolderEntryRecord): boolean {
  const [inode, created = ''] = record.inode.split(' ');
  if (inode !== entry.inode) return false;
  if (created === '' || entry.created === '' || created === entry.created) return true;
  return !entry.isFolder && entry.size === record.size && entry.modified === record.modified;
}

/**
 * Whether all recorded items are absent because the served folder was replaced by an empty one, such as the mount point
 * of a file system that is not mounted.
 */
export function isEmptyReplacement(entries: readonly FoundEntry[], records: readonly FolderEntryRecord[]): boolean {
  const [root, another] = entries;
  const recordedRoot = records.find(({ path }) => path === '');
  if (root === undefined || another !== undefined || recordedRoot === undefined || records.length < 2) return false;
  return root.inode !== inodeOf(recordedRoot);
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
  function match(entry: FoundEntry, record: FolderEntryRecord | undefined): void {
    if (record === undefined || matchedRecords.has(record) || recordOfEntry.has(entry)) return;
    recordOfEntry.set(entry, record);
    matchedRecords.add(record);
  }
  // Unmoved entries first: of several hard links, the old path keeps the item.
  for (const entry of entries) {
    const recordAtPath = byPath.get(keyOf(entry.path, entry.isFolder));
    if (recordAtPath !== undefined && isSameEntry(entry, recordAtPath)) match(entry, recordAtPath);
  }
  for (const entry of entries) {
    const recordWithInode = byInode.get(keyOf(entry.inode, entry.isFolder));
    if (recordWithInode !== undefined && isSameEntry(entry, recordWithInode)) match(entry, recordWithInode);
  }
  for (const entry of entries) match(entry, byPath.get(keyOf(entry.path, entry.isFolder)));
  return recordOfEntry;
}

function inodeOf({ inode }: FolderEntryRecord): string {
  return inode.split(' ', 1)[0] ?? '';
}

function keyOf(pathOrInode: string, isFolder: boolean): string {
  return `${isFolder ? 'folder' : 'file'} ${pathOrInode}`;
}
