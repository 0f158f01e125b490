import type { LoadClient } from './load/client.js';
import { type Competitor, median } from './measure.js';

export interface BurstOptions {
  readonly load: LoadClient;
  /** Servers that run in one process, whose CPU time `cpuSeconds` returns. */
  readonly competitors: readonly Competitor[];
  cpuSeconds(): Promise<number>;
  readonly connections: number;
  /** Number of bursts of requests to each competitor. */
  readonly bursts: number;
  onProgress(message: string): void;
}

const burstSeconds = 0.1;
/** Seconds of load before the measurement, in which V8 compiles the code of a request. */
const warmUpSeconds = 3;

/**
 * Measures the CPU time of a request in microseconds, in each burst. In each turn, every competitor receives one burst,
 * so other load on the machine affects all competitors alike. A different competitor is first in each turn.
 * @returns the times of each competitor, by turn
 * @throws {Error} if a competitor responds with a status other than 200
 */
export async function measureBursts(options: BurstOptions): Promise<number[][]> {
  const { competitors, bursts } = options;
  const times = competitors.map((): number[] => []);
  for (const competitor of competitors) {
    options.onProgress(`${competitor.name}: warming up`);
    await measureRequest(options, competitor, warmUpSeconds);
  }
  for (let turn = 0; turn < bursts; turn += 1) {
    options.onProgress(`turn ${turn + 1} of ${bursts}`);
    for (let step = 0; step < competitors.length; step += 1) {
      const index = (step + turn) % competitors.length;
      const competitor = competitors[index];
      if (competitor !== undefined) times[index]?.push(await measureRequest(options, competitor, burstSeconds));
    }
  }
  return times;
}

async function measureRequest(
  { load, connections, cpuSeconds }: BurstOptions,
  { name, origin, requests }: Competitor,
  seconds: number,
): Promise<number> {
  const before = await cpuSeconds();
  const { failures, responses } = await load.run({ origin, requests, connections, seconds });
  if (failures > 0) throw new Error(`${name} failed ${failures} requests`);
  return (((await cpuSeconds()) - before) / responses) * 1_000_000;
}

/**
 * Reads the CPU time of a server's process, in seconds, from its metrics.
 * @throws {Error} if the metrics do not include it
 */
export async function cpuSecondsOf(origin: string, token: string): Promise<number> {
  const response = await fetch(new URL('/metrics', origin), { headers: { authorization: `Bearer ${token}` } });
  const [, seconds] = /^process_cpu_seconds_total (\S+)/m.exec(await response.text()) ?? [];
  if (seconds === undefined)
    throw new Error(`${origin}/metrics returns no process_cpu_seconds_total: ${response.status}`);
  return Number(seconds);
}

/** A median ratio with its 95% confidence interval. */
export interface RatioInterval {
  readonly ratio: number;
  readonly lower: number;
  readonly upper: number;
}

/**
 * Computes the median ratio of the values to the references of the same turn. The confidence interval assumes no
 * distribution: its bounds are two of the ratios.
 */
export function ratioInterval(values: readonly number[], references: readonly number[]): RatioInterval {
  const ratios = values.map((value, turn) => value / (references[turn] ?? Number.NaN)).sort((a, b) => a - b);
  const middle = ratios.length / 2;
  const half = 0.98 * Math.sqrt(ratios.length);
  return {
    ratio: median(ratios),
    lower: ratios[Math.max(0, Math.floor(middle - half) - 1)] ?? Number.NaN,
    upper: ratios[Math.min(ratios.length - 1, Math.ceil(middle + half))] ?? Number.NaN,
  };
}
