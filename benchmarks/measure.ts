import type { LoadClient } from './load/client.js';
import { type LoadRequest, percentile } from './load/load.js';

/** Somebody who answers the same question as the others, in a way of his own. */
export interface Competitor {
  readonly name: string;
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
}

export interface Measured {
  readonly competitor: string;
  /** Medians over the rounds. */
  readonly requestsPerSecond: number;
  readonly median: number;
  readonly p99: number;
}

export interface MeasureOptions {
  readonly load: LoadClient;
  readonly competitors: readonly Competitor[];
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  onProgress(text: string): void;
}

/**
 * Puts the load on one competitor after the other, round after round, so that what changes on the machine meanwhile meets
 * all of them. Before the first round each gets the load of a round to warm up.
 * @throws {Error} when a competitor answers with another status than 200
 */
export async function measure(options: MeasureOptions): Promise<Measured[]> {
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
    median: median(runs.map((run) => run.median)),
    p99: median(runs.map((run) => run.p99)),
  }));
}

interface Run {
  requestsPerSecond: number;
  median: number;
  p99: number;
}

async function runOnce({ load, connections, seconds }: MeasureOptions, competitor: Competitor): Promise<Run> {
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
