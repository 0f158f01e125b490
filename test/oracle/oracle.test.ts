import { expect, test } from 'vitest';
import { runNasty } from './nasty.js';
import { runOracle, type Tally } from './run.js';

const operations = 2000;
const seed = 1;
/** Operations without a plan are refused with a code. More of them than this means that plans got worse. */
const maxRefusedPercent = 1;

test('generated operations over generated supergraphs have the result of one graphql-js execution of the composed schema', async () => {
  const tally = await runOracle({ operations, seed });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.operations).toBe(operations);
  expect((100 * tally.refused) / operations).toBeLessThan(maxRefusedPercent);
});

test('answers the same through a gateway and subgraphs over HTTP', async () => {
  const tally = await runOracle({ operations: 200, seed: 77, overHttp: true });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.refused).toBeLessThan(10);
});

test('plans operations that are hard to plan, or refuses them, without blocking the process', async () => {
  // The limit is 200 ms of computing; the rest is for machines that are busy.
  const { planned, refused, longestPause, tooSlow } = await runNasty({ count: 50, seed: 6, maxMilliseconds: 2000 });
  expect(tooSlow).toEqual([]);
  expect([...refused.keys()].filter((code) => code !== 'QUERY_TOO_EXPENSIVE')).toEqual([]);
  expect(planned).toBeGreaterThan(0);
  expect(longestPause).toBeLessThan(500);
});

function findingsOf({ findings }: Tally) {
  return findings.map(({ why, operation, seed }) => ({ why, operation, seed }));
}
