import { expect, test } from 'vitest';
import { circuitState } from './circuit.js';

test.each([
  [{ failures: 0, circuitOpenUntilEpoch: null }, 'closed'],
  [{ failures: 1, circuitOpenUntilEpoch: null }, 'half_open'],
  [{ failures: 3, circuitOpenUntilEpoch: 1001 }, 'open'],
  [{ failures: 3, circuitOpenUntilEpoch: 1000 }, 'half_open'],
  [{ failures: 3, circuitOpenUntilEpoch: 1000 + 86_400 }, 'open'],
  [{ failures: 3, circuitOpenUntilEpoch: 1001 + 86_400 }, 'half_open'],
])('the circuit of a site with %j is %s', (connection, state) => {
  expect(circuitState(connection, 1000)).toBe(state);
});
