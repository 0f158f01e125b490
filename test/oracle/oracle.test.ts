import { expect, test } from 'vitest';
import { runNasty } from './nasty.js';
import { runOracle, type Tally } from './run.js';

/** Number of operations that the test compares; `npm run oracle` compares any number. */
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

test('generated operations through a gateway and subgraphs over HTTP return the same results as graphql-js', async () => {
  const tally = await runOracle({ operations: 50, seed: 77, overHttp: true });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.rejected).toBeLessThan(10);
});

test('generated operations with deferred fragments return parts that are the result of graphql-js when they are merged', async () => {
  const tally = await runOracle({ operations: 100, seed: 11, defers: true });
  expect(findingsOf(tally)).toEqual([]);
  expect(tally.rejected).toBeLessThan(10);
  expect(tally.inParts).toBeGreaterThan(20);
});

test('complex operations are planned, or rejected as too expensive, without blocking the process', async () => {
  // Planning is limited to 200 ms of CPU time; the remaining time is tolerance for busy machines.
  const { planned, rejected, maxPauseMs, tooSlow } = await runNasty({ count: 50, seed: 6, maxMs: 2000 });
  expect(tooSlow).toEqual([]);
  expect([...rejected.keys()].filter((code) => code !== 'QUERY_TOO_EXPENSIVE')).toEqual([]);
  expect(planned).toBeGreaterThan(0);
  expect(maxPauseMs).toBeLessThan(500);
});

test('deferred fragments are delivered over HTTP in both incremental delivery formats', async () => {
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
  return findings.map(({ reason, operation, seed }) => ({ reason, operation, seed }));
}
