import { isoTime } from '../../../../platform/iso-time.js';
import type { LicenseDependencies } from '../../dependencies.js';
import { lockUsageLog, takeChanges } from '../repository/log.js';
import { append, readTreeHead } from './stored-tree.js';

const changesPerBatch = 1000;

/**
 * Appends seat changes and issued machine files to the log, in transactions of at most {@link changesPerBatch}. The
 * transaction that appends a change removes it from the pending changes, so it is appended once.
 */
export async function appendChanges({ database, clock }: LicenseDependencies, signal?: AbortSignal): Promise<void> {
  for (let appended = changesPerBatch; appended === changesPerBatch && signal?.aborted !== true; ) {
    appended = await database.transaction(async (sql) => {
      await lockUsageLog(sql);
      const changes = await takeChanges(sql, { limit: changesPerBatch });
      if (changes.length === 0) return 0;
      const { size } = await readTreeHead(sql);
      const entries = changes
        .toSorted((a, b) => a.id - b.id)
        .map(({ at, guid, change, expiresAt }, index) =>
          JSON.stringify({
            ...{ position: size + index, at: isoTime(at), guid, change },
            ...(expiresAt !== null && { expiresAt: isoTime(expiresAt) }),
          }),
        );
      await append(sql, { size, entries, at: clock.now() / 1000 });
      return changes.length;
    });
  }
}
