import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseRequest } from '../../dependencies.js';
import type { BlacklistEntry } from '../rules/blacklist.js';
import type { Department } from '../rules/departments.js';
import type { FileStatus } from '../types.js';
import { type FileDependencies, matchesAddresses } from './files.js';

/**
 * The state of the blacklist, and whether addresses on it are compared with source addresses.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function blacklistStatus(
  { files, settings }: FileDependencies,
  request: LicenseRequest,
): Promise<{ matchesAddresses: boolean; file: FileStatus }> {
  authorize(request.caller, 'licenses.read');
  await files.documents.refresh();
  return { matchesAddresses: matchesAddresses(settings), file: files.blacklist.status() };
}

export interface BlacklistConnectionRecord extends ConnectionRecord<BlacklistEntry> {
  readonly totalCount: number;
}

const order = 'line';

/**
 * A page of the entries of the blacklist, in the order of its text. Another text numbers its lines differently, so each
 * cursor belongs to one text.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a page size outside of 1–1000 or a cursor of
 * another list; GONE for a cursor of an earlier text
 */
export async function blacklistEntries(
  { files }: FileDependencies,
  request: LicenseRequest,
  page: { first?: number | null | undefined; after?: string | null | undefined },
): Promise<BlacklistConnectionRecord> {
  authorize(request.caller, 'licenses.read');
  const size = pageSize(page.first);
  const position = typeof page.after === 'string' ? decodeCursor(page.after, { order, ids: 1 }) : undefined;
  await files.documents.refresh();
  const { entries, digest } = files.blacklist.current();
  if (position !== undefined && position.ids[0] !== digest) {
    throw new DomainError('GONE', 'The blacklist has changed since the previous page; restart from the first page');
  }
  const after = position?.value ?? 0;
  const edges = entries
    .filter(({ line }) => line > after)
    .slice(0, size + 1)
    .map((node) => ({ cursor: encodeCursor({ order, value: node.line, ids: [digest] }), node }));
  return { ...connectionOf({ edges, size, isContinued: after > 0 }), totalCount: entries.length };
}

/**
 * The state of the departments document, and its departments in order.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function departmentsStatus(
  { files: { departments, documents } }: FileDependencies,
  request: LicenseRequest,
): Promise<{ file: FileStatus; list: readonly Department[] }> {
  authorize(request.caller, 'licenses.read');
  await documents.refresh();
  return { file: departments.status(), list: departments.current().list };
}

/** Reads all documents when the process starts, so their states are logged. */
export async function inspectFiles({ files }: FileDependencies): Promise<void> {
  // Without the database, the files are still inspected, although requests will fail.
  await files.documents.refresh().catch(() => undefined);
  files.blacklist.current();
  files.departments.current();
  await files.license.current();
}
