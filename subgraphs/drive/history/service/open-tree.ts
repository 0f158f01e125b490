import type { Readable } from 'node:stream';
import { recordAudit } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import type { ContentDependencies, StoredContent } from '../../items/index.js';
import { selectTree } from '../repository.js';
import { entriesOf, type TreeEntry } from './files.js';
import { readTree, type TreeInput, type TreeRecord } from './tree.js';
import { createZipStream } from './zip.js';

/** A tree to be restored, with its files and the means to read their contents. */
export interface OpenTree {
  readonly tree: TreeRecord;
  readonly files: readonly TreeEntry[];
  /** Reads stored content; fails if the bytes do not match its SHA-256. */
  read(content: Pick<StoredContent, 'sha256' | 'size'>): Readable;
  /** A ZIP file of the tree; reading it fails at the first missing or damaged content. */
  readArchive(): Readable;
}

/**
 * Opens a tree as of a point in time with the contents to restore it from, and records the restore in the audit log.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown site, or a folder that did not exist then;
 * BAD_USER_INPUT unless exactly one of a time and an existing change number is given
 */
export async function openTree(
  dependencies: ContentDependencies,
  request: DriveRequest,
  input: TreeInput,
): Promise<OpenTree> {
  const tree = await readTreeForRestore(dependencies, request, input);
  const rows = await dependencies.database.read(request, (sql) => selectTree(sql, tree));
  const files = entriesOf(rows);
  const read: OpenTree['read'] = (content) => dependencies.content.read(content);
  return { tree, files, read, readArchive: () => createZipStream({ files, open: read, range: undefined }) };
}

/**
 * Reads the tree to restore, and records the restore in the audit log.
 * @throws {DomainError} as {@link openTree}
 */
export async function readTreeForRestore(
  dependencies: ContentDependencies,
  request: DriveRequest,
  input: TreeInput,
): Promise<TreeRecord> {
  authorize(request.caller, 'drive.restore');
  const tree = await readTree(dependencies, request, input);
  if (tree === null) {
    const point = input.at == null ? `after change ${input.change}` : `at ${input.at.toISOString()}`;
    const problem = `The site had no folder ${input.folder ?? '/'} ${point}`;
    throw new DomainError('NOT_FOUND', `${problem}: specify another folder or point in time`);
  }
  const { siteId, change, folder, files, bytes } = tree;
  await dependencies.database.transaction((sql) =>
    recordAudit(sql, request, {
      action: 'restore.drive-tree',
      object: `drive-site:${siteId}`,
      after: { change, folder: folder === '' ? '/' : folder, files, bytes },
    }),
  );
  return tree;
}
