import type { JobDefinition } from '../../../platform/jobs.js';
import { deleteEndedLeases, deleteExpiredAnswers } from './repository.js';
import type { RdapDependencies } from './service/look-up.js';

export type { RdapDossier as RdapDossierRecord } from './rules/dossier.js';
export { createRdapClient, type Outside } from './service/client.js';
export { inspectRdapBootstrap } from './service/inspect-bootstrap.js';
export { type RdapDependencies, rdapDossier, rdapZones } from './service/look-up.js';

/** What RDAP does by itself: the registry of servers is fetched every day, and what no longer serves is removed. */
export function rdapJobs(dependencies: RdapDependencies): JobDefinition[] {
  const { database, clock, rdap } = dependencies;
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
