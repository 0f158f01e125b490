import { addDefers } from './defers.js';
import type { Subgraphs } from './draft.js';
import { inventOperation } from './operations.js';
import { buildOracle, type Executor, type Oracle } from './oracle.js';
import { startOverHttp } from './over-http.js';
import { Random } from './random.js';
import type { Operation } from './servers.js';
import { inventSubgraphs } from './subgraphs.js';

/** A wrong result, and the input that reproduces it. */
export interface Finding {
  readonly subgraphs: Subgraphs;
  readonly operation: Operation;
  readonly reason: string;
  /** Seed of the supergraph. */
  readonly seed: number;
}

export interface Tally {
  supergraphs: number;
  operations: number;
  rejected: number;
  /** Correct results that were delivered in parts. */
  inParts: number;
  readonly findings: Finding[];
  readonly rejections: Map<string, number>;
}

export interface RunOptions {
  readonly operations: number;
  readonly seed: number;
  readonly operationsPerSupergraph?: number;
  /** Whether to execute through a gateway and subgraphs over HTTP instead of the executor in this process. */
  readonly overHttp?: boolean;
  /** Whether to defer fragments and to judge the parts of responses. */
  readonly defers?: boolean;
  /** Called after each supergraph; returns false to end the run. */
  readonly onProgress?: (tally: Tally) => boolean;
}

/** Judges generated operations over generated supergraphs, and returns the counts and findings. */
export async function runOracle(options: RunOptions): Promise<Tally> {
  const { operations, operationsPerSupergraph = 20 } = options;
  const tally: Tally = { supergraphs: 0, operations: 0, rejected: 0, inParts: 0, findings: [], rejections: new Map() };
  for (let seed = options.seed; tally.operations < operations; seed = (seed + 1) | 0) {
    const subgraphs = inventSubgraphs(seed);
    const oracle = buildOracle(subgraphs);
    if (oracle === undefined) continue;
    tally.supergraphs++;
    const random = new Random(seed);
    const count = Math.min(operationsPerSupergraph, operations - tally.operations);
    const executor = options.overHttp ? await startOverHttp(subgraphs) : undefined;
    for (let index = 0; index < count; index++) {
      const invented = inventOperation(oracle.schema, random);
      const operation = options.defers ? addDefers(invented, oracle.schema, random) : invented;
      await judgeNext({ oracle, subgraphs, seed, operation, tally, executor });
    }
    await executor?.close();
    if (options.onProgress?.(tally) === false) break;
  }
  return tally;
}

async function judgeNext(options: {
  oracle: Oracle;
  subgraphs: Subgraphs;
  seed: number;
  operation: Operation;
  tally: Tally;
  executor: Executor | undefined;
}): Promise<void> {
  const { oracle, subgraphs, seed, operation, tally, executor } = options;
  const verdict = await oracle.judge(operation, executor);
  tally.operations++;
  if (verdict.kind === 'right' && verdict.isInParts) tally.inParts++;
  if (verdict.kind === 'wrong') tally.findings.push({ subgraphs, operation, reason: verdict.reason, seed });
  if (verdict.kind !== 'rejected') return;
  tally.rejected++;
  tally.rejections.set(verdict.reason, (tally.rejections.get(verdict.reason) ?? 0) + 1);
}
