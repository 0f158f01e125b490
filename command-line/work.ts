import { auditJobs } from '../platform/audit/index.js';
import { sweepEvents } from '../platform/events/index.js';
import { startJobWorker } from '../platform/job-worker.js';
import { sweepRateWindows } from '../platform/rate-windows.js';
import type { Platform, Subgraph } from '../platform/subgraph.js';

/** What the domains of this process do beside requests. */
export interface Work {
  /** Resolves when jobs are taken. */
  readonly started: Promise<void>;
  /** Whether jobs are taken, or will be as soon as the database is there. */
  isWorking(): boolean;
  stop(): Promise<void>;
}

/** Takes the jobs of these domains, and of no others; without any domain there are none. */
export function startWork(platform: Platform, domains: readonly Subgraph[]): Work {
  if (domains.length === 0) return { started: Promise.resolve(), isWorking: () => true, stop: async () => {} };
  const { database, log, telemetry } = platform;
  const { keptMinutes } = platform.configuration.events;
  const { retentionDays } = platform.configuration.audit;
  const shared = [
    sweepRateWindows(platform),
    sweepEvents({ ...platform, keptMinutes }),
    ...auditJobs({ database, clock: platform.clock, retentionDays }),
  ];
  const jobs = [...shared, ...domains.flatMap((domain) => domain.jobs)];
  const worker = startJobWorker({ database, jobs, log, telemetry });
  const ends: (() => void)[] = [];
  void worker.started.then(() => ends.push(...domains.flatMap((domain) => domain.start?.() ?? []))).catch(() => {});
  return {
    started: worker.started,
    isWorking: () => worker.isWorking(),
    async stop() {
      for (const end of ends) end();
      await worker.stop();
      await Promise.all(domains.map((domain) => domain.close?.()));
    },
  };
}
