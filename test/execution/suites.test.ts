import { type ExecutionResult, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  inClientNames,
  namesForPlan,
  type PlanNames,
  type RequiredNames,
  readRequiredNames,
} from '../../gateway/execution/plan-names.js';
import { buildGraph, composeSupergraph, type DataSource, InProcessDataSource } from '../../gateway/index.js';
import { aliases, OperationGenerator, type RandomOperation } from './random-operations.js';
import { type ReferenceExecutor, startReferenceExecutor } from './reference-executor.js';
import { suites } from './suites/index.js';
import { errorsOf, expectTruePaths, inAnyOrder } from './support/comparison.js';
import { inventSubgraph } from './support/invented-subgraph.js';
import { expectOrder } from './support/order-of-fields.js';
import { isPlannerFailure } from './support/planner-failure.js';
import { testRequest } from './world/index.js';

/** Hundreds of each were compared when this was written; a few find out what breaks. */
const operationsOfEach = 3;
const seed = 3;
/** Names of keys and of required fields, for other fields. */
const requiredAliases = ['id', 'price', 'code'];

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

/**
 * What the stock gateway gives. It takes what clients ask for under the name of a required field for what subgraphs need: such
 * fields get other names on the way to it, and their own on the way back.
 */
async function unambiguous(
  reference: ReferenceExecutor,
  { document, variables, required }: RandomOperation & { required: RequiredNames },
): Promise<ExecutionResult> {
  const names = namesForPlan(parse(document), required);
  const context = testRequest();
  if (names === undefined) return await reference.execute({ document, variables, context });
  const { data, errors } = await reference.execute({ document: print(names.document), variables, context });
  return { data: inNamesOf(names, data), errors: errors?.map((error) => inClientNames(error, names)) };
}

function inNamesOf(names: PlanNames, data: unknown): Record<string, unknown> {
  const text = JSON.stringify(data ?? null, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.clientNames.get(key) ?? key, item]));
  });
  return JSON.parse(text);
}

/** What came of it; undefined where the planner fails, which both gateways share. */
async function answerOf<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isPlannerFailure(error)) return undefined;
    throw error;
  }
}

describe('over supergraphs that each have one thing that gateways get wrong', () => {
  test.each(suites)('$name: generated operations give what the stock gateway gives', async ({ subgraphs }) => {
    const supergraphSdl = composeSupergraph(Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs })));
    const dataSources = dataSourcesOf(subgraphs);
    const graph = buildGraph({ supergraphSdl, dataSources });
    const reference = await startReferenceExecutor(supergraphSdl, dataSources);
    const required = readRequiredNames(parse(supergraphSdl));
    const generator = new OperationGenerator(graph.apiSchema, seed, [...aliases, ...requiredAliases]);
    let compared = 0;
    for (let count = 0; count < operationsOfEach; count++) {
      const operation: RandomOperation = generator.next();
      const { document, variables } = operation;
      const ours = await answerOf(
        async () => await graph.prepare({ document }).execute({ variables, context: testRequest() }),
      );
      const theirs = await answerOf(async () => await unambiguous(reference, { ...operation, required }));
      const description = JSON.stringify(operation);
      expect(ours === undefined, description).toBe(theirs === undefined);
      if (ours === undefined || theirs === undefined) continue;
      expectOrder(graph.apiSchema, operation, ours.data);
      expect(inAnyOrder(ours.data), description).toBe(inAnyOrder(theirs.data));
      expect(errorsOf(ours), description).toEqual(errorsOf(theirs));
      expectTruePaths(ours, description);
      compared++;
    }
    await reference.stop();
    expect(compared, 'comparisons').toBeGreaterThan(0);
  });
});
