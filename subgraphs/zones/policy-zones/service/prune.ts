import { dayMs } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { deleteClients, deleteNotifyResults } from '../repository.js';

/**
 * Removes clients that have requested nothing for `[dns] change_days`, because they would have to transfer the whole
 * zone. Also removes equally old results of NOTIFY messages to secondary servers that are no longer in the settings.
 */
export async function pruneClients({
  database,
  clock,
  configuration: { dns },
}: Pick<ZoneDependencies, 'database' | 'clock' | 'configuration'>): Promise<void> {
  const before = clock.now() - dns.changeDays * dayMs;
  await database.guard((sql) => deleteClients(sql, { before }));
  await database.guard((sql) => deleteNotifyResults(sql, { before, configured: dns.secondaries }));
}

export function policyZoneJobs(dependencies: ZoneDependencies): readonly JobDefinition[] {
  return [{ name: 'zones.prune-policy-zone-clients', cron: '43 3 * * *', run: () => pruneClients(dependencies) }];
}
