import { daySeconds } from '../../../platform/durations.js';
import { LicenseState } from '../vocabulary.js';

/**
 * Thresholds at which operators are warned about the end of a license or grace period: minus the number of days before
 * the end.
 */
const endLevels = [-30, -7, -1, 0] as const;
/**
 * Number of seconds by which an end must be farther away than its threshold for an active warning to end, because the
 * clocks of processes differ.
 */
const clockToleranceSeconds = 3600;
/** Percentages of occupied seats at which operators are warned. */
const seatPercents = [80, 95] as const;
/** Number of percentage points by which the occupied seats must be below a threshold for an active warning to end. */
const seatHysteresisPoints = 5;

/**
 * Urgency of the end of a license: minus the number of days of the reached threshold; 0 after the end; undefined if no
 * warning is needed.
 * @param license times in Unix epoch seconds
 * @param now Unix epoch seconds
 * @param previous urgency of the active warning, which remains active until the end is clearly farther away than its
 * threshold
 */
export function expiryLevel(
  license: { expiresAt: number; state: LicenseState },
  now: number,
  previous?: number,
): number | undefined {
  const isFuture = license.state === LicenseState.NOT_YET_VALID && previous === undefined;
  return isFuture ? undefined : reachedLevel(license.expiresAt, now, previous);
}

/**
 * Urgency of the end of the grace period, as in {@link expiryLevel}; undefined before the end of the license, and for a
 * license without a grace period.
 * @param license times in Unix epoch seconds
 */
export function graceLevel(
  license: { expiresAt: number; graceEndsAt: number },
  now: number,
  previous?: number,
): number | undefined {
  const { expiresAt, graceEndsAt } = license;
  const start = previous === undefined ? expiresAt : expiresAt - clockToleranceSeconds;
  return now < start || graceEndsAt === expiresAt ? undefined : reachedLevel(graceEndsAt, now, previous);
}

function reachedLevel(end: number, now: number, previous = Number.NEGATIVE_INFINITY): number | undefined {
  const reachedLevels = endLevels.filter((level) => {
    const tolerance = previous >= level ? clockToleranceSeconds : 0;
    return end - now <= -level * daySeconds + tolerance;
  });
  return reachedLevels.length === 0 ? undefined : Math.max(...reachedLevels);
}

/**
 * The highest reached threshold of occupied seats, in percent; undefined if no threshold is reached, or if the license
 * has no seats.
 * @param previous threshold of the active warning, which remains active until the percentage is clearly below it
 */
export function seatLevel(seats: { used: number; cap: number }, previous: number | undefined): number | undefined {
  if (seats.cap === 0) return undefined;
  const percent = (100 * seats.used) / seats.cap;
  const reachedLevels = seatPercents.filter(
    (threshold) =>
      percent >= (previous !== undefined && previous >= threshold ? threshold - seatHysteresisPoints : threshold),
  );
  return reachedLevels.length === 0 ? undefined : Math.max(...reachedLevels);
}

/**
 * Whether a version is older than the current version. Compares the numbers at the start of both, such as 4.10.0. False
 * if either version does not start with a number.
 */
export function isOutdated(version: string, current: string): boolean {
  const [versionNumbers, currentNumbers] = [numbersOf(version), numbersOf(current)];
  if (versionNumbers === undefined || currentNumbers === undefined) return false;
  for (let index = 0; index < Math.max(versionNumbers.length, currentNumbers.length); index++) {
    const difference = (versionNumbers[index] ?? 0) - (currentNumbers[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The numbers at the start of a version, at most eight; undefined if the version does not start with a number. */
function numbersOf(version: string): number[] | undefined {
  const match = /^v?(\d{1,9}(?:\.\d{1,9}){0,7})(?:$|[-+ ])/.exec(version);
  return match?.[1]?.split('.').map(Number);
}
