import { Counter, type Metric } from 'prom-client';
import { sharedGauges } from './shared-gauges.js';

interface JobMetricsOptions {
  /** Numbers of runs in this process, by job and outcome. */
  readonly runs: { counts(): ReadonlyMap<string, Readonly<Record<string, number>>> };
  /** Reads the jobs that are due, with the time in seconds since the first of each name was due. */
  readWaiting(): Promise<readonly { readonly name: string; readonly seconds: number }[]>;
}

/** Counter of the runs of background jobs in this process, and gauge of the time for which due jobs have waited. */
export function jobMetrics({ runs, readWaiting }: JobMetricsOptions): Metric[] {
  return [
    new Counter({
      name: 'rampart_job_runs_total',
      help: 'Number of runs of background jobs, by job and outcome: completed; failed (tried again later); skipped (the job deletes old data, and the clock may be ahead).',
      labelNames: ['job', 'outcome'],
      registers: [],
      collect() {
        this.reset();
        for (const [job, counts] of runs.counts())
          for (const [outcome, count] of Object.entries(counts)) this.inc({ job, outcome }, count);
      },
    }),
    ...sharedGauges(readWaiting, [
      {
        name: 'rampart_job_waiting_seconds',
        help: 'Time since the first background job of a name was due that no process has started, in seconds; no series if none is due.',
        value: ['job', (jobs) => jobs.map(({ name, seconds }) => [name, seconds])],
      },
    ]),
  ];
}
