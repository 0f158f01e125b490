import type { ContentDependencies } from './dependencies.js';
import { forgetRemovedContents, selectRemovedContents } from './repository/removal.js';

/** Number of seconds for which unreferenced content is retained, so a download in progress can reference it again. */
const graceSeconds = 3600;
const batchSize = 500;

/** Deletes the files of contents whose last reference was removed at least one hour ago. */
export async function sweepContents({ database, clock, content }: ContentDependencies): Promise<void> {
  const before = clock.now() / 1000 - graceSeconds;
  for (;;) {
    const contents = await database.guard((sql) => selectRemovedContents(sql, { before, limit: batchSize }));
    const deletedFiles: string[] = [];
    for (const { sha256, isStored } of contents) {
      if (isStored > 0 || (await content.remove(sha256, before * 1000))) deletedFiles.push(sha256);
    }
    await database.guard((sql) => forgetRemovedContents(sql, { sha256s: deletedFiles }));
    if (contents.length < batchSize || deletedFiles.length === 0) return;
  }
}
