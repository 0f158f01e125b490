import { type ExecutionResult, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readRequiredNames } from '../../gateway/execution/planning/plan-names.js';
import { buildGraph, composeSupergraph, type DataSource, InProcessDataSource } from '../../gateway/index.js';
import { OperationGenerator, type RandomOperation } from './random-operations.js';
import { startReferenceExecutor } from './reference-executor.js';
import { testRequest } from './shop/index.js';
import { suites } from './suites/index.js';
import { errorsOf, expectValidPaths, inAnyOrder, withoutFailed } from './support/comparison.js';
import { inventSubgraph } from './support/invented-subgraph.js';
import { expectFieldOrder } from './support/order-of-fields.js';
import { isPlannerFailure } from './support/planner-failure.js';

/** Originally, hundreds of each were compared; a few suffice to detect regressions. */
const operationsOfEach = 3;
const seed = 3;

/** A data source with the properties of one over HTTP: JSON results, and no declared capabilities. */
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

/** The result; undefined if the planner, which both gateways use, fails. */
async function resultOf(run: () => Promise<ExecutionResult>): Promise<ExecutionResult | undefined> {
  try {
    const result = await run();
    return result.errors?.[0]?.extensions.code === 'QUERY_NOT_PLANNABLE' ? undefined : result;
  } catch (error) {
    if (isPlannerFailure(error)) return undefined;
    throw error;
  }
}

describe('supergraphs that are known to be difficult for gateways', () => {
  test.each(suites)(
    '$name: generated operations have the results of the reference gateway',
    async ({ subgraphs, isWrongInReference }) => {
      const supergraphSdl = composeSupergraph(
        Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs })),
      );
      const dataSources = dataSourcesOf(subgraphs);
      const graph = buildGraph({ supergraphSdl, dataSources });
      const reference = await startReferenceExecutor(supergraphSdl, dataSources);
      const generator = new OperationGenerator(graph.apiSchema, seed, {
        hasConditions: false,
        reserved: readRequiredNames(parse(supergraphSdl)).all,
      });
      let compared = 0;
      for (let count = 0; count < operationsOfEach; count++) {
        const operation: RandomOperation = generator.next();
        const { document, variables } = operation;
        const ours = await resultOf(
          async () => await graph.prepare({ document }).execute({ variables, context: testRequest() }),
        );
        const theirs = isWrongInReference
          ? ours
          : await resultOf(async () => await reference.execute({ document, variables, context: testRequest() }));
        const description = JSON.stringify(operation);
        expect(ours === undefined, description).toBe(theirs === undefined);
        if (ours === undefined || theirs === undefined) continue;
        expectFieldOrder(graph.apiSchema, operation, ours.data);
        const [data, expected] = [ours, theirs].map((result) => inAnyOrder(withoutFailed(result.data, ours)));
        expect(data, description).toBe(expected);
        expect(errorsOf(ours), description).toEqual(errorsOf(theirs));
        expectValidPaths(ours, description);
        compared++;
      }
      await reference.stop();
      expect(compared, 'comparisons').toBeGreaterThan(0);
    },
  );
});
