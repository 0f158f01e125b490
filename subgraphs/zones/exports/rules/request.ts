import { DomainError } from '../../../../platform/domain-error.js';
import type { RowFormat } from '../../../../platform/record-formats/index.js';
import type { SessionRequest } from '../../search/index.js';

/** The content and the format of an export. */
export interface ExportRequest extends SessionRequest {
  readonly format: RowFormat;
  readonly isGzip: boolean;
}

/**
 * Checks that a resumed export has the format and the compression of the bytes that were already sent.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertSameFormat(
  { format, isGzip }: Pick<ExportRequest, 'format' | 'isGzip'>,
  original: Pick<ExportRequest, 'format' | 'isGzip'>,
): void {
  if (format !== original.format) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `format must be ${original.format}, the format of the export to resume, not ${format}`,
    );
  }
  if (isGzip === original.isGzip) return;
  throw new DomainError(
    'BAD_USER_INPUT',
    original.isGzip
      ? 'The beginning of the export is compressed: send Accept-Encoding: gzip to resume it'
      : 'The beginning of the export is not compressed: send Accept-Encoding: identity to resume it',
  );
}
