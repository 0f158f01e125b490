/** A target and its measurement. */
export interface Measurement {
  readonly what: string;
  /** The reference of the comparison, measured in the same run. */
  readonly reference: string;
  /** Rampart's value divided by that of the reference. */
  readonly ratio: number;
  readonly bound: Bound;
  /** Both values with their unit. */
  readonly measured: string;
  /** Explanation, for example of a target that is known to be missed. */
  readonly note?: string;
}

/** Bound of the ratio; undefined if it is only reported. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number } | undefined;

export type Verdict = 'pass' | 'MISSED' | '';

export function verdictOf({ ratio, bound }: Measurement): Verdict {
  if (bound === undefined) return '';
  // Also reports NaN as a miss.
  const reached = 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
  return reached ? 'pass' : 'MISSED';
}

/** A failed measurement, which counts as missed. */
export function failedMeasurement(figure: { what: string; reference: string; reason: string }): Measurement {
  const { what, reference, reason } = figure;
  return { what, reference, ratio: Number.NaN, bound: { atMost: 1 }, measured: reason.replaceAll(/\s+/g, ' ') };
}

/** The measurements as a table. */
export function formatCounts(counts: readonly Measurement[]): string {
  const rows = [
    ['what', 'against', 'ratio', 'to reach', 'verdict', 'measured'],
    ...counts.map((figure) => [
      figure.what,
      figure.reference,
      figure.ratio.toFixed(figure.ratio < 0.1 ? 4 : 2),
      boundText(figure.bound),
      verdictOf(figure),
      figure.measured,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = counts.flatMap(({ what, note }) => (note === undefined ? [] : [`${what}: ${note}`]));
  return [...lines, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

/** The measurements as JSON. */
export function countsAsJson(counts: readonly Measurement[]): string {
  return JSON.stringify(
    counts.map((figure) => ({ ...figure, verdict: verdictOf(figure) || 'reported' })),
    undefined,
    2,
  );
}

function boundText(bound: Bound): string {
  if (bound === undefined) return '-';
  return 'atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`;
}
