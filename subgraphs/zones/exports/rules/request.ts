import { DomainError } from '../../../../platform/domain-error.js';
import type { RowFormat } from '../../../../platform/record-formats/index.js';
import type { SessionRequest } from '../../search/index.js';

/** The content and the format of an export. */
export interface ExportRequest extends SessionRequest {
  readonly format: RowFormat;
  readonly isGzip: boolean;
}

/**
 * Checks that a resumed export continues the bytes that were already sent.
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
