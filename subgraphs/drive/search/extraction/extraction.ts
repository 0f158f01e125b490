import type { DocumentFormat, UnreadableReason } from '../vocabulary.js';
import type { ReaderLimits } from './watchdog.js';

/** Result of extracting the text of a document. */
export type Extraction =
  | { readonly outcome: 'extracted'; readonly format: DocumentFormat; readonly text: string; readonly isCut: boolean }
  | {
      readonly outcome: 'unreadable';
      readonly reason: UnreadableReason;
      /** Format of the document; null if unknown. */
      readonly format: DocumentFormat | null;
      readonly detail: string | null;
    };

/** The result for a document of unknown format whose text cannot be read. */
export function unreadable(reason: UnreadableReason, detail: string): Extraction & { outcome: 'unreadable' } {
  return { outcome: 'unreadable', reason, format: null, detail };
}

/** Reports that the text of a document cannot be read, with the reason. */
export class UnreadableError extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Reports that the reader process was killed or closed, or sent an invalid response. */
export class ReaderLostError extends Error {}

/** A request to the reader process, sent as a line of JSON followed by the `size` bytes of the document. */
export interface ReadRequest extends Pick<ReaderLimits, 'maxCharacters' | 'maxDecompressedBytes'> {
  readonly size: number;
}

/**
 * Whether an error is the out-of-memory error that V8 throws when the kernel refuses an allocation. Only the message is
 * compared, because PDF.js preserves nothing else.
 */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message === 'Array buffer allocation failed';
}
