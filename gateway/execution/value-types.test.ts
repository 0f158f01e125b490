import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { composeSupergraph } from '../supergraph.js';
import type { DataSource, FetchRequest, FetchResult } from './data-source.js';
import { buildGraph } from './graph.js';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])';
const supergraphSdl = composeSupergraph([
  {
    name: 'a',
    typeDefs: `${link}
      type Query { config: Config @shareable users: [User!]! }
      type Config { fromA: String }
      type User @key(fields: "id") { id: ID! address: Address @shareable }
      type Address { street: String }`,
  },
  {
    name: 'b',
    typeDefs: `${link}
      type Query { config: Config @shareable }
      type Config { fromB: String }
      type User @key(fields: "id") { id: ID! address: Address @shareable }
      type Address { zip: String zone: String! }`,
  },
]);

const user = { __typename: 'User', id: '1', address: { street: 'Elm' } };
const settled = ({ data, errors = [] }: { data?: unknown; errors?: readonly { message: string }[] }) => ({
  data,
  errors: errors.map(({ message }) => message),
});

/** Executes an operation whose fetches have these results after the delays. */
async function run(document: string, { a, b }: Record<'a' | 'b', { delayMs?: number; result: FetchResult | Error }>) {
  const sourceOf = ({ delayMs = 0, result }: typeof a): DataSource => ({
    async execute({ context }: FetchRequest) {
      await pause(delayMs, undefined, { signal: context.signal });
      if (result instanceof Error) throw result;
      return structuredClone(result);
    },
  });
  const graph = buildGraph({ supergraphSdl, dataSources: { a: sourceOf(a), b: sourceOf(b) } });
  const context = { requestId: 'test', signal: new AbortController().signal };
  return settled(await graph.prepare({ document }).execute({ variables: {}, context }));
}

describe('an object whose fields come from two subgraphs', () => {
  const failed: FetchResult = { data: { config: null }, errors: [{ message: 'failed', path: ['config'] }] };

  test.each([
    [0, 20],
    [20, 0],
  ])('has the fields of the other subgraph if one fails, in each order (%i and %i ms)', async (first, second) => {
    const result = await run('{ config { fromA fromB } }', {
      a: { delayMs: first, result: failed },
      b: { delayMs: second, result: { data: { config: { fromB: 'B' } } } },
    });
    expect(result).toEqual({ data: { config: { fromA: null, fromB: 'B' } }, errors: ['failed'] });
  });

  test('has one error if a subgraph is down', async () => {
    const a = { result: { data: { config: { fromA: 'A' } } } };
    expect(await run('{ config { fromA fromB } }', { a, b: { result: new Error('down') } })).toEqual({
      data: { config: { fromA: 'A', fromB: null } },
      errors: ['down'],
    });
  });
});

describe('an object in an entity, whose fields come from two subgraphs', () => {
  const a = { result: { data: { users: [user] } } };

  test.each<[string, FetchResult | Error, string]>([
    ['a subgraph is down', new Error('down'), 'down'],
    [
      'the entity fails',
      { data: { _entities: [null] }, errors: [{ message: 'lost', path: ['_entities', 0] }] },
      'lost',
    ],
    [
      'the object fails',
      { data: { _entities: [{ address: null }] }, errors: [{ message: 'none', path: ['_entities', 0, 'address'] }] },
      'none',
    ],
  ])('has one error if %s', async (_, result, message) => {
    expect(await run('{ users { address { street zip } } }', { a, b: { result } })).toEqual({
      data: { users: [{ address: { street: 'Elm', zip: null } }] },
      errors: [message],
    });
    expect(await run('{ users { address { street zone } } }', { a, b: { result } })).toEqual({
      data: { users: [{ address: null }] },
      errors: [message],
    });
  });

  test('has no error if the entity is unknown to one of them', async () => {
    const b = { result: { data: { _entities: [null] } } };
    expect(await run('{ users { address { street zip } } }', { a, b })).toEqual({
      data: { users: [{ address: { street: 'Elm', zip: null } }] },
      errors: [],
    });
  });
});
