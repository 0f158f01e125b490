import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  cast,
  enumeration,
  execute,
  fetchRow,
  float8,
  hasPassed,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { content } from '../../items/tables.js';
import { contentText, documentFormatType, unreadableReasonType } from '../tables.js';

/** Number of seconds for which no content is claimed: more than the time of any read and retry. */
const maxClaimSeconds = 3600;

/** Whether content is not claimed. */
function isUnclaimed(now: SQLWrapper): SQL {
  return hasPassed(sql`coalesce(t.claimed_until, 0)`, { now, maxPause: maxClaimSeconds });
}

const claimed = statement({ now: float8, until: float8 }, ({ now, until }) =>
  rawQuery(
    {
      sha256: cast(text, sql`claimed.sha256`),
      size: cast(bigint, sql`due.size`),
      attempts: cast(integer, sql`claimed.attempts`),
    },
    (columns) => sql`with due as (
        select c.sha256, c.size from ${content} c left join ${contentText} t on t.sha256 = c.sha256
        where c.text_version is null and ${isUnclaimed(now)}
        order by c.stored_at desc, c.sha256 desc limit 1 for update of c skip locked
      ), claimed as (
        insert into ${contentText} as t (sha256, state, attempts, claimed_until)
        select due.sha256, 'reading', 1, ${until} from due
        on conflict (sha256) do update set state = 'reading', attempts = t.attempts + 1, claimed_until = ${until}
          where ${isUnclaimed(now)}
        returning t.sha256, t.attempts
      ) select ${columns} from claimed join due on due.sha256 = claimed.sha256`,
  ),
);

/** Content that was claimed for text extraction. `attempts` includes the current attempt. */
export type ClaimedContent = RowOf<typeof claimed>;

/** Claims the newest content that is due for text extraction, until the given time; undefined if none is due. */
export const claimContent = fetchRow(claimed);

/** The SHA-256 of any content that the text extraction has not processed yet; undefined if there is none. */
export const selectUnprocessed = fetchRow({}, () =>
  rawQuery(
    { sha256: content.sha256 },
    (columns) => sql`select ${columns} from ${content} where ${content.textVersion} is null limit 1`,
  ),
);

/** Ends a claim and makes the content due again at the given time. */
export const postponeContent = execute(
  { sha256: text, at: float8 },
  ({ sha256, at }) => sql`update ${contentText} set claimed_until = ${at}
      where ${contentText.sha256} = ${sha256} and ${contentText.state} = 'reading'`,
);

/** Ends a claim without counting the attempt; the content is due again immediately. */
export const releaseContent = execute(
  { sha256: text },
  ({ sha256 }) => sql`update ${contentText} set claimed_until = 0, attempts = attempts - 1
      where ${contentText.sha256} = ${sha256} and ${contentText.state} = 'reading'`,
);

const extractedTypes = {
  sha256: text,
  format: enumeration(documentFormatType),
  text,
  isCut: boolean,
  /** Number of characters at the start of the text to index for search. */
  indexed: integer,
  version: integer,
};

/** Stores the extracted text of content, and its words for full-text search. */
export const storeText = execute(
  extractedTypes,
  ({ sha256, format, text, isCut, indexed, version }) => sql`with stored as (
        update ${contentText} set state = 'extracted', claimed_until = null, format = ${format}, reason = null, detail = null,
          text = ${text}, is_cut = ${isCut}, words = to_tsvector('simple', left(${text}, ${indexed}))
        where ${contentText.sha256} = ${sha256} returning sha256
      ) update ${content} c set text_version = ${version} from stored where c.sha256 = stored.sha256`,
);

/** Records the reason why the text of content cannot be read. */
export const storeUnreadable = execute(
  {
    sha256: text,
    format: nullable(enumeration(documentFormatType)),
    reason: enumeration(unreadableReasonType),
    detail: nullable(text),
    version: integer,
  },
  ({ sha256, format, reason, detail, version }) => sql`with stored as (
        update ${contentText} set state = 'unreadable', claimed_until = null, format = ${format}, reason = ${reason},
          detail = ${detail}, text = null, is_cut = false, words = null
        where ${contentText.sha256} = ${sha256} returning sha256
      ) update ${content} c set text_version = ${version} from stored where c.sha256 = stored.sha256`,
);

/**
 * Marks contents for extraction again if they were processed by an earlier version of the extraction, or were too large
 * but no longer exceed `maxBytes`. Contents that were rejected for their size have no attempts.
 */
export const resetOutdatedExtractions = execute(
  { version: integer, maxBytes: bigint },
  ({ version, maxBytes }) => sql`with again as (
        delete from ${contentText} t using ${content} c
        where c.sha256 = t.sha256 and (c.text_version < ${version}
          or (t.reason = 'too_large' and t.attempts = 0 and c.size <= ${maxBytes}))
        returning t.sha256
      ) update ${content} c set text_version = null from again where c.sha256 = again.sha256`,
);

/** Deletes all extracted texts and extraction errors, and marks their contents for extraction again. */
export const removeTexts = execute(
  {},
  () => sql`with removed as (delete from ${contentText} t returning t.sha256)
      update ${content} c set text_version = null from removed where c.sha256 = removed.sha256`,
);

/** Records all unprocessed contents larger than `maxBytes` as too large to be read. */
export const rejectLargeContents = execute(
  { maxBytes: bigint, detail: text, version: integer },
  ({ maxBytes, detail, version }) => sql`with rejected as (
        insert into ${contentText} (sha256, state, attempts, reason, detail)
        select c.sha256, 'unreadable', 0, 'too_large', ${detail} from ${content} c
        where c.text_version is null and c.size > ${maxBytes}
        on conflict (sha256) do nothing returning sha256
      ) update ${content} c set text_version = ${version} from rejected where c.sha256 = rejected.sha256`,
);
