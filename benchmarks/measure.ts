import type { LoadClient } from './load/client.js';
import { type LoadRequest, percentile } from './load/load.js';

/** A server to measure: Rampart or a reference. All competitors of a measurement receive the same requests. */
export interface Competitor {
  readonly name: string;
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
}

/** A competitor that creates its own load, because it does not use HTTP. */
export interface SelfLoadedCompetitor {
  readonly name: string;
  run(load: LoadOptions): Promise<Run>;
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
}

export interface Run {
  readonly requestsPerSecond: number;
  /** Median latency. */
  readonly medianMs: number;
  /** 99th percentile of the latency. */
  readonly p99Ms: number;
}

/** The medians of the runs of a competitor over the rounds. */
export interface Result {
  readonly competitor: string;
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export interface MeasureOptions extends LoadOptions {
  readonly load: LoadClient;
  readonly competitors: readonly (Competitor | SelfLoadedCompetitor)[];
  readonly rounds: number;
  onProgress(message: string): void;
}

/**
 * Loads one competitor after the other in each round, so changes on the machine affect all of them. Each competitor is
 * warmed up before the first round.
 * @throws {Error} if a competitor responds with a status other than 200
 */
export async function measure(options: MeasureOptions): Promise<Result[]> {
  const results = options.competitors.map((competitor) => ({ competitor, runs: [] as Run[] }));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const { competitor, runs } of results) {
      options.onProgress(`${competitor.name}: ${round === 0 ? 'warming up' : `round ${round} of ${options.rounds}`}`);
      const run = await runOnce(options, competitor);
      if (round > 0) runs.push(run);
    }
  }
  return results.map(({ competitor, runs }) => ({
    competitor: competitor.name,
    requestsPerSecond: median(runs.map((run) => run.requestsPerSecond)),
    medianMs: median(runs.map((run) => run.medianMs)),
    p99Ms: median(runs.map((run) => run.p99Ms)),
  }));
}

async function runOnce(options: MeasureOptions, competitor: Competitor | SelfLoadedCompetitor): Promise<Run> {
  const { load, connections, seconds } = options;
  if ('run' in competitor) return await competitor.run({ connections, seconds });
  const { origin, requests } = competitor;
  const { failures, ...run } = await load.run({ origin, requests, connections, seconds });
  if (failures > 0) throw new Error(`${competitor.name} failed ${failures} requests`);
  return run;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length % 2 === 1) return percentile(sorted, 0.5);
  return (percentile(sorted, 0.5) + (sorted[sorted.length / 2] ?? Number.NaN)) / 2;
}
