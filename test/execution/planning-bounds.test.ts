import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildGraph, composeSupergraph } from '../../gateway/index.js';
import { startOverHttp } from '../oracle/over-http.js';
import { testRequest } from './shop/index.js';
import { federated } from './support/http-subgraphs.js';

const subgraphs = {
  films: federated(`
    type Query { node: Node }
    interface Node @key(fields: "id") { id: ID! }
    type Book implements Node @key(fields: "id") { id: ID! title: String }
    type Film implements Node @key(fields: "id") { id: ID! title: String }
  `),
  links: federated('type Node @key(fields: "id") @interfaceObject { id: ID! next: Node other: Node }'),
  likes: federated('type Node @key(fields: "id") @interfaceObject { id: ID! more: Node likes: Int }'),
};
const nothing = { execute: () => ({ data: {} }) };
/** Far below the time of planning, also on a machine that does much other work. */
const maxMs = 5000;

function build() {
  return buildGraph({
    supergraphSdl: composeSupergraph(Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs }))),
    dataSources: { films: nothing, links: nothing, likes: nothing },
  });
}

const expensiveOperation = '{node{next{next{next{next{next{next{next{...on Book{title}}}}}}}}}}';

test('an operation that takes minutes to plan is rejected within seconds without blocking the process', async () => {
  const graph = build();
  await graph.prepare({ document: '{ node { id } }' }).execute({ variables: {}, context: testRequest() });
  let maxPause = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    maxPause = Math.max(maxPause, performance.now() - last);
    last = performance.now();
  }, 5);
  const startedAtMs = performance.now();
  const result = await graph
    .prepare({ document: expensiveOperation })
    .execute({ variables: {}, context: testRequest() });
  const durationMs = performance.now() - startedAtMs;
  clearInterval(pulse);
  expect(result.errors?.[0]?.extensions.code).toBe('QUERY_TOO_EXPENSIVE');
  expect(result).not.toHaveProperty('data');
  expect(durationMs).toBeLessThan(maxMs);
  expect(maxPause).toBeLessThan(maxMs / 2);
});

test('the planning thread reads a supergraph before the first operation', () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => sent.mockRestore());
  build();
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ document: '{\n  __typename\n}' }));
});

test('an operation that was rejected because too many others were waiting is planned when it is sent again', async () => {
  const graph = build();
  const operations = Array.from({ length: 110 }, (_, index) =>
    graph.prepare({ document: `{ node { alias${index}: id } }` }),
  );
  const execute = async (operation: (typeof operations)[number]) =>
    (await operation.execute({ variables: {}, context: testRequest() })).errors?.map(({ message }) => message);
  const results = await Promise.all(operations.map(execute));
  const rejected = operations.filter((_, index) => results[index]?.[0]?.startsWith('Too many operations are waiting'));
  expect(rejected.length).toBeGreaterThan(0);
  for (const operation of rejected) expect(await execute(operation)).toEqual(results[0]);
});

test('a health check gets its response immediately while an expensive operation is planned', async () => {
  const gateway = await startOverHttp(subgraphs);
  try {
    let isDone = false;
    const result = gateway.execute({ document: expensiveOperation, variables: {} }).finally(() => {
      isDone = true;
    });
    let maxPause = 0;
    while (!isDone) {
      const startedAtMs = performance.now();
      expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
      maxPause = Math.max(maxPause, performance.now() - startedAtMs);
    }
    expect((await result).errors?.[0]?.extensions.code).toBe('QUERY_TOO_EXPENSIVE');
    expect(maxPause).toBeLessThan(maxMs / 2);
  } finally {
    await gateway.close();
  }
});
