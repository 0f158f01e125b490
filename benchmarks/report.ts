/** A target and its measurement. */
export interface Measurement {
  readonly label: string;
  /** The reference of the comparison, measured in the same run. */
  readonly reference: string;
  /** Rampart's value divided by that of the reference. */
  readonly ratio: number;
  readonly bound: Bound;
  /** The values of Rampart and of the reference, with their unit. */
  readonly measured: string;
  /** Explanation, for example of a target that is known to be missed. */
  readonly note?: string;
}

/** Minimum or maximum of a ratio; undefined if the ratio is reported without a target. */
export type Bound = { readonly min: number } | { readonly max: number } | undefined;

export type Verdict = 'pass' | 'MISSED' | '';

export function verdictOf({ ratio, bound }: Measurement): Verdict {
  if (bound === undefined) return '';
  // Also reports NaN as a miss.
  const isReached = 'min' in bound ? ratio >= bound.min : ratio <= bound.max;
  return isReached ? 'pass' : 'MISSED';
}

/** A failed measurement, which counts as missed. */
export function failedMeasurement(measurement: { label: string; reference: string; reason: string }): Measurement {
  const { label, reference, reason } = measurement;
  return { label, reference, ratio: Number.NaN, bound: { max: 1 }, measured: reason.replaceAll(/\s+/g, ' ') };
}

/** Formats the measurements as a table. */
export function formatMeasurements(measurements: readonly Measurement[]): string {
  const rows = [
    ['measurement', 'reference', 'ratio', 'target', 'verdict', 'values'],
    ...measurements.map((measurement) => [
      measurement.label,
      measurement.reference,
      measurement.ratio.toFixed(measurement.ratio < 0.1 ? 4 : 2),
      formatBound(measurement.bound),
      verdictOf(measurement),
      measurement.measured,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = measurements.flatMap(({ label, note }) => (note === undefined ? [] : [`${label}: ${note}`]));
  return [...lines, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

/** Formats the measurements as JSON. */
export function measurementsAsJson(measurements: readonly Measurement[]): string {
  return JSON.stringify(
    measurements.map((measurement) => ({ ...measurement, verdict: verdictOf(measurement) || 'reported' })),
    undefined,
    2,
  );
}

function formatBound(bound: Bound): string {
  if (bound === undefined) return '-';
  return 'min' in bound ? `>= ${bound.min}` : `<= ${bound.max}`;
}
