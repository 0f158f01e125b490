import type { TransactionSql } from 'postgres';
import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { addJob, type JobDefinition, runJobNow } from '../../../../platform/jobs.js';
import {
  type ImportedInferences,
  importSubmittedJobName,
  type SubmittedInference,
  type SubmittedInferences,
} from '../../../../platform/submitted-inferences.js';
import type { DriveDependencies } from '../../dependencies.js';
import { blockRemovals } from '../../evidence/index.js';
import { siteAddress } from '../../site-address.js';
import * as detections from '../repository/detections.js';

const openAlertsJob = 'drive.open-alerts';
const recordAlertsJob = 'drive.record-alerts';

/** Maximum number of detections that are submitted at a time. */
const maxAlertsPerBatch = 1000;
/**
 * Seconds after which a detection is submitted again if its import was not reported, because a process may have been
 * killed.
 */
const importTimeoutSeconds = 120;
/** Maximum number of files of a mass change that are linked to its alert; the mass change lists all of them. */
const maxLinkedFiles = 50;

type AlertingDependencies = Pick<DriveDependencies, 'database' | 'clock' | 'settings'>;
type Detection = Awaited<ReturnType<typeof detections.claimDetections>>[number];

/** Requests an alert for each of these malware findings. */
export async function requestAlerts(
  sql: TransactionSql,
  query: { settings: Pick<DriveDependencies['settings'], 'alertTenant'>; siteId: string; ids: number[]; now: number },
): Promise<void> {
  const { settings, siteId, ids, now } = query;
  if (settings.alertTenant === '' || ids.length === 0) return;
  await detections.insertMalwareDetections(sql, { siteId, findingIds: ids, now });
  await scheduleOpenAlerts(sql);
}

/** Schedules the job that opens alerts to run when the transaction commits; the job also runs every minute. */
export async function scheduleOpenAlerts(sql: TransactionSql): Promise<void> {
  await runJobNow(sql, { name: openAlertsJob, payload: {}, key: `${openAlertsJob} now` });
}

/**
 * Submits detections to the alerts domain, which imports them like the inferences of any other detector. Detections
 * are submitted again, with the same ids, until their import is reported.
 */
async function openAlerts({ database, clock, settings }: AlertingDependencies): Promise<void> {
  const { alertTenant } = settings;
  if (alertTenant === '') return;
  const now = clock.now() / 1000;
  await database.transaction(async (sql) => {
    const query = { before: now - importTimeoutSeconds, now, limit: maxAlertsPerBatch };
    const claimed = await detections.claimDetections(sql, query);
    if (claimed.length === 0) return;
    const inferences = claimed.map((detection) => inferenceOf(detection, alertTenant));
    const payload: SubmittedInferences = { inferences, reportTo: recordAlertsJob };
    // The key replaces an earlier submission that still waits because no process runs the alerts domain.
    await addJob(sql, {
      name: importSubmittedJobName,
      payload,
      key: `${importSubmittedJobName} ${inferences[0]?.inferenceId}`,
    });
  });
}

/** Converts a detection to an inference, with the hostname of the site as its endpoint. */
function inferenceOf(detection: Detection, tenantId: string): SubmittedInference {
  const { inferenceId, hostname, kind, detectedAtEpoch } = detection;
  return {
    ...{ inferenceId, tenantId, endpointId: hostname, platform: 'windows', attackProb: 0.9, confidence: 1 },
    ...(kind === null ? malwareOf(detection) : massChangeOf(detection, kind)),
    timestamp: detectedAtEpoch,
  };
}

function massChangeOf(detection: Detection, kind: string) {
  return {
    modelName: 'drive-mass-change',
    // MITRE ATT&CK: Data Destruction; Data Encrypted for Impact.
    ttpTechniques: [kind === 'deletion' ? 'T1485' : 'T1486'],
    ttpExplanation: `Changes to the ${siteOf(detection)} look like ${kind}. ${(detection.reasons ?? []).join(' ')}`,
  };
}

function malwareOf(detection: Detection) {
  return {
    modelName: 'drive-malware',
    // MITRE ATT&CK: Taint Shared Content.
    ttpTechniques: ['T1080'],
    ttpExplanation: `The ${siteOf(detection)} reports malware in the file ${detection.name}: ${detection.malware}.`,
  };
}

function siteOf(detection: Detection): string {
  const { hostname, sitePath, library } = siteAddress(detection);
  return `document site ${hostname}${sitePath}${library === null ? '' : ` (library ${library})`}`;
}

/**
 * Stores the alerts that were created for detections, links the files of these detections as evidence, and deletes
 * detections for which no alert was created.
 */
async function recordAlerts({ database, clock }: AlertingDependencies, report: ImportedInferences): Promise<void> {
  const opened = report.alerts.flatMap(({ inferenceId, alertId }) =>
    alertId === null ? [] : [{ inferenceId, alertId }],
  );
  const ignored = report.alerts.filter(({ alertId }) => alertId === null).map(({ inferenceId }) => inferenceId);
  await database.transaction(async (sql) => {
    await blockRemovals(sql, {});
    const stored = await detections.storeAlertIds(sql, {
      inferenceIds: opened.map(({ inferenceId }) => inferenceId),
      alertIds: opened.map(({ alertId }) => alertId),
    });
    await detections.deleteDetections(sql, { inferenceIds: ignored });
    await linkEvidence(sql, { inferenceIds: stored.map(({ inferenceId }) => inferenceId), now: clock.now() / 1000 });
  });
}

async function linkEvidence(
  sql: Executor,
  { inferenceIds, now }: { inferenceIds: string[]; now: number },
): Promise<void> {
  const linked = await detections.linkFiles(sql, {
    ...{ inferenceIds, now, first: maxLinkedFiles, actor: 'rampart' },
    notes: 'Linked when the alert was opened.',
  });
  for (const [alertId, links] of Map.groupBy(linked, (link) => link.alertId)) {
    await recordAudit(sql, systemRequest, {
      action: 'link.evidence',
      object: [`alert:${alertId}`, ...links.map(({ siteId, itemId }) => `drive-item:${siteId}/${itemId}` as const)],
    });
  }
}

export function alertJobs(dependencies: AlertingDependencies): JobDefinition[] {
  return [
    { name: openAlertsJob, cron: '* * * * *', run: () => openAlerts(dependencies) },
    {
      name: recordAlertsJob,
      // Only the alerts domain adds this job.
      run: (payload) => recordAlerts(dependencies, payload as ImportedInferences),
    },
  ];
}
