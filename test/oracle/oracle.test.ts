import { expect, test } from 'vitest';
import { runOracle } from './run.js';

const operations = 2000;
const seed = 1;
/** Operations without a plan are refused with a code. More of them than this means that plans got worse. */
const maxRefusedPercent = 1;

test('generated operations over generated supergraphs have the result of one graphql-js execution of the composed schema', async () => {
  const tally = await runOracle({ operations, seed });
  const findings = tally.findings.map(({ why, operation, seed }) => ({ why, operation, seed }));
  expect(findings).toEqual([]);
  expect(tally.operations).toBe(operations);
  expect((100 * tally.refused) / operations).toBeLessThan(maxRefusedPercent);
});
