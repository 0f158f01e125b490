import type { ContentDependencies } from './dependencies.js';
import { forgetRemovedContent, lockRemovedContent, selectRemovedContents } from './repository/removal.js';

/** Number of seconds for which unreferenced content is retained, so a download in progress can reference it again. */
const graceSeconds = 3600;
const batchSize = 500;
/** Number of consecutive failed deletions after which a sweep ends, because the storage is probably unavailable. */
const maxFailures = 20;

/**
 * Deletes the files of contents whose last reference was removed at least one hour ago. Files that cannot be deleted
 * are logged, and attempted again by the next sweep.
 * @throws the last error if the last files cannot be deleted; the sweep ends after {@link maxFailures} of them
 */
export async function sweepContents(dependencies: ContentDependencies): Promise<void> {
  const { database, clock, log } = dependencies;
  const before = clock.now() / 1000 - graceSeconds;
  let failures = 0;
  let lastError: unknown;
  for (let after = ''; ; ) {
    const page = { before, after, limit: batchSize };
    const contents = await database.guard((sql) => selectRemovedContents(sql, page));
    for (const { sha256 } of contents) {
      try {
        await sweepContent(dependencies, { sha256, before });
        failures = 0;
      } catch (error) {
        lastError = error;
        if (++failures === maxFailures) throw error;
        log.warn({ err: error, sha256 }, 'removed content could not be deleted');
      }
    }
    after = contents.at(-1)?.sha256 ?? after;
    if (contents.length < batchSize) break;
  }
  if (failures > 0) throw lastError;
}

/**
 * Deletes the file of removed content unless it was stored again. A transaction that records the content waits
 * meanwhile (see `recordDownloads`).
 */
async function sweepContent(
  { database, content }: ContentDependencies,
  removed: { sha256: string; before: number },
): Promise<void> {
  const { sha256, before } = removed;
  await database.transaction(async (sql) => {
    const locked = await lockRemovedContent(sql, removed);
    if (locked === undefined) return;
    if (!locked.isStored && !(await content.remove(sha256, before * 1000))) return;
    await forgetRemovedContent(sql, { sha256 });
  });
}
