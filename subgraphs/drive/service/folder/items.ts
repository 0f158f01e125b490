import type { DeltaItem, FolderEntryRecord } from '../../records.js';
import { mediaTypeOf } from '../../rules/media-types.js';

/** An entry as a change query would tell it. */
export function itemOf(options: {
  record: FolderEntryRecord;
  /** By path. */
  ids: ReadonlyMap<string, string>;
  webUrl: string;
}): DeltaItem {
  const { record, ids, webUrl } = options;
  const { path, size, sha256, quickXorHash, itemId, modified } = record;
  const isRoot = path === '';
  const slash = path.lastIndexOf('/');
  const name = isRoot ? 'root' : path.slice(slash + 1);
  const parentId = isRoot ? null : (ids.get(slash === -1 ? '' : path.slice(0, slash)) ?? null);
  const isFile = sha256 !== null;
  return {
    id: itemId,
    facts: {
      ...{ parentId, name, isRoot, isFile, size, quickXorHash },
      isFolder: !isFile,
      ...{ eTag: null, cTag: null, createdAt: null, modifiedBy: null },
      mimeType: isFile ? mediaTypeOf(name) : null,
      webUrl: isRoot ? webUrl : `${webUrl}/${path.split('/').map(encodeURIComponent).join('/')}`,
      modifiedAt: isFile ? Number(BigInt(modified) / 1_000_000n) / 1000 : null,
    },
  };
}
