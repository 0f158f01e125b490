import { describe, expect, test } from 'vitest';
import { buildGraph, composeSupergraph, type DataSource, InProcessDataSource } from '../../gateway/index.js';
import { OperationGenerator, type RandomOperation } from './random-operations.js';
import { startReferenceExecutor } from './reference-executor.js';
import { suites } from './suites/index.js';
import { errorsOf, expectTruePaths, inAnyOrder } from './support/comparison.js';
import { inventSubgraph } from './support/invented-subgraph.js';
import { testRequest } from './world/index.js';

/** Hundreds of each were compared when this was written; a few find out what breaks. */
const operationsOfEach = 3;
const seed = 3;

/** A subgraph as it is over HTTP: JSON, and nothing is known of what it does. */
function asOverHttp(source: DataSource): DataSource {
  return { execute: async (request) => JSON.parse(JSON.stringify(await source.execute(request))) };
}

function dataSourcesOf(subgraphs: Readonly<Record<string, string>>): ReadonlyMap<string, DataSource> {
  const entries = Object.entries(subgraphs).map(([name, typeDefs]) => {
    const subgraph = { schema: inventSubgraph(typeDefs), createContext: () => ({}) };
    return [name, asOverHttp(new InProcessDataSource(subgraph, { mode: 'interpreted' }))] as const;
  });
  return new Map(entries);
}

/** What came of it; undefined where Apollo's planner fails, which both gateways share. */
async function answerOf<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}

describe('over supergraphs that each have one thing that gateways get wrong', () => {
  test.each(suites)('$name: generated operations give what the stock gateway gives', async ({ subgraphs }) => {
    const supergraphSdl = composeSupergraph(Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs })));
    const dataSources = dataSourcesOf(subgraphs);
    const graph = buildGraph({ supergraphSdl, dataSources });
    const reference = await startReferenceExecutor(supergraphSdl, dataSources);
    const generator = new OperationGenerator(graph.apiSchema, seed);
    for (let count = 0; count < operationsOfEach; count++) {
      const operation: RandomOperation = generator.next();
      const { document, variables } = operation;
      const ours = await answerOf(() => graph.prepare({ document }).execute({ variables, context: testRequest() }));
      const theirs = await answerOf(() => reference.execute({ ...operation, context: testRequest() }));
      const description = JSON.stringify(operation);
      expect(ours === undefined, description).toBe(theirs === undefined);
      if (ours === undefined || theirs === undefined) continue;
      expect(inAnyOrder(ours.data), description).toBe(inAnyOrder(theirs.data));
      expect(errorsOf(ours), description).toEqual(errorsOf(theirs));
      expectTruePaths(ours, description);
    }
    await reference.stop();
  });
});
