import { daySeconds } from '../../../../platform/durations.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { CircuitState } from '../vocabulary.js';

/**
 * Maximum duration of an open circuit in seconds. A longer `Retry-After` is an error of the site, such as a time in
 * milliseconds.
 */
export const maxOpenSeconds = daySeconds;

/** Whether requests to a site are suspended after a failure. `now`: Unix epoch seconds. */
export function isCircuitOpen(
  { circuitOpenUntilEpoch }: Pick<SiteConnectionRecord, 'circuitOpenUntilEpoch'>,
  now: number,
): boolean {
  // A later time was recorded while the clock was wrong.
  const until = circuitOpenUntilEpoch ?? 0;
  return until > now && until <= now + maxOpenSeconds;
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
