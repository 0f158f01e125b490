import { type Check, type CheckResult, failure, ok, skip, warning } from '../check.js';

/** Clock difference above which doctor warns, because calls between processes can be rejected; see [cluster]. */
const warnAboveMs = 5000;
const failAboveMs = 60_000;
/** Tolerance of a clock read from a Date header, which has whole seconds. */
const dateHeaderToleranceMs = 1000;

export interface ClockComparison {
  readonly name: string;
  /** Milliseconds by which the other clock is ahead of this machine's clock; negative if it is behind. */
  readonly aheadMs: number;
  readonly toleranceMs: number;
}

export const clock: Check = {
  name: 'clock',
  async run({ database, documentSite }) {
    const [facts, site] = await Promise.all([database().catch(() => null), documentSite().catch(() => null)]);
    const comparisons = [
      ...(facts === null ? [] : [{ name: 'the database', ...facts.clock }]),
      ...(typeof site?.clockAheadMs === 'number'
        ? [{ name: 'the document site', aheadMs: site.clockAheadMs, toleranceMs: dateHeaderToleranceMs }]
        : []),
    ];
    return assessClocks(comparisons);
  },
};

/** Assesses the clock with the largest difference after subtracting the tolerance. */
export function assessClocks(comparisons: readonly ClockComparison[]): CheckResult {
  const [worst] = comparisons.toSorted((a, b) => minDifferenceMs(b) - minDifferenceMs(a));
  if (worst === undefined) return skip('not compared: neither the database nor a document site is available');
  if (minDifferenceMs(worst) <= warnAboveMs)
    return ok(`agrees with ${comparisons.map(({ name }) => name).join(' and ')}`);
  const seconds = Math.round(Math.abs(worst.aheadMs) / 1000);
  const message = `this machine's clock is ${seconds} s ${worst.aheadMs > 0 ? 'behind' : 'ahead of'} that of ${worst.name}`;
  const action = 'synchronize the clocks of both machines (timedatectl, chrony)';
  return minDifferenceMs(worst) > failAboveMs ? failure(message, action) : warning(message, action);
}

function minDifferenceMs({ aheadMs, toleranceMs }: ClockComparison): number {
  return Math.max(0, Math.abs(aheadMs) - toleranceMs);
}
