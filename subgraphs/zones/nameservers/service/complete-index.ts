import { tryAdvisoryLock } from '../../../../platform/database/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import {
  attachIndex,
  createIndex,
  indexNextSets,
  lockProgress,
  selectMissingIndexes,
  updateProgress,
} from '../repository/index-progress.js';

/** Maximum number of sets per transaction. */
const setsPerBatch = 10_000;

/**
 * Completes the index of nameservers for the imports of earlier releases, without blocking imports. Each step can be
 * repeated.
 */
export async function completeIndex({ database, log }: ZoneDependencies, signal?: AbortSignal): Promise<void> {
  const progress = await database.transaction((sql) => lockProgress(sql, {}));
  if (progress === undefined || progress.isComplete) return;
  const lock = await tryAdvisoryLock(database, { key: 'zones.complete-nameservers', work: 'job' });
  if (lock === undefined) return;
  try {
    log.info({}, 'completing the index of nameservers');
    for (const missing of await database.guard((sql) => selectMissingIndexes(sql, {}))) {
      if (signal?.aborted === true) return;
      if (missing.isLeaf && !missing.isBuilt) await database.guard((sql) => createIndex(sql, missing));
      if (missing.isDirect) await database.guard((sql) => attachIndex(sql, missing));
    }
    while (await indexSets(database)) if (signal?.aborted === true) return;
    log.info({}, 'the index of nameservers is complete');
  } finally {
    await lock.release();
  }
}

/** Adds the nameservers of the next sets to the index; returns whether there may be more sets. */
async function indexSets(database: ZoneDependencies['database']): Promise<boolean> {
  return await database.transaction(async (sql) => {
    const progress = await lockProgress(sql, {});
    if (progress === undefined || progress.isComplete) return false;
    const { last = null } = (await indexNextSets(sql, { after: progress.setId, limit: setsPerBatch })) ?? {};
    await updateProgress(sql, { setId: last ?? progress.setId, isComplete: last === null });
    return last !== null;
  });
}
