import { Readable } from 'node:stream';
import { onDestruction } from '../../../../platform/abortable-stream.js';
import { isProgramLimit } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { type JobDefinition, runJobNow } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { ExtractionDependencies } from '../dependencies.js';
import { type Extraction, ReaderLostError, unreadable } from '../extraction/extraction.js';
import type { ReaderLimits } from '../extraction/text-reader.js';
import {
  type ClaimedContent,
  claimContent,
  postponeContent,
  rejectLargeContents,
  releaseContent,
  removeTexts,
  resetOutdatedExtractions,
  selectUnprocessed,
  storeText,
  storeUnreadable,
} from '../repository/extraction.js';
import { familyOf, headBytes } from '../rules/content-format.js';
import { isTextExtractionEnabled, mayStoreText } from '../rules/text-storage.js';
import { DocumentFormat, extractJobName, UnreadableReason, extractionVersion as version } from '../vocabulary.js';

export const readerLimits: ReaderLimits = {
  maxSeconds: 60,
  maxElapsedSeconds: 300,
  maxMemoryBytes: 512 * 2 ** 20,
  maxCharacters: 1_000_000,
  maxDecompressedBytes: 256 * 2 ** 20,
};

/** Milliseconds after which a run of the job ends and the job is scheduled again, so other jobs can run in between. */
const maxRunMs = 2000;
const maxAttempts = 3;
/** Seconds after which a claim expires, because its process was probably killed. */
const claimSeconds = readerLimits.maxElapsedSeconds + 60;
const retrySeconds = 60;

/**
 * The job that extracts the text of stored contents, each content once. A run ends after two seconds and schedules the
 * job again, until no content is left. Each process has at most one run at a time; several processes extract different
 * contents. If contents are encrypted, the job deletes all extracted texts instead.
 */
export function extractionJob(dependencies: ExtractionDependencies): JobDefinition {
  let isRunning = false;
  let isPrepared = false;
  return {
    name: extractJobName,
    cron: '* * * * *',
    async run(_payload, signal = new AbortController().signal) {
      const { database, settings } = dependencies;
      if (!mayStoreText(settings)) return await database.guard((sql) => removeTexts(sql, {}));
      if (isRunning || !isTextExtractionEnabled(settings)) return;
      isRunning = true;
      const stop = (): void => dependencies.reader.close();
      signal.addEventListener('abort', stop, { once: true });
      try {
        if (!isPrepared) {
          await database.guard((sql) => resetOutdatedExtractions(sql, { version, maxBytes: settings.searchMaxBytes }));
        }
        isPrepared = true;
        await extractBatch(dependencies, signal);
      } finally {
        signal.removeEventListener('abort', stop);
        isRunning = false;
      }
    },
  };
}

/** Schedules the extraction job, unless all contents are processed or extraction is disabled. */
export async function requestExtraction({
  database,
  settings,
}: Pick<ExtractionDependencies, 'database' | 'settings'>): Promise<void> {
  if (!isTextExtractionEnabled(settings)) return;
  if ((await database.guard((sql) => selectUnprocessed(sql, {}))) === undefined) return;
  await database.transaction((sql) => runJobNow(sql, { name: extractJobName, payload: {}, key: extractJobName }));
}

async function extractBatch(dependencies: ExtractionDependencies, signal: AbortSignal): Promise<void> {
  const { database, clock, settings, reader } = dependencies;
  const maxBytes = settings.searchMaxBytes;
  const detail = `the file is larger than ${maxBytes} bytes ([drive] search_max_bytes)`;
  await database.guard((sql) => rejectLargeContents(sql, { maxBytes, detail, version }));
  const end = performance.now() + maxRunMs;
  while (!signal.aborted) {
    const now = clock.now() / 1000;
    const claimed = await database.guard((sql) => claimContent(sql, { now, until: now + claimSeconds }));
    if (claimed === undefined) {
      reader.close();
      return;
    }
    await extractOne(dependencies, claimed, signal);
    if (performance.now() < end) continue;
    await database.transaction((sql) => runJobNow(sql, { name: extractJobName, payload: {}, key: extractJobName }));
    return;
  }
}

/**
 * Extracts and records the text of one claimed content. After a failure of the reader process or the content store, it
 * is attempted again later, up to `maxAttempts` times in total; attempts while the object store is not available do not
 * count.
 */
async function extractOne(
  dependencies: ExtractionDependencies,
  claim: ClaimedContent,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log } = dependencies;
  const { sha256, attempts } = claim;
  try {
    await record(dependencies, { sha256, extraction: await extractionOf(dependencies, claim) });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (error instanceof ContentUnavailable && error.cause instanceof DomainError) {
      // The object store is not available, which is not a fault of the content either.
      await database.guard((sql) => releaseContent(sql, { sha256 }));
      throw error;
    }
    // This process ends, which is not a fault of the content.
    if (signal.aborted) return await database.guard((sql) => releaseContent(sql, { sha256 }));
    const detail = messageOf(error);
    log.warn({ sha256, attempts, reason: detail }, 'the text of a document could not be read');
    if (attempts >= maxAttempts) {
      await record(dependencies, { sha256, extraction: unreadable(reason, detail) });
    } else {
      const at = clock.now() / 1000 + retrySeconds;
      await database.guard((sql) => postponeContent(sql, { sha256, at }));
    }
  }
}

/**
 * The reason to record if an error occurs in all attempts to read content; undefined for errors that have other causes,
 * such as the database.
 */
function reasonOf(error: unknown): UnreadableReason | undefined {
  if (error instanceof ReaderLostError) return UnreadableReason.CRASHED;
  return error instanceof ContentUnavailable ? UnreadableReason.MISSING : undefined;
}

/** Reports that the bytes of content cannot be read from the content store. */
class ContentUnavailable extends Error {}

async function extractionOf(dependencies: ExtractionDependencies, claim: ClaimedContent): Promise<Extraction> {
  const { content, reader, settings } = dependencies;
  const { sha256, size, attempts } = claim;
  // No earlier attempt has reported a result, so its process was killed.
  if (attempts > maxAttempts) {
    return unreadable(
      UnreadableReason.CRASHED,
      `the process that read the document was killed in ${maxAttempts} attempts`,
    );
  }
  if (size > settings.searchMaxBytes) {
    const detail = `the file has ${size} bytes, more than ${settings.searchMaxBytes} ([drive] search_max_bytes)`;
    return unreadable(UnreadableReason.TOO_LARGE, detail);
  }
  if (size === 0) return { outcome: 'extracted', format: DocumentFormat.TEXT, text: '', isCut: false };
  const { head, stream } = await openDocument(content.read({ sha256, size }));
  if (familyOf(head) === 'other') {
    stream.destroy();
    return unreadable(UnreadableReason.UNSUPPORTED, 'the format of the document is not supported');
  }
  try {
    return await reader.read({ stream, size });
  } catch (error) {
    throw error instanceof ReaderLostError ? error : unavailable(error);
  }
}

function unavailable(error: unknown): ContentUnavailable {
  return new ContentUnavailable(`the stored content cannot be read: ${messageOf(error)}`, { cause: error });
}

/**
 * Reads the start of a document; `stream` has all its bytes. The content is read only once: a range of it would be read
 * only after the whole content was verified.
 */
async function openDocument(source: Readable): Promise<{ head: Buffer; stream: Readable }> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  try {
    while (head.length < headBytes) {
      const { done, value } = await chunks.next();
      if (done) break;
      head = Buffer.concat([head, value]);
    }
  } catch (error) {
    throw unavailable(error);
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  onDestruction(stream, () => source.destroy());
  return { head: head.subarray(0, headBytes), stream };
}

async function record(
  { database }: ExtractionDependencies,
  { sha256, extraction }: { sha256: string; extraction: Extraction },
): Promise<void> {
  if (extraction.outcome === 'unreadable') {
    const { reason, format, detail } = extraction;
    await database.guard((sql) => storeUnreadable(sql, { sha256, reason, format, detail, version }));
    return;
  }
  const { text, format, isCut } = extraction;
  // PostgreSQL limits the size of the words of a text, so fewer of them are indexed if the text has many different
  // ones.
  for (let indexed = text.length; ; indexed = Math.floor(indexed / 2)) {
    try {
      const isPartial = isCut || indexed < text.length;
      await database.guard((sql) => storeText(sql, { sha256, format, text, isCut: isPartial, indexed, version }));
      return;
    } catch (error) {
      if (!isProgramLimit(error) || indexed === 0) throw error;
    }
  }
}
