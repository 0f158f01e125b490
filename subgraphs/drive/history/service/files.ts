import type { StoredContent } from '../../items/index.js';
import type { TreeRow } from '../repository.js';
import { SafePaths } from '../rules/safe-paths.js';

/** A file or folder of a tree with a path that is safe to write. Folders come before their content. */
export interface TreeFile {
  /** Relative, with slashes; see `SafePaths`. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Null for folders, and for files of which no content was stored then. */
  readonly content: Pick<StoredContent, 'sha256' | 'size'> | null;
  /** Unix epoch seconds; null if the site reported no time. */
  readonly modifiedAtEpoch: number | null;
}

/** The rows with paths for files. */
export function filesOf(rows: readonly TreeRow[]): TreeFile[] {
  const paths = new SafePaths();
  return rows.map(({ names, isFolder, sha256, size, modifiedAtEpoch }) => ({
    path: paths.assign({ names, isFolder }),
    isFolder,
    content: sha256 === null || size === null ? null : { sha256, size },
    modifiedAtEpoch,
  }));
}
