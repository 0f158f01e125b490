import { untilAborted } from '../until-aborted.js';
import { openPool } from './connection.js';
import { type OpenDatabaseOptions, withUnmigratedDatabase } from './open-database.js';
import { currentWalPosition, hasReplayed, NotAStandbyError } from './standby-reads.js';

/**
 * State of the server at `[database] read_url`. `current`: it has replayed the primary's current position; `behind`: it
 * has not; `unrelated`: it is not a standby of the primary.
 */
export type StandbyState = 'current' | 'behind' | 'unrelated';

/**
 * Compares the standby with the primary, for `rampart doctor`.
 * @throws {UnsuitableSettingsError} if session settings of the standby make results wrong
 * @throws {Error} of the driver, if one of them cannot be reached
 */
export async function inspectStandby(options: OpenDatabaseOptions, signal: AbortSignal): Promise<StandbyState> {
  return await withUnmigratedDatabase(options, async (sql) => {
    const position = await currentWalPosition(sql);
    const standby = openPool({ url: options.configuration.database.readUrl }, { max: 1 });
    try {
      const isCurrent = await untilAborted(signal, hasReplayed(standby, position));
      return isCurrent ? 'current' : 'behind';
    } catch (error) {
      if (error instanceof NotAStandbyError) return 'unrelated';
      throw error;
    } finally {
      void standby.end({ timeout: 0 });
    }
  });
}
