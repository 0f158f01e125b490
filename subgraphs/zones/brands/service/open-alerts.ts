import type { TransactionSql } from 'postgres';
import { addJob, type JobDefinition, runJobNow } from '../../../../platform/jobs.js';
import {
  type ImportedInferences,
  importSubmittedJobName,
  type SubmittedInference,
  type SubmittedInferences,
} from '../../../../platform/submitted-inferences.js';
import type { ZoneDependencies } from '../../dependencies.js';
import {
  insertInferences,
  lockAlertProgress,
  markInferencesIgnored,
  selectConfirmedHits,
  selectNewestSerial,
  selectUnreportedInferences,
  storeAlertIds,
  updateAlertProgress,
} from '../repository/alerts.js';

const openAlertsJob = 'zones.open-alerts';
const recordAlertsJob = 'zones.record-alerts';

/** Maximum number of inferences per job. */
const maxAlertsPerBatch = 1000;

/**
 * Prefix of the ids of inferences about confirmed hits. The endpoint of such an inference is the name of the hit, which
 * need not have a host.
 */
export const confirmedHitPrefix = 'brand-hit:';

/**
 * Time after which an inference whose import was not reported is submitted again, because a process may have been
 * killed.
 */
const reportTimeoutMs = 120_000;

export type AlertingDependencies = Pick<ZoneDependencies, 'database' | 'clock' | 'settings'>;
/** A hit, or a host that matches it, with the id of the inference about it. `at` is in Unix epoch milliseconds. */
type HitFinding = Awaited<ReturnType<typeof selectUnreportedInferences>>[number];

/**
 * Submits an inference about each confirmed hit to the alerts domain, which imports it like an inference of any
 * detector. The position in the change log, the record of the inference and the job are stored in one transaction, so
 * each confirmation has one inference. An inference is submitted again with the same id until its import is reported.
 */
export async function openAlerts(dependencies: AlertingDependencies, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await openNextAlerts(dependencies)));
  const { database, clock, settings } = dependencies;
  await database.transaction(async (sql) => {
    const query = {
      before: clock.now() - reportTimeoutMs,
      alertTenant: settings.alertTenant,
      limit: maxAlertsPerBatch,
    };
    const unreported = await selectUnreportedInferences(sql, query);
    await queueInferences(sql, unreported, settings);
  });
}

/** Processes the next change of block lists; returns whether there was one. */
async function openNextAlerts({ database, clock, settings }: AlertingDependencies): Promise<boolean> {
  return await database.transaction(async (sql) => {
    const progress = await lockAlertProgress(sql, {});
    if (progress === undefined) return false;
    const { serial: upTo } = await selectNewestSerial(sql, {});
    const found = await selectConfirmedHits(sql, { after: progress.serial, upTo });
    const at = clock.now();
    // A hit that is confirmed again, after it had another status, has another inference.
    const confirmed = found.map((hit) => ({
      ...hit,
      at,
      inferenceId: `${confirmedHitPrefix}${hit.hitId}:${hit.serial}`,
    }));
    await insertInferences(sql, { submitted: confirmed, at });
    await queueInferences(sql, confirmed, settings);
    const serial = found[0]?.serial ?? upTo;
    if (serial > progress.serial) await updateAlertProgress(sql, { serial });
    return found.length > 0;
  });
}

/** Adds jobs that import inferences about findings; findings for which there is no tenant are omitted. */
export async function queueInferences(
  sql: TransactionSql,
  findings: readonly HitFinding[],
  { alertTenant }: Pick<ZoneDependencies['settings'], 'alertTenant'>,
): Promise<void> {
  const inferences = findings.flatMap((hit) => {
    const tenantId = hit.tenantId ?? alertTenant;
    return tenantId === '' ? [] : [inferenceOf(hit, tenantId)];
  });
  for (let start = 0; start < inferences.length; start += maxAlertsPerBatch) {
    const batch = inferences.slice(start, start + maxAlertsPerBatch);
    const payload: SubmittedInferences = { inferences: batch, reportTo: recordAlertsJob };
    // Replaces a job that is still waiting because no process runs the alerts domain.
    await addJob(sql, {
      name: importSubmittedJobName,
      payload,
      key: `${importSubmittedJobName} ${batch[0]?.inferenceId}`,
    });
  }
}

/**
 * The inference about a finding. Its endpoint is the name of the hit, or the host at or below this name, so
 * `Endpoint.domain` is the domain of the hit.
 */
function inferenceOf(hit: HitFinding, tenantId: string): SubmittedInference {
  const { inferenceId, brand, name, domain, kind, distance, zone, at } = hit;
  const similarity = `${kind.replace('_', ' ')}, distance ${distance}`;
  const imitation = `${name} in the zone ${zone} imitates the brand ${brand} (${similarity})`;
  const isMatch = inferenceId.startsWith('brand-match:');
  const isSameName = domain.toLowerCase().replace(/\.$/, '') === name;
  const relation = isSameName ? 'has the name of a hit' : `is a subdomain of ${name}`;
  return {
    inferenceId,
    tenantId,
    endpointId: domain,
    platform: null,
    attackProb: 0.9,
    confidence: 1,
    // MITRE ATT&CK, Acquire Infrastructure: Domains.
    ttpTechniques: ['T1583.001'],
    ttpExplanation: isMatch
      ? `The host ${domain} ${relation}. ${imitation}.`
      : `${imitation}; an analyst has confirmed it.`,
    timestamp: at / 1000,
    modelName: 'brand-hits',
  };
}

/**
 * Stores the alert that each inference belongs to, or that it belongs to none; these inferences are not submitted
 * again.
 */
async function recordAlerts({ database, clock }: AlertingDependencies, { alerts }: ImportedInferences): Promise<void> {
  const opened = alerts.flatMap(({ inferenceId, alertId }) => (alertId === null ? [] : [{ inferenceId, alertId }]));
  await database.transaction(async (sql) => {
    await storeAlertIds(sql, { opened });
    const ignored = alerts.filter(({ alertId }) => alertId === null);
    await markInferencesIgnored(sql, { inferenceIds: ignored.map(({ inferenceId }) => inferenceId), at: clock.now() });
  });
}

/** Runs the job that opens alerts as soon as the transaction commits, in addition to its run every minute. */
export async function runAlertJobNow(sql: TransactionSql): Promise<void> {
  await runJobNow(sql, { name: openAlertsJob, payload: {}, key: `${openAlertsJob} now` });
}

export function alertJobs(dependencies: AlertingDependencies): JobDefinition[] {
  return [
    { name: openAlertsJob, cron: '* * * * *', run: (_, signal) => openAlerts(dependencies, signal) },
    {
      name: recordAlertsJob,
      // Only the alerts subgraph adds this job.
      run: (payload) => recordAlerts(dependencies, payload as ImportedInferences),
    },
  ];
}
