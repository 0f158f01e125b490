import { inspectStandby } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import { type Check, failure, ok, skip, warning } from '../check.js';
import { reasonOf } from '../reason.js';

const action = 'correct [database] read_url, or remove it; until then, all reads use the primary';

/** Checks that `[database] read_url` connects to a standby that has replayed all commits of the primary. */
export const standby: Check = {
  name: 'standby',
  async run({ configuration, signal }) {
    if (configuration.database.readUrl === '') return skip('no standby is configured ([database] read_url)');
    try {
      const state = await inspectStandby({ configuration, log: silentLog }, signal);
      if (state === 'current') return ok('the standby has replayed all commits of the primary');
      if (state === 'behind') {
        return warning(
          'the standby is currently behind the primary',
          'if this persists, see pg_stat_replication on the primary',
        );
      }
      return failure('the server in [database] read_url is not a standby of the primary', action);
    } catch (error) {
      return failure(`the standby cannot be used: ${reasonOf(error)}`, action);
    }
  },
};
