import type { ExecutionResult } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGraph, type DataSource, InProcessDataSource } from '../../gateway/execution/index.js';
import type { Graph } from '../../gateway/graph.js';
import type { RequestContext } from '../../platform/caller.js';
import { OperationGenerator, type RandomOperation } from './random-operations.js';
import { type ReferenceExecutor, startReferenceExecutor } from './reference-executor.js';
import { logOf, testRequest, world, worldContext, worldSupergraph } from './world/index.js';

function dataSourcesOf(mode: 'compiled' | 'interpreted'): ReadonlyMap<string, DataSource> {
  return new Map(
    world.map(({ name, schema }) => [name, new InProcessDataSource({ schema, createContext: worldContext }, { mode })]),
  );
}

function graphOver(mode: 'compiled' | 'interpreted'): Graph {
  return buildGraph({ supergraphSdl: worldSupergraph, dataSources: dataSourcesOf(mode) });
}

/** Runs the operation with our executor; the written JSON must say what the data says. */
async function run(graph: Graph, operation: RandomOperation, context: RequestContext): Promise<ExecutionResult> {
  const prepared = graph.prepare({ document: operation.document });
  const result = await prepared.execute({ variables: operation.variables, context });
  if (result.data) expect(prepared.serialize(result.data), operation.document).toBe(JSON.stringify(result.data));
  return result;
}

describe('generated operations', () => {
  let reference: ReferenceExecutor;

  beforeAll(async () => {
    reference = await startReferenceExecutor(worldSupergraph, dataSourcesOf('interpreted'));
  });

  afterAll(() => reference.stop());

  test('give what the stock gateway gives, to the last error, over the same interpreted subgraphs', async () => {
    const graph = graphOver('interpreted');
    const generator = new OperationGenerator(graph.apiSchema, 7);
    for (let index = 0; index < 800; index++) {
      const operation = generator.next();
      const description = JSON.stringify(operation);
      const requests = [testRequest(), testRequest()] as const;
      const ours = await run(graph, operation, requests[0]);
      const theirs = await reference.execute({ ...operation, context: requests[1] });
      expect(inAnyOrder(ours.data), description).toBe(inAnyOrder(theirs.data));
      expect(errorsOf(ours), description).toEqual(errorsOf(theirs));
      expectTruePaths(ours, description);
      expect(logOf(requests[0]), description).toEqual(logOf(requests[1]));
    }
  });

  test('give over compiled subgraphs what they give over interpreted ones', async () => {
    const graphs = [graphOver('compiled'), graphOver('interpreted')] as const;
    const generator = new OperationGenerator(graphs[0].apiSchema, 11);
    for (let index = 0; index < 800; index++) {
      const operation = generator.next();
      const description = JSON.stringify(operation);
      const requests = [testRequest(), testRequest()] as const;
      const compiled = await run(graphs[0], operation, requests[0]);
      const interpreted = await run(graphs[1], operation, requests[1]);
      expect(JSON.stringify(compiled.data), description).toBe(JSON.stringify(interpreted.data));
      expect(placesOf(compiled), description).toEqual(placesOf(interpreted));
      expect(logOf(requests[0]), description).toEqual(logOf(requests[1]));
    }
  });
});

/** The data as text with sorted keys: the stock gateway's order differs where fragments follow each other. */
function inAnyOrder(data: unknown): string {
  const sort = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(data ?? null, sort);
}

/**
 * Errors with the places that they are for. Indexes are left out: where only some items of a list can be asked for in a
 * subgraph, the stock gateway counts wrongly. {@link expectTruePaths} looks at ours.
 */
function errorsOf(result: ExecutionResult): string[] {
  return (result.errors ?? [])
    .map(({ message, path, extensions }) => {
      const place = path?.map((step) => (typeof step === 'number' ? '#' : step));
      return JSON.stringify({ message, path: place, code: extensions.code });
    })
    .sort();
}

/** Every path of an error leads to a null, below one, or to an entity that lacks something. */
function expectTruePaths(result: ExecutionResult, description: string): void {
  for (const { path, message } of result.errors ?? []) {
    if (path === undefined || path.includes('@') || path.includes('_entities')) continue;
    let value: unknown = result.data;
    for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
    expect(JSON.stringify(value ?? null), `${message} at ${path.join('.')} in ${description}`).toContain('null');
  }
}

/**
 * Which nulls have errors, and the errors of those that failed by themselves. Where several fields failed below one null,
 * which of them is told is a matter of timing.
 */
function placesOf(result: ExecutionResult): string[] {
  const places = new Set<string>();
  for (const { message, path, extensions } of result.errors ?? []) {
    // The object that has become null may be an entity in a subgraph: then the graph still has it.
    const place = path?.slice(0, -1);
    const known = place?.slice(0, depthOfNull(result.data, place)) ?? [];
    const isOwn = known.length === (place?.length ?? 0);
    places.add(JSON.stringify(isOwn ? { at: known, message, code: extensions.code } : { below: known }));
  }
  return [...places].sort();
}

function depthOfNull(data: unknown, path: readonly (string | number)[]): number {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (value === null || value === undefined) return index;
    value = (value as Record<string | number, unknown>)[step];
  }
  return path.length;
}
