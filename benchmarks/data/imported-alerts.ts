import { join } from 'node:path';
import type { BenchmarkEnvironment } from '../environment.js';
import { createDossiers } from '../joined/dossiers.js';
import { runCommand } from '../run-command.js';
import { writeInferences } from './inferences.js';

/**
 * Creates a database with about `alerts` alerts through the product's import. Then sets the status of almost half of
 * them with SQL, which records no history.
 * @returns ids of some alerts
 */
export async function importAlerts(
  benchmark: BenchmarkEnvironment,
  options: { database: string; alerts: number; onProgress(message: string): void },
): Promise<string[]> {
  const { database, alerts, onProgress } = options;
  const file = join(benchmark.folder, 'alerts.ndjson');
  onProgress(`writing the inferences of ${alerts} alerts`);
  await writeInferences(file, { incidents: alerts, noise: 0.1 });
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  onProgress(`importing ${alerts} alerts`);
  await runCommand(benchmark, { database, args: ['alerts', 'import', file] });
  return await benchmark.withConnection(database, async (sql) => {
    await sql`update alerts.alert set status = 'resolved', resolved_by = 'analyst-7', analyst_notes = 'Known scanner'
      where hashtext(id::text) % 10 in (1, 2, 3, 4)`;
    await sql`update alerts.endpoint set open_alerts = (
        select count(*) from alerts.alert
        where endpoint_id = endpoint.hostname and alert.tenant_id = endpoint.tenant_id and status = 'open'
      )`;
    await createDossiers(sql);
    for (const table of ['alert', 'inference', 'endpoint', 'alert_tally']) {
      await sql.unsafe(`vacuum analyze alerts.${table}`);
    }
    const chosen = await sql<{ id: string }[]>`select id from alerts.alert order by hashtext(id::text) limit 1000`;
    return chosen.map(({ id }) => id);
  });
}
