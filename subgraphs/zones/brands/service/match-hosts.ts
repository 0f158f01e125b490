import type { TransactionSql } from 'postgres';
import { type FindHostsPayload, type FoundHosts, findHostsJobNames } from '../../../../platform/find-hosts-jobs.js';
import { nilUuid } from '../../../../platform/input-limits.js';
import { addJob, type JobDefinition } from '../../../../platform/jobs.js';
import { insertMatches, selectHitsToMatch, selectUnreportedInferences } from '../repository/alerts.js';
import { type AlertingDependencies, confirmedHitPrefix, queueInferences } from './open-alerts.js';

/**
 * Name of the job that finds hosts at or below the names of hits. It runs after imports that add hits, and every five
 * minutes, because hosts also appear between imports.
 */
export const matchHostsJobName = 'zones.match-hosts';
const recordHostsJob = 'zones.record-hosts';

/** Maximum number of names per job. */
const namesPerBatch = 1000;

/**
 * Queues jobs in which the alerts and licenses subgraphs find their hosts at or below the names of hits whose brands
 * open alerts. A job for a page of names replaces a waiting job for the same page.
 */
export async function matchHosts(
  { database, settings: { alertTenant } }: AlertingDependencies,
  signal?: AbortSignal,
): Promise<void> {
  let after: string | undefined = nilUuid;
  for (let page = 0; after !== undefined && signal?.aborted !== true; page++) {
    const query = { after, alertTenant, limit: namesPerBatch };
    after = await database.transaction(async (sql) => {
      const names = await selectHitsToMatch(sql, query);
      if (names.length === 0) return undefined;
      // Controllers belong to no tenant, so neither the analysts nor the brands of a tenant have access to them.
      const ofNoTenant = names.filter(({ isOfTenant }) => !isOfTenant);
      await addHostJob(sql, { job: findHostsJobNames.alerts, names, page });
      if (ofNoTenant.length > 0) await addHostJob(sql, { job: findHostsJobNames.licenses, names: ofNoTenant, page });
      return names.length < namesPerBatch ? undefined : names.at(-1)?.id;
    });
  }
}

async function addHostJob(
  sql: TransactionSql,
  { job, names, page }: { job: string; names: Awaited<ReturnType<typeof selectHitsToMatch>>; page: number },
): Promise<void> {
  const payload: FindHostsPayload = {
    names: names.map(({ id, name, tenantId }) => ({ id, name, tenantId })),
    ...{ ownInferences: confirmedHitPrefix, reportTo: recordHostsJob },
  };
  await addJob(sql, { name: job, payload, key: `${job} ${page}` });
}

/** Submits an inference to the alerts domain for each host that was found for the first time. */
async function recordHosts({ database, clock, settings }: AlertingDependencies, { hosts }: FoundHosts): Promise<void> {
  const at = clock.now();
  await database.transaction(async (sql) => {
    const recordedMatches = await insertMatches(sql, { found: hosts, at });
    const ids = new Set(recordedMatches.map(({ inferenceId }) => inferenceId));
    const unreported = await selectUnreportedInferences(sql, {
      ...{ before: at + 1, alertTenant: settings.alertTenant, limit: namesPerBatch },
    });
    // `openAlerts` submits others again if their import is not reported in time.
    await queueInferences(
      sql,
      unreported.filter(({ inferenceId }) => ids.has(inferenceId)),
      settings,
    );
  });
}

export function matchJobs(dependencies: AlertingDependencies): JobDefinition[] {
  return [
    { name: matchHostsJobName, cron: '*/5 * * * *', run: (_, signal) => matchHosts(dependencies, signal) },
    {
      name: recordHostsJob,
      // Only the alerts and licenses subgraphs add this job.
      run: (payload) => recordHosts(dependencies, payload as FoundHosts),
    },
  ];
}
