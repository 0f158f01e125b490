import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../platform/domain-error.js';
import { sampleGraph as graph } from './support/sample-graph.js';
import { schemaGraph } from './support/schema-graph.js';
import { serve } from './support/serve.js';

const graphqlResponse = { accept: 'application/graphql-response+json' };

describe('errors', () => {
  const failing = schemaGraph('type Query { secret: String rejected: String coded: String! remote: String }', {
    secret: () => {
      throw new Error('connection to db-17.internal failed');
    },
    rejected: () => {
      throw new DomainError('RATE_LIMITED', 'Too many lookups', { retryAfterSeconds: 30 });
    },
    coded: () => {
      throw Object.assign(new Error('select * from secrets'), { extensions: { code: 'BAD_USER_INPUT' } });
    },
    remote: () => {
      throw new GraphQLError('Not for you', {
        extensions: { code: 'FORBIDDEN', serviceName: 'alerts', response: { url: 'http://alerts.internal' } },
      });
    },
  });

  test('of a domain are returned with code and details together with the data', async () => {
    const response = await (await serve({ graph: failing })).sendRequest({ query: '{ rejected __typename }' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: { rejected: null, __typename: 'Query' },
      errors: [
        {
          message: 'Too many lookups',
          path: ['rejected'],
          locations: [{ line: 1, column: 3 }],
          extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 30 },
        },
      ],
    });
  });

  test.each(['secret', 'coded'])(
    'are masked if they are unexpected (%s), and logged in full with the request id',
    async (field) => {
      const server = await serve({ graph: failing });
      const response = await server.sendRequest({ query: `{ ${field} }` });
      const [error] = (await response.json()).errors;
      expect(error).toMatchObject({
        message: 'Internal server error',
        path: [field],
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      });
      const entry = server.logged.find((line) => line.msg === 'request failed');
      expect(entry?.requestId).toBe(response.headers.get('x-request-id'));
      expect(JSON.stringify(entry)).toMatch(field === 'secret' ? /db-17/ : /select \* from secrets/);
    },
  );

  test('of a remote subgraph do not reveal its address', async () => {
    const response = await (await serve({ graph: failing })).sendRequest({ query: '{ remote }' });
    const body = await response.json();
    expect(body.errors[0]).toMatchObject({ message: 'Not for you', extensions: { code: 'FORBIDDEN' } });
    expect(JSON.stringify(body)).not.toMatch(/alerts|internal/);
  });

  test('of a failing executor are masked, with the status 500', async () => {
    const broken = {
      ...graph,
      prepare: () => {
        throw new Error('planner broke');
      },
    };
    const server = await serve({ graph: broken });
    const response = await server.sendRequest({ query: '{ me }' }, graphqlResponse);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      errors: [{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    expect(JSON.stringify(server.logged)).toContain('planner broke');
  });
});
