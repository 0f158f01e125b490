import { boolean, customType, doublePrecision, index, integer, text } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { content } from '../items/tables.js';
import { bytewise, driveSchema } from '../tables.js';
import { DocumentFormat, ExtractionState, UnreadableReason } from './vocabulary.js';

export const extractionStateType = driveSchema.enum('extraction_state', valuesOf(ExtractionState));
export const documentFormatType = driveSchema.enum('document_format', valuesOf(DocumentFormat));
export const unreadableReasonType = driveSchema.enum('unreadable_reason', valuesOf(UnreadableReason));

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Extracted texts and extraction errors, by the SHA-256 of the content; deleted together with the content. */
export const contentText = driveSchema.table(
  'content_text',
  {
    sha256: bytewise()
      .primaryKey()
      .references(() => content.sha256, { onDelete: 'cascade' }),
    state: extractionStateType().notNull(),
    /** Number of attempts to read the content. */
    attempts: integer().notNull(),
    /** Time at which the claim of the reading process expires; null if the result is recorded. */
    claimedUntilEpoch: doublePrecision('claimed_until'),
    /** Format of the document; null if unknown. */
    format: documentFormatType(),
    /** Reason why the content is unreadable; null in other states. */
    reason: unreadableReasonType(),
    /** Error message for unreadable content; null in other states. */
    detail: text(),
    /** The extracted text; null if there is none. */
    text: text(),
    /** Whether `text` or `words` is truncated: the content has more text or words. */
    isCut: boolean('is_cut').notNull().default(false),
    /**
     * The words of the text for full-text search, in the text search configuration `simple`; null if there is no text.
     */
    words: tsvector(),
  },
  (table) => [index('content_text_words').using('gin', table.words)],
);
