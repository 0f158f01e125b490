import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { DriveRequest } from '../dependencies.js';
import type { StorageKind } from './content/content-store.js';
import type { ContentDependencies } from './dependencies.js';

/** Number of stored contents by outcome of the move. */
export interface MoveCounts {
  readonly moved: number;
  /** Number of contents that do not match their SHA-256, or whose key is unknown. They are not moved. */
  readonly damaged: number;
}

/**
 * Moves all stored contents from the directory to the configured bucket, or back. It can be interrupted and repeated,
 * and servers whose settings name the bucket can run at the same time, because they read both.
 * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; BAD_USER_INPUT if no bucket is configured; STORE_UNAVAILABLE
 */
export async function moveContents(
  { database, content }: ContentDependencies,
  request: DriveRequest,
  { to, report }: { to: StorageKind; report?: (counts: MoveCounts) => void },
): Promise<MoveCounts> {
  authorize(request.caller, 'drive.connect');
  if (content.storage !== 'bucket') {
    throw new DomainError(
      'BAD_USER_INPUT',
      'No bucket is configured: set [drive] s3_bucket; moving contents to or from a bucket requires it',
    );
  }
  const counts = { moved: 0, damaged: 0 };
  for await (const outcome of content.moveAll(to)) {
    counts[outcome]++;
    report?.(counts);
  }
  await database.transaction((sql) =>
    recordAudit(sql, request, { action: 'move.drive-contents', object: 'drive:contents', after: { to, ...counts } }),
  );
  return counts;
}
