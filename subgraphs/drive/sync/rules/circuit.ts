import { daySeconds } from '../../../../platform/durations.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { CircuitState } from '../vocabulary.js';

/**
 * Maximum duration of an open circuit in seconds. A longer `Retry-After` is an error of the site, such as a time in
 * milliseconds.
 */
export const maxOpenSeconds = daySeconds;

/**
 * Time until which the circuit of a site is or was open; null if its last request succeeded, or the time was recorded
 * while the clock was wrong. All times are in Unix epoch seconds.
 */
export function circuitOpenUntil(
  { circuitOpenUntilEpoch: until }: Pick<SiteConnectionRecord, 'circuitOpenUntilEpoch'>,
  now: number,
): number | null {
  return until !== null && until <= now + maxOpenSeconds ? until : null;
}

/** Whether requests to a site are suspended after a failure. `now`: Unix epoch seconds. */
export function isCircuitOpen(connection: Pick<SiteConnectionRecord, 'circuitOpenUntilEpoch'>, now: number): boolean {
  return (circuitOpenUntil(connection, now) ?? 0) > now;
}

/**
 * State of the circuit breaker of a site. Failures open the circuit for an increasing time; afterwards, a single sync
 * probes the site and closes the circuit or opens it again.
 */
export function circuitState(
  connection: Pick<SiteConnectionRecord, 'failures' | 'circuitOpenUntilEpoch'>,
  now: number,
): CircuitState {
  if (isCircuitOpen(connection, now)) return CircuitState.OPEN;
  return connection.failures > 0 ? CircuitState.HALF_OPEN : CircuitState.CLOSED;
}
