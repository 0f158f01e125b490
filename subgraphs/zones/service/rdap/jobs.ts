import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { deleteExpiredAnswers } from '../../repository/rdap/answers.js';
import { deleteEndedLeases } from '../../repository/rdap/leases.js';
import type { RdapDesk } from './desk.js';

/** What RDAP does by itself: the registry of servers is fetched every day, and what no longer serves is removed. */
export function rdapJobs(options: { database: Database; clock: Clock; rdap: RdapDesk }): JobDefinition[] {
  const { database, clock, rdap } = options;
  return [
    { name: 'zones.refresh-rdap-bootstrap', cron: '23 3 * * *', run: () => rdap.bootstrap.refresh() },
    {
      name: 'zones.sweep-rdap-answers',
      cron: '41 * * * *',
      async run() {
        await database.guard(async (sql) => {
          await deleteExpiredAnswers(sql, clock.now());
          await deleteEndedLeases(sql);
        });
      },
    },
  ];
}
