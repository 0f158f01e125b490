import type { StoredContent } from '../../items/index.js';
import type { TreeRow } from '../repository.js';
import { SafePaths } from '../rules/safe-paths.js';

/** A file or folder of a tree with a path that is safe to write. */
export interface TreeEntry {
  /** Relative path with `/` as separator; see `SafePaths`. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The stored content; null for folders, and for files whose content was not stored at the time of the tree. */
  readonly content: Pick<StoredContent, 'sha256' | 'size'> | null;
  /** Time of the last modification in Unix epoch seconds; null if the site reported none. */
  readonly modifiedAtEpoch: number | null;
}

/** Assigns safe paths to the items of a tree; `rows` and the result have each folder before its items. */
export function entriesOf(rows: readonly TreeRow[]): TreeEntry[] {
  const paths = new SafePaths();
  return rows.map(({ names, isFolder, sha256, size, modifiedAtEpoch }) => ({
    path: paths.assign({ names, isFolder }),
    isFolder,
    content: sha256 === null || size === null ? null : { sha256, size },
    modifiedAtEpoch,
  }));
}
