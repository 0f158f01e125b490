import {
  type ExecutionResult,
  type FieldNode,
  isAbstractType,
  isInterfaceType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGraph, type DataSource, InProcessDataSource } from '../../gateway/execution/index.js';
import type { PublishedGraph } from '../../gateway/graph.js';
import type { RequestContext } from '../../platform/caller.js';
import { OperationGenerator, type RandomOperation } from './random-operations.js';
import { type ReferenceExecutor, startReferenceExecutor } from './reference-executor.js';
import { logOf, shopContext, shopSubgraphs, shopSupergraph, testRequest } from './shop/index.js';
import { errorsOf, expectValidPaths, inAnyOrder, stepInto } from './support/comparison.js';
import { expectFieldOrder } from './support/order-of-fields.js';
import { isPlannerFailure } from './support/planner-failure.js';

function dataSourcesOf(mode: 'compiled' | 'interpreted'): ReadonlyMap<string, DataSource> {
  return new Map(
    shopSubgraphs.map(({ name, schema }) => [
      name,
      new InProcessDataSource({ schema, createContext: shopContext }, { mode }),
    ]),
  );
}

function graphOver(mode: 'compiled' | 'interpreted'): PublishedGraph {
  return buildGraph({ supergraphSdl: shopSupergraph, dataSources: dataSourcesOf(mode) });
}

async function isPlannable(graph: PublishedGraph, { document, variables }: RandomOperation): Promise<boolean> {
  try {
    const { errors } = await graph.prepare({ document }).execute({ variables, context: testRequest() });
    return errors?.[0]?.extensions.code !== 'QUERY_NOT_PLANNABLE';
  } catch (error) {
    if (isPlannerFailure(error)) return false;
    throw error;
  }
}

/**
 * Whether the reference result is wrong. For the subgraph that knows media as an interface object, the reference
 * returns the name of that type, and merges fields that different types of media require (`blurb` requires another
 * field). It also treats media whose type could not be resolved (`broken` fails) as complete.
 */
function isBeyondReference({ apiSchema }: PublishedGraph, { document }: RandomOperation): boolean {
  const typeInfo = new TypeInfo(apiSchema);
  const media = apiSchema.getType('Media');
  let isFound = false;
  const Field = ({ name }: FieldNode): void => {
    const type = typeInfo.getParentType();
    if (!['__typename', 'blurb', 'broken'].includes(name.value) || !isInterfaceType(media) || !type) return;
    isFound ||= type === media || isAbstractType(type) || apiSchema.isSubType(media, type);
  };
  visit(parse(document), visitWithTypeInfo(typeInfo, { Field }));
  return isFound;
}

/** Runs the operation with Rampart's executor, and verifies the order of fields. */
async function run(
  graph: PublishedGraph,
  operation: RandomOperation,
  context: RequestContext,
): Promise<ExecutionResult> {
  const prepared = graph.prepare({ document: operation.document });
  const result = await prepared.execute({ variables: operation.variables, context });
  expectFieldOrder(graph.apiSchema, operation, result.data);
  return result;
}

describe('generated operations', () => {
  let reference: ReferenceExecutor;

  beforeAll(async () => {
    reference = await startReferenceExecutor(shopSupergraph, dataSourcesOf('interpreted'));
  });

  afterAll(() => reference.stop());

  test('have the results and errors of the reference gateway over interpreted subgraphs', async () => {
    const graph = graphOver('interpreted');
    const generator = new OperationGenerator(graph.apiSchema, 7, { hasConditions: false });
    let compared = 0;
    for (let index = 0; index < 200; index++) {
      const operation = generator.next();
      const description = JSON.stringify(operation);
      const requests = [testRequest(), testRequest()] as const;
      if (isBeyondReference(graph, operation) || !(await isPlannable(graph, operation))) continue;
      const ours = await run(graph, operation, requests[0]);
      const theirs = await reference.execute({ ...operation, context: requests[1] });
      expect(inAnyOrder(ours.data), description).toBe(inAnyOrder(theirs.data));
      expectValidPaths(ours, description);
      const [effects, referenceEffects] = requests.map(logOf);
      if (ours.data === null && operation.document.startsWith('mutation')) {
        // The reference executes the mutations of other subgraphs after one that makes the data null.
        expect(errorsOf(theirs), description).toEqual(expect.arrayContaining(errorsOf(ours)));
        expect(referenceEffects?.slice(0, effects?.length), description).toEqual(effects);
      } else {
        expect(errorsOf(ours), description).toEqual(errorsOf(theirs));
        expect(effects, description).toEqual(referenceEffects);
      }
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });

  test('have the same results over compiled and interpreted subgraphs', async () => {
    const graphs = [graphOver('compiled'), graphOver('interpreted')] as const;
    const generator = new OperationGenerator(graphs[0].apiSchema, 11);
    let compared = 0;
    for (let index = 0; index < 200; index++) {
      const operation = generator.next();
      const description = JSON.stringify(operation);
      const requests = [testRequest(), testRequest()] as const;
      if (!(await isPlannable(graphs[0], operation))) continue;
      const compiled = await run(graphs[0], operation, requests[0]);
      const interpreted = await run(graphs[1], operation, requests[1]);
      expect(JSON.stringify(compiled.data), description).toBe(JSON.stringify(interpreted.data));
      expect(outcomesOf(compiled), description).toEqual(outcomesOf(interpreted));
      expect(logOf(requests[0]), description).toEqual(logOf(requests[1]));
      compared++;
    }
    expect(compared).toBeGreaterThan(175);
  });
});

/**
 * Summary of errors and nulls: the same fields have failed with the same messages. If several fields failed below one
 * null, the reported one depends on timing.
 */
function outcomesOf(result: ExecutionResult): string[] {
  const outcomes = new Set<string>();
  const nulls = new Set<string>();
  for (const { message, path = [], extensions } of result.errors ?? []) {
    const parent = path.slice(0, -1);
    const depth = depthOfNull(result.data, parent);
    if (path.length > 0 && depth === parent.length && parent.reduce(stepInto, result.data) !== null) {
      outcomes.add(JSON.stringify({ parent, message, code: extensions.code }));
    } else nulls.add(`below ${parent.slice(0, depth).join('.')}`);
  }
  return [...outcomes, ...nulls].sort();
}

function depthOfNull(data: unknown, path: readonly (string | number)[]): number {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (value === null || value === undefined) return index;
    value = stepInto(value, step);
  }
  return path.length;
}
