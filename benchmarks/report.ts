/** A figure to reach and what was measured. */
export interface Measurement {
  readonly what: string;
  /** What it is measured against, in the same run. */
  readonly reference: string;
  /** Ours divided by the reference's. */
  readonly ratio: number;
  readonly bound: Bound;
  /** Ours and the reference's value, with their unit. */
  readonly measured: string;
  /** For a figure that is known to be missed, or needs a word. */
  readonly note?: string;
}

/** What the ratio must be; undefined: it is reported and judged by nobody. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number } | undefined;

export type Verdict = 'pass' | 'MISSED' | '';

export function verdictOf({ ratio, bound }: Measurement): Verdict {
  if (bound === undefined) return '';
  // Written so that a ratio that is no number is a miss.
  const reached = 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
  return reached ? 'pass' : 'MISSED';
}

/** What could not be measured: it counts as missed. */
export function failedMeasurement(figure: { what: string; reference: string; reason: string }): Measurement {
  const { what, reference, reason } = figure;
  return { what, reference, ratio: Number.NaN, bound: { atMost: 1 }, measured: reason.replaceAll(/\s+/g, ' ') };
}

/** The figures as a table for people. */
export function formatCounts(counts: readonly Measurement[]): string {
  const rows = [
    ['what', 'against', 'ratio', 'to reach', 'verdict', 'measured'],
    ...counts.map((figure) => [
      figure.what,
      figure.reference,
      figure.ratio.toFixed(2),
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

/** The figures for programs. */
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
