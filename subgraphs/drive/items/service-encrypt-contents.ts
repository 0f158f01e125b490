import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { DriveRequest } from '../dependencies.js';
import type { ContentDependencies } from './dependencies.js';

/** Number of stored contents by outcome of the encryption. */
export interface EncryptionCounts {
  readonly encrypted: number;
  /** Number of contents that were already encrypted with the current key. */
  readonly current: number;
  /** Number of contents that do not match their SHA-256, or whose key is unknown. They are not changed. */
  readonly damaged: number;
}

/**
 * Encrypts all stored contents with the current key, unless they already are. Run it after encryption is enabled or a
 * new key is added. It can be interrupted and repeated, and servers can run at the same time.
 * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; BAD_USER_INPUT without a key
 */
export async function encryptContents(
  { database, content }: ContentDependencies,
  request: DriveRequest,
  { report }: { report?: (counts: EncryptionCounts) => void },
): Promise<EncryptionCounts> {
  authorize(request.caller, 'drive.connect');
  if (content.currentKeyId === undefined) {
    throw new DomainError('BAD_USER_INPUT', 'There is no encryption key: set [drive] encryption_key_file');
  }
  const counts = { encrypted: 0, current: 0, damaged: 0 };
  for await (const outcome of content.encryptAll()) {
    counts[outcome]++;
    report?.(counts);
  }
  await database.transaction((sql) =>
    recordAudit(sql, request, { action: 'encrypt.drive-contents', object: 'drive:contents', after: { ...counts } }),
  );
  return counts;
}
