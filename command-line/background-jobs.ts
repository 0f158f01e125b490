import { accessSweep } from '../gateway/index.js';
import { auditJobs } from '../platform/audit/index.js';
import { sweepChangeMarks } from '../platform/database/change-watch.js';
import { sweepEventsJob } from '../platform/events/index.js';
import { startJobWorker } from '../platform/job-worker.js';
import { sweepRateWindowsJob } from '../platform/rate-windows.js';
import type { Platform, Subgraph } from '../platform/subgraph.js';
import { notificationSources } from '../subgraphs/index.js';
import { createNotificationJobs } from '../subgraphs/notifications/index.js';

/** The background jobs of the domains of this process. */
export interface BackgroundJobs {
  /** Resolves as soon as the process has started to process jobs. */
  readonly started: Promise<void>;
  /** Whether the process processes jobs, or will do so as soon as the database is available. */
  isProcessingJobs(): boolean;
  stop(): Promise<void>;
}

/** Starts processing the jobs of these domains. Without domains, there are no jobs. */
export function startJobs(platform: Platform, domains: readonly Subgraph[], { runsJobs = true } = {}): BackgroundJobs {
  const closeDomains = async (): Promise<void> => void (await Promise.all(domains.map((domain) => domain.close?.())));
  if (domains.length === 0 || !runsJobs) {
    return { started: Promise.resolve(), isProcessingJobs: () => true, stop: closeDomains };
  }
  const { database, log, telemetry } = platform;
  const { keptMinutes } = platform.configuration.events;
  const { retentionDays } = platform.configuration.audit;
  const shared = [
    sweepRateWindowsJob(platform),
    sweepChangeMarks(platform),
    accessSweep(platform),
    sweepEventsJob({ ...platform, keptMinutes }),
    ...auditJobs({ database, clock: platform.clock, retentionDays }),
  ];
  const notifications = createNotificationJobs({ ...platform, notificationSources });
  const jobs = [...shared, ...notifications.jobs, ...domains.flatMap((domain) => domain.jobs)];
  // Only a process that records its uptime can compare its clock with earlier records.
  const [readUnrecordedPeriods] = domains.flatMap((domain) => domain.readUnrecordedPeriods ?? []);
  const records = readUnrecordedPeriods === undefined ? {} : { readUnrecordedPeriods };
  const worker = startJobWorker({ database, jobs, log, telemetry, ...records });
  const ends: (() => void | Promise<void>)[] = [];
  let isStopping = false;
  void worker.started
    .then(() => {
      // If the process is stopped right after its start, it is about to close the database.
      if (!isStopping) ends.push(notifications.start(), ...domains.flatMap((domain) => domain.start?.() ?? []));
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
