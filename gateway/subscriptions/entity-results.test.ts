import { GraphQLError } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.js';
import { untilAborted } from '../../platform/until-aborted.js';
import { EntityReader, type EntityRequest, type SubscriptionOperation } from './entity-results.js';

/** A request for pets, whose query returns the data and the error of one fetch. */
function requestOf(pets: unknown, error: GraphQLError): EntityRequest {
  const operation = {
    subscription: { responseName: 'pet', idsVariable: 'ids' },
    cost: () => 1,
    prepared: { execute: async () => ({ data: { pet: pets }, errors: [error] }) },
  } as unknown as SubscriptionOperation; // The reader uses only these members.
  return { operation, variables: {}, caller: { kind: 'anonymous' }, sourceAddress: '', requestId: 'r' };
}

const reader = new EntityReader({ timeoutSeconds: 5, maxCost: 10, log: silentLog });
const { code, message } = { code: 'BAD_USER_INPUT', message: 'The variable is invalid' };

test('an error of a fetch for all entities is in the result of each, but not of objects that are filtered out', async () => {
  const error = new GraphQLError(message, { extensions: { code } });
  const results = await reader.read(requestOf([{ owner: null }, null], error), ['a', 'b']);
  expect(Object.fromEntries(results)).toEqual({
    a: { errors: [{ message, extensions: { code } }], data: { pet: { owner: null } } },
  });
});

test('an error for the objects of a list below all entities has a path from the entity', async () => {
  const error = new GraphQLError(message, { extensions: { code }, path: ['pet', '@', 'owner'] });
  const results = await reader.read(requestOf([{ owner: null }], error), ['a']);
  expect(results.get('a')?.errors).toEqual([{ message, extensions: { code }, path: ['pet', 'owner'] }]);
});

test('an error of one entity is not in the results of others', async () => {
  const error = new GraphQLError(message, { extensions: { code }, path: ['pet', 1, 'owner'] });
  const results = await reader.read(requestOf([{ owner: {} }, { owner: null }], error), ['a', 'b']);
  expect(results.get('a')?.errors).toBeUndefined();
  expect(results.get('b')?.errors).toEqual([{ message, extensions: { code }, path: ['pet', 'owner'] }]);
});

test.each(['SERVICE_UNAVAILABLE', 'STORE_UNAVAILABLE'])(
  'the read of entities is rejected after a fetch that failed temporarily with %s',
  async (temporaryCode) => {
    const error = new GraphQLError('The service is not available', { extensions: { code: temporaryCode } });
    await expect(reader.read(requestOf([{ owner: null }], error), ['a'])).rejects.toMatchObject({
      code: temporaryCode,
    });
  },
);

describe('a read that times out', () => {
  /** A request whose executions time out if they read more than `limit` entities. */
  function timingOut(limit: number) {
    const batches: (readonly string[])[] = [];
    const error = new GraphQLError('Too late', { extensions: { code: 'TIMEOUT' } });
    const operation = {
      subscription: { responseName: 'pet', idsVariable: 'ids' },
      cost: () => 1,
      prepared: {
        async execute({ variables: { ids } }: { variables: { ids: readonly string[] } }) {
          batches.push(ids);
          return ids.length > limit
            ? { data: null, errors: [error] }
            : { data: { pet: ids.map((name) => ({ name })) } };
        },
      },
    } as unknown as SubscriptionOperation; // The reader uses only these members.
    const request = { ...requestOf([], error), operation };
    return { request, batches };
  }

  test('is repeated with fewer entities', async () => {
    const { request, batches } = timingOut(1);
    const results = await reader.read(request, ['a', 'b', 'c']);
    expect([...results.values()].map(({ data }) => data)).toEqual(['a', 'b', 'c'].map((name) => ({ pet: { name } })));
    expect(batches).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a'], ['b'], ['c']]);
  });

  test.each([
    [
      'three executions',
      ['a', 'b', 'c', 'd', 'e'],
      [
        ['a', 'b', 'c', 'd', 'e'],
        ['a', 'b', 'c'],
        ['a', 'b'],
      ],
    ],
    ['one execution for a single entity', ['a', 'b'], [['a', 'b'], ['a']]],
  ])('is rejected after %s, so the position does not advance', async (_, ids, expected) => {
    const { request, batches } = timingOut(0);
    await expect(reader.read(request, ids)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(batches).toEqual(expected);
  });
});

describe('callers with many subscriptions', () => {
  /** A request whose executions wait for `end`. */
  function slowRequest(started: string[], sourceAddress: string, signal?: AbortSignal) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const operation = {
      subscription: { responseName: 'pet', idsVariable: 'ids' },
      cost: () => 1,
      prepared: {
        async execute({ context }: { context: { signal: AbortSignal } }) {
          started.push(sourceAddress);
          await untilAborted(context.signal, ended);
          return { data: { pet: [] } };
        },
      },
    } as unknown as SubscriptionOperation; // The reader uses only these members.
    const caller = { kind: 'anonymous' } as const;
    return { request: { operation, variables: {}, caller, sourceAddress, requestId: 'r', signal }, end };
  }

  test('do not delay those of others', async () => {
    const started: string[] = [];
    const many = Array.from({ length: 10 }, () => slowRequest(started, 'many'));
    const reads = many.map(({ request }) => reader.read(request, ['a']));
    const one = slowRequest(started, 'one');
    const read = reader.read(one.request, ['a']);
    for (const { end } of many.slice(0, 2)) end();
    await vi.waitFor(() => expect(started).toEqual(['many', 'many', 'many', 'many', 'many', 'one']), 60_000);
    for (const { end } of [...many, one]) end();
    await Promise.all([...reads, read]);
  });

  test('end their reads with the subscriptions', async () => {
    const started: string[] = [];
    const controller = new AbortController();
    const reads = Array.from({ length: 6 }, () =>
      reader.read(slowRequest(started, 'many', controller.signal).request, ['a']),
    );
    const failures = Promise.all(reads.map((each) => expect(each).rejects.toThrow('ended')));
    controller.abort(new Error('ended'));
    await failures;
    expect(started).toHaveLength(4);
    const next = slowRequest(started, 'one');
    next.end();
    expect(await reader.read(next.request, ['a'])).toEqual(new Map());
  });
});
