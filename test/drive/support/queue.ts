import { alertsSubgraph } from '../../../subgraphs/alerts/index.js';
import type { DriveWorld } from './drive-world.js';

/** Runs the waiting jobs of drive and alerts, including those that they add; returns their names. */
export async function runQueue({ test, service, platform }: DriveWorld): Promise<string[]> {
  const jobs = [...service.jobs, ...alertsSubgraph.create(platform).jobs];
  const names: string[] = [];
  for (;;) {
    const takenJobs = await test.database.sql<{ name: string; payload: unknown }[]>`
      with taken as (delete from graphile_worker._private_jobs where id = (
        select min(id) from graphile_worker._private_jobs) returning *)
      select identifier as name, payload from taken join graphile_worker._private_tasks task on task.id = task_id`;
    const [job] = takenJobs;
    if (job === undefined) return names;
    names.push(job.name);
    await jobs.find(({ name }) => name === job.name)?.run(job.payload);
  }
}
