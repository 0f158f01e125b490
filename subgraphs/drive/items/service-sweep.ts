import type { ContentDependencies } from './dependencies.js';
import { forgetRemovedContent, lockRemovedContent, selectRemovedContents } from './repository/removal.js';

/** Number of seconds for which unreferenced content is retained, so a download in progress can reference it again. */
const graceSeconds = 3600;
const batchSize = 500;

/** Deletes the files of contents whose last reference was removed at least one hour ago. */
export async function sweepContents(dependencies: ContentDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const before = clock.now() / 1000 - graceSeconds;
  for (;;) {
    const contents = await database.guard((sql) => selectRemovedContents(sql, { before, limit: batchSize }));
    let forgotten = 0;
    for (const { sha256 } of contents) if (await sweepContent(dependencies, { sha256, before })) forgotten += 1;
    if (contents.length < batchSize || forgotten === 0) return;
  }
}

/**
 * Deletes the file of removed content unless it was stored again. A transaction that records the content waits
 * meanwhile (see `recordDownloads`).
 * @returns whether the record of the removed content was deleted
 */
async function sweepContent(
  { database, content }: ContentDependencies,
  removed: { sha256: string; before: number },
): Promise<boolean> {
  const { sha256, before } = removed;
  return await database.transaction(async (sql) => {
    const locked = await lockRemovedContent(sql, removed);
    if (locked === undefined) return false;
    if (!locked.isStored && !(await content.remove(sha256, before * 1000))) return false;
    await forgetRemovedContent(sql, { sha256 });
    return true;
  });
}
