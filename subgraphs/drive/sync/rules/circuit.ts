import type { SiteConnectionRecord } from '../repository/connections.js';
import { CircuitState } from '../vocabulary.js';

/**
 * State of the circuit breaker of a site. Failures open the circuit for an increasing time; afterwards, a single sync
 * probes the site and closes the circuit or opens it again.
 */
export function circuitState(
  { failures, circuitOpenUntilEpoch }: Pick<SiteConnectionRecord, 'failures' | 'circuitOpenUntilEpoch'>,
  now: number,
): CircuitState {
  if (circuitOpenUntilEpoch !== null && circuitOpenUntilEpoch > now) return CircuitState.OPEN;
  return failures > 0 ? CircuitState.HALF_OPEN : CircuitState.CLOSED;
}
