import { DomainError } from '../../../../platform/domain-error.js';
import type { RowFormat } from '../../../../platform/record-formats/index.js';
import type { SessionRequest } from '../../search/index.js';

/** What is exported, and how. */
export interface ExportRequest extends SessionRequest {
  readonly format: RowFormat;
  readonly isGzip: boolean;
}

/**
 * Checks that the bytes of a resumed export go on with those of its beginning.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertSameForm(
  { format, isGzip }: Pick<ExportRequest, 'format' | 'isGzip'>,
  begun: Pick<ExportRequest, 'format' | 'isGzip'>,
): void {
  if (format !== begun.format) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `format differs from the beginning of the export, which is ${begun.format}`,
    );
  }
  if (isGzip === begun.isGzip) return;
  throw new DomainError(
    'BAD_USER_INPUT',
    begun.isGzip
      ? 'The beginning of the export is compressed: accept gzip to resume it'
      : 'The beginning of the export is not compressed: do not accept gzip to resume it',
  );
}
