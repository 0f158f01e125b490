import { basename, extname } from 'node:path';
import type { DriveSettings } from '../../dependencies.js';
import type { DeltaItem } from '../../items/index.js';
import type { FolderEntryRecord } from '../repository/folder.js';

/** Media types by file extension. */
const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    csv: 'text/csv',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    gif: 'image/gif',
    gz: 'application/gzip',
    html: 'text/html',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    json: 'application/json',
    log: 'text/plain',
    md: 'text/markdown',
    pdf: 'application/pdf',
    png: 'image/png',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    svg: 'image/svg+xml',
    txt: 'text/plain',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    xml: 'application/xml',
    zip: 'application/zip',
  }),
);

function mediaTypeOf(name: string): string {
  return types.get(extname(name).slice(1).toLowerCase()) ?? 'application/octet-stream';
}

/** The name of a site: its path without `/sites/` or `/teams/`. */
export function siteNameOf(path: string): string {
  return path.split('/').slice(2).join('/');
}

/**
 * The site that represents the served folder. Default: hostname `localhost`, and a path derived from the folder name.
 */
export function folderSite({ siteHostname, sitePath, folder }: DriveSettings): {
  hostname: string;
  path: string;
  name: string;
  webUrl: string;
} {
  const hostname = (siteHostname || 'localhost').toLowerCase();
  const defaultPath = `/sites/${basename(folder).replaceAll(/[^\w.-]+/g, '-') || 'folder'}`;
  const path = sitePath || defaultPath;
  return { hostname, path, name: siteNameOf(path), webUrl: `https://${hostname}${path}` };
}

const maxDateMs = 8_640_000_000_000_000;

/** Converts nanoseconds to seconds since the Unix epoch; null for a time that no date can represent. */
function secondsOf(nanoseconds: string): number | null {
  const milliseconds = Number(BigInt(nanoseconds) / 1_000_000n);
  return Math.abs(milliseconds) <= maxDateMs ? milliseconds / 1000 : null;
}

/** Converts an entry of the served folder to an entry of a delta query. */
export function itemOf(options: {
  record: FolderEntryRecord;
  /** Item ids by path. */
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
    properties: {
      ...{ parentId, name, isRoot, isFile, size, quickXorHash },
      isFolder: !isFile,
      ...{ eTag: null, cTag: null, createdAtEpoch: null, modifiedBy: null, malware: null },
      mimeType: isFile ? mediaTypeOf(name) : null,
      webUrl: isRoot ? webUrl : `${webUrl}/${path.split('/').map(encodeURIComponent).join('/')}`,
      modifiedAtEpoch: isFile ? secondsOf(modified) : null,
    },
  };
}
