import { accessSweep } from '../gateway/index.js';
import { auditJobs } from '../platform/audit/index.js';
import { sweepChangeMarks } from '../platform/database/change-watch.js';
import { sweepEventsJob } from '../platform/events/index.js';
import { startJobWorker } from '../platform/job-worker.js';
import type { JobDefinition } from '../platform/jobs.js';
import { sweepRateWindowsJob } from '../platform/rate-windows.js';
import type { Platform, Subgraph } from '../platform/subgraph.js';
import { notificationSources, subgraphs } from '../subgraphs/index.js';
import { createNotificationJobs } from '../subgraphs/notifications/index.js';

/** The background jobs of this process. */
export interface BackgroundJobs {
  /** Resolves as soon as the process has started to process jobs. */
  readonly started: Promise<void>;
  /** Whether the process processes jobs, or will do so as soon as the database is available. */
  isProcessingJobs(): boolean;
  stop(): Promise<void>;
}

/** Which jobs a process runs. */
interface JobOptions {
  /** Whether the process has the gateway, and therefore runs the jobs of the whole instance, with its settings. */
  readonly hasGateway: boolean;
  /** Whether the process runs jobs; with several workers, only one of them does. */
  readonly runsJobs?: boolean | undefined;
}

/** Starts processing the jobs of these domains and, in a process with the gateway, those of the whole instance. */
export function startJobs(
  platform: Platform,
  domains: readonly Subgraph[],
  { hasGateway, runsJobs = true }: JobOptions,
): BackgroundJobs {
  const closeDomains = async (): Promise<void> => void (await Promise.all(domains.map((domain) => domain.close?.())));
  if (!runsJobs) return { started: Promise.resolve(), isProcessingJobs: () => true, stop: closeDomains };
  const { database, log, telemetry, jobRuns: runs } = platform;
  const notifications = hasGateway ? createNotificationJobs({ ...platform, notificationSources }) : undefined;
  const instance = notifications === undefined ? [] : [...instanceJobs(platform), ...notifications.jobs];
  const jobs = [...instance, ...domains.flatMap((domain) => domain.jobs)];
  // The records are in the database, even if the domain that writes them runs in another process.
  const [readUnrecordedPeriods] = subgraphs.flatMap((definition) => definition.readUnrecordedPeriods ?? []);
  const worker = startJobWorker({ database, jobs, log, telemetry, runs, readUnrecordedPeriods });
  const ends: (() => void | Promise<void>)[] = [];
  let isStopping = false;
  void worker.started
    .then(() => {
      // If the process is stopped right after its start, it is about to close the database.
      if (isStopping) return;
      ends.push(...[notifications, ...domains].flatMap((part) => part?.start?.() ?? []));
    })
    .catch(() => {});
  return {
    started: worker.started,
    isProcessingJobs: () => worker.isProcessingJobs(),
    async stop() {
      isStopping = true;
      await Promise.all([...ends.map((end) => end()), worker.stop()]);
      await closeDomains();
    },
  };
}

/** Jobs on data of the whole instance, which belong to no domain. */
function instanceJobs(platform: Platform): JobDefinition[] {
  const { configuration, database, clock } = platform;
  return [
    sweepRateWindowsJob(platform),
    sweepChangeMarks(platform),
    accessSweep(platform),
    sweepEventsJob({ ...platform, keptMinutes: configuration.events.keptMinutes }),
    ...auditJobs({ database, clock, retentionDays: configuration.audit.retentionDays }),
  ];
}
