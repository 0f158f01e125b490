import { type Competitor, measure, type Result, type SelfLoadedCompetitor } from '../measure.js';
import type { Bound, Measurement } from '../report.js';
import { assertSameResponses } from './requests.js';
import type { SuiteContext } from './suite.js';

/** Minimum ratio of Rampart's throughput to that of a reference. */
export interface Target {
  readonly reference: string;
  readonly min: number;
}

export interface Comparison {
  /** Description of the requests, for example "list of 100 alerts". */
  readonly label: string;
  readonly ours: readonly (Competitor & { targets: readonly Target[] })[];
  readonly references: readonly (Competitor | SelfLoadedCompetitor)[];
}

/** Measures Rampart and the references with the same requests, and returns a measurement for each target. */
export async function compare(context: SuiteContext, comparison: Comparison): Promise<Measurement[]> {
  const competitors = [...comparison.references, ...comparison.ours];
  await assertSameResponses(competitors.filter((competitor) => 'origin' in competitor));
  const { connections, seconds, rounds } = context.options;
  const measured = await measure({
    ...{ load: context.benchmark.load, competitors, connections, seconds, rounds },
    onProgress: (message) => context.onProgress(`${comparison.label}, ${message}`),
  });
  return comparison.ours.flatMap((ours) =>
    ours.targets
      .filter((target) => comparison.references.some((reference) => reference.name === target.reference))
      .map((target) =>
        throughputMeasurement({
          label: ours.name,
          ours: resultOf(measured, ours.name),
          reference: resultOf(measured, target.reference),
          bound: { min: target.min },
        }),
      ),
  );
}

/** @throws {Error} if no competitor with this name was measured */
export function resultOf(measured: readonly Result[], name: string): Result {
  const found = measured.find((result) => result.competitor === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}

function throughputMeasurement(options: { label: string; ours: Result; reference: Result; bound: Bound }): Measurement {
  const { label, ours, reference, bound } = options;
  return {
    label,
    reference: reference.competitor,
    ratio: ours.requestsPerSecond / reference.requestsPerSecond,
    bound,
    measured: `${formatRate(ours.requestsPerSecond)} and ${formatRate(reference.requestsPerSecond)} requests/s`,
  };
}

function formatRate(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
