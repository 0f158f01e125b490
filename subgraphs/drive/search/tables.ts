import { boolean, customType, doublePrecision, index, integer, text } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { content } from '../items/tables.js';
import { driveSchema, key } from '../tables.js';
import { DocumentFormat, ExtractionState, UnreadableReason } from './vocabulary.js';

export const extractionStateType = driveSchema.enum('extraction_state', valuesOf(ExtractionState));
export const documentFormatType = driveSchema.enum('document_format', valuesOf(DocumentFormat));
export const unreadableReasonType = driveSchema.enum('unreadable_reason', valuesOf(UnreadableReason));

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Extracted texts, by the SHA-256 of the content. A text is removed together with its content. */
export const contentText = driveSchema.table(
  'content_text',
  {
    sha256: key()
      .primaryKey()
      .references(() => content.sha256, { onDelete: 'cascade' }),
    state: extractionStateType().notNull(),
    /** Number of times that reading began. */
    attempts: integer().notNull(),
    /** Time until which the process that reads the content must report; null: it has reported. */
    claimedUntilEpoch: doublePrecision('claimed_until'),
    /** Format of the document; null if it is not known. */
    format: documentFormatType(),
    /** Reason why the content is unreadable; null if it is not. */
    reason: unreadableReasonType(),
    /** Error message about an unreadable content; null for others. */
    detail: text(),
    /** The extracted text; null if none is. */
    text: text(),
    /** Whether the content has more text than `text`, or more words than `words`. */
    isCut: boolean('is_cut').notNull().default(false),
    /** The words of the text for the full-text search, in the configuration `simple`; null without a text. */
    words: tsvector(),
  },
  (table) => [index('content_text_words').using('gin', table.words)],
);
