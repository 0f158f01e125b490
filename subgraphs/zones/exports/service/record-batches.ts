import { DomainError } from '../../../../platform/domain-error.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { type ObservationRecord, readPage, type Search } from '../../search/index.js';
import { type RecordBatch, recordsPerBatch } from './encoded-batches.js';

type EncodedPage = Awaited<ReturnType<typeof readPage>>;

const recordsPerPage = 10_000;

interface Position {
  readonly search: Search;
  /** Cursor to continue after; null for the beginning. */
  readonly after: string | null;
  readonly signal: AbortSignal;
}

/**
 * The results of a search in batches of the same size, although pages of wildcard searches differ in size because of
 * their time limit.
 */
export async function* recordBatches(
  dependencies: Pick<ZoneDependencies, 'database'>,
  position: Position,
): AsyncGenerator<RecordBatch> {
  let pending: { record: ObservationRecord; cursorOf: () => string }[] = [];
  for await (const page of pagesOf(dependencies, position)) {
    page.results.forEach((record, index) => {
      pending.push({ record, cursorOf: () => page.positionOf(index) });
    });
    while (pending.length >= recordsPerBatch) {
      yield batchOf(pending.slice(0, recordsPerBatch));
      pending = pending.slice(recordsPerBatch);
    }
  }
  if (pending.length > 0) yield batchOf(pending);
}

function batchOf(entries: readonly { record: ObservationRecord; cursorOf: () => string }[]): RecordBatch {
  return { records: entries.map(({ record }) => record), after: entries.at(-1)?.cursorOf() ?? null };
}

async function* pagesOf(
  dependencies: Pick<ZoneDependencies, 'database'>,
  { search, after: from, signal }: Position,
): AsyncGenerator<EncodedPage> {
  let after = from;
  for (;;) {
    signal.throwIfAborted();
    const page = await pageAfter(dependencies, { search, after });
    if (page === null) continue;
    yield page;
    if (page.nextCursor === null) return;
    after = page.nextCursor;
  }
}

/**
 * The page after a cursor; null if there was no match within the time limit of a page. The next attempt continues where
 * this one ended.
 */
async function pageAfter(
  dependencies: Pick<ZoneDependencies, 'database'>,
  { search, after }: { search: Search; after: string | null },
): Promise<EncodedPage | null> {
  try {
    return await readPage(dependencies, { search, after, limit: recordsPerPage });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TIMEOUT') return null;
    throw error;
  }
}
