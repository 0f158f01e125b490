import type { JobDefinition } from '../../../platform/jobs.js';
import { deleteExpiredFailures } from './repository/failures.js';
import { deleteEndedLeases, deleteExpiredResponses } from './repository/responses.js';
import type { RdapDependencies } from './service/lookup.js';
import { breaker } from './service/registry-servers.js';

export { createRdapClient, type RegistryNetwork } from './service/client.js';
export { inspectRdapBootstrap } from './service/inspect-bootstrap.js';
export { type RdapDependencies, rdapDossier, rdapZones, storedDossier } from './service/lookup.js';

/** Jobs of RDAP: refresh the bootstrap registry daily, and delete expired responses, failures and leases. */
export function rdapJobs(dependencies: RdapDependencies): JobDefinition[] {
  const { database, clock, rdap } = dependencies;
  return [
    { name: 'zones.refresh-rdap-bootstrap', cron: '23 3 * * *', run: () => rdap.bootstrap.refresh() },
    {
      name: 'zones.sweep-rdap-answers',
      cron: '41 * * * *',
      async run() {
        await database.guard(async (sql) => {
          await deleteExpiredResponses(sql, { now: clock.now() });
          await deleteExpiredFailures(sql, { now: clock.now(), forgetAfter: breaker.forgetAfter });
          await deleteEndedLeases(sql);
        });
      },
    },
  ];
}
