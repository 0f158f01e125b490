import type { DocumentFormat, UnreadableReason } from '../vocabulary.js';
import type { ReaderLimits } from './watchdog.js';

/** Result of reading a content. */
export type Extraction =
  | { readonly outcome: 'extracted'; readonly format: DocumentFormat; readonly text: string; readonly isCut: boolean }
  | {
      readonly outcome: 'unreadable';
      readonly reason: UnreadableReason;
      /** Format of the document; null if it is not known. */
      readonly format: DocumentFormat | null;
      readonly detail: string | null;
    };

/** The result for a content whose text cannot be read, and whose format is not known. */
export function unreadable(reason: UnreadableReason, detail: string): Extraction & { outcome: 'unreadable' } {
  return { outcome: 'unreadable', reason, format: null, detail };
}

/** A document whose text cannot be read. */
export class UnreadableError extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The process that reads documents was killed or closed, or did not respond as it should. */
export class ReaderLostError extends Error {}

/** A request to the process that reads documents; `size` bytes follow its line. */
export interface ReadRequest extends Pick<ReaderLimits, 'maxCharacters' | 'maxUnpackedBytes'> {
  readonly size: number;
}

/** Whether it is the error of V8 when the kernel denies memory, of which PDF.js keeps the message only. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message === 'Array buffer allocation failed';
}
