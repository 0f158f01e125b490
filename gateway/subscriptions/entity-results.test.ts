import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { silentLog } from '../../platform/log.js';
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
