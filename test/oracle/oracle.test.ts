import { expect, test } from 'vitest';
import { runNasty } from './nasty.js';
import { runOracle, type Tally } from './run.js';

/** `npm run oracle` compares any number. */
const operations = 300;
const seed = 1;
/** Maximum percentage of operations without a plan, to detect regressions of the planner. */
const maxRejectedPercent = 1;

test('generated operations on generated supergraphs return the same results as graphql-js with the composed schema', async () => {
  const tally = await runOracle({ operations, seed });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.operations).toBe(operations);
  expect((100 * tally.rejected) / operations).toBeLessThan(maxRejectedPercent);
});

test('returns the same results through a gateway and subgraphs over HTTP', async () => {
  const tally = await runOracle({ operations: 50, seed: 77, overHttp: true });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.rejected).toBeLessThan(10);
});

test('delivers deferred fragments in parts that give the same result when they are merged', async () => {
  const tally = await runOracle({ operations: 100, seed: 11, defers: true });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.rejected).toBeLessThan(10);
  expect(tally.inParts).toBeGreaterThan(20);
});

test('plans complex operations, or rejects them, without blocking the process', async () => {
  // Planning is limited to 200 ms of CPU time; the rest is for busy machines.
  const { planned, rejected, maxPause, tooSlow } = await runNasty({ count: 50, seed: 6, maxMs: 2000 });
  expect(tooSlow).toEqual([]);
  expect([...rejected.keys()].filter((code) => code !== 'QUERY_TOO_EXPENSIVE')).toEqual([]);
  expect(planned).toBeGreaterThan(0);
  expect(maxPause).toBeLessThan(500);
});

test('delivers deferred fragments over HTTP in both incremental delivery formats', async () => {
  const tally = await runOracle({
    operations: 50,
    operationsPerSupergraph: 25,
    seed: 13,
    overHttp: true,
    defers: true,
  });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.inParts).toBeGreaterThan(10);
});

function findingsOf({ findings }: Tally) {
  return findings.map(({ why, operation, seed }) => ({ why, operation, seed }));
}
