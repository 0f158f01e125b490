import { createHash } from 'node:crypto';
import type { OpenDownload } from '../../../../platform/download.js';
import type { DriveRequest } from '../../dependencies.js';
import { type ContentDependencies, openContentStore } from '../../items/index.js';
import { type DownloadPlatform, signTicket, verifyTicket } from '../../site/index.js';
import { selectTree, summarizeTree } from '../repository.js';
import { entriesOf } from './files.js';
import { readTreeForRestore } from './open-tree.js';
import type { TreeInput, TreeKey, TreeRecord } from './tree.js';
import { createZipStream, sizeOfZip, zipLayout } from './zip.js';

/** A ticket for an archive of a tree; the archive is generated during the download. */
export interface ArchiveTicket {
  readonly tree: TreeRecord;
  readonly fileName: string;
  readonly ticket: string;
}

/**
 * Creates a ticket to download a tree as an archive, valid for one hour, but no longer than the token with which it was
 * requested.
 * @throws {DomainError} as `openTree`
 */
export async function createArchiveTicket(
  dependencies: ContentDependencies,
  request: DriveRequest,
  input: TreeInput,
): Promise<ArchiveTicket> {
  const tree = await readTreeForRestore(dependencies, request, input);
  const { siteId, change, folder } = tree;
  const claims = { site: siteId, change, folder };
  const ticket = await signTicket(dependencies, request, { purpose: 'archive', claims });
  return { tree, fileName: fileNameOf(tree), ticket };
}

function fileNameOf({ folder, change }: TreeKey): string {
  return `${folder.split('/').at(-1) || 'site'}-${change}.zip`;
}

/**
 * Opens the archive of a ticket; undefined if the ticket is invalid, or its tree no longer exists. The same ticket
 * yields the same bytes, so a download can be resumed.
 */
export function createArchiveDownloads(platform: DownloadPlatform): OpenDownload {
  const store = openContentStore(platform);
  return async function openArchive(ticket) {
    const verified = await verifyTicket(platform, { purpose: 'archive', ticket });
    if (verified?.credentialId === undefined) return undefined;
    const { site, change, folder } = verified.claims;
    if (typeof site !== 'string' || typeof change !== 'number' || typeof folder !== 'string') return undefined;
    const key = { siteId: site, change, folder };
    const rows = await platform.database.guard(async (sql) => {
      const { exists } = await summarizeTree(sql, key);
      return exists ? await selectTree(sql, key) : undefined;
    });
    if (rows === undefined) return undefined;
    const files = entriesOf(rows);
    const tag = createHash('sha256').update(zipLayout);
    for (const file of files) tag.update(JSON.stringify(file));
    return {
      ...{ name: fileNameOf(key), mimeType: 'application/zip', size: await sizeOfZip(files), modifiedAt: null },
      entityTag: `"${tag.digest('hex').slice(0, 40)}"`,
      credentialId: verified.credentialId,
      read: (range) => createZipStream({ files, open: (content) => store.read(content), range }),
    };
  };
}
