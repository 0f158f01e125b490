import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { InProcessDataSource, openGraph } from '../../gateway/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { createLog, silentLog } from '../../platform/log.js';
import { composeSupergraph } from '../execution/shop/index.js';
import { federated, schemaOf } from '../execution/support/http-subgraphs.js';
import { lines, type Served, serve } from '../gateway/support/serve.js';
import { temporaryFolder } from '../support/running-server.js';

const typeDefs = federated(`
  type Query { hello: String broken: String rejected: String caller: String secret: String @inaccessible }
  type Mutation { change: String }
`);
const schema = schemaOf({
  name: 'greeter',
  typeDefs,
  resolvers: {
    Query: {
      hello: () => 'world',
      broken: () => {
        throw new Error('connection to db-17.internal failed');
      },
      rejected: () => {
        throw new DomainError('FORBIDDEN', 'Not for you');
      },
      caller: (_source, _args, context) => (context as unknown as RequestContext).caller.kind,
      secret: () => 'secret',
    },
    Mutation: { change: () => 'changed' },
  },
});
const supergraphSdl = composeSupergraph({ greeter: typeDefs });
const folder = temporaryFolder();
afterAll(folder.remove);
let modules = 0;

function moduleOf(source: string): string {
  modules += 1;
  const path = join(folder.path, `plugins-${modules}.mjs`);
  writeFileSync(path, source);
  return path;
}

async function open(apolloPlugins: string, logged: Record<string, unknown>[] = []) {
  const dataSources = new Map([['greeter', new InProcessDataSource({ schema, createContext: (context) => context })]]);
  const log = createLog({ level: 'info', destination: lines(logged) });
  const opened = await openGraph({ supergraphSdl, dataSources, settings: { engine: 'apollo', apolloPlugins }, log });
  onTestFinished(opened.close);
  return opened.graph;
}

async function serveWith(source: string, logged?: Record<string, unknown>[]): Promise<Served> {
  return await serve({ graph: await open(source === '' ? '' : moduleOf(source), logged) });
}

describe('a module with plugins', () => {
  test('observes operations with their caller and their headers, adds headers and extensions, and writes to the log', async () => {
    const logged: Record<string, unknown>[] = [];
    const server = await serveWith(
      `export default ({ apollo, graphql, log }) => ({
        plugins: [{
          async requestDidStart({ request, contextValue }) {
            const client = request.http.headers.get('apollographql-client-name');
            return {
              async didResolveOperation({ operationName, document }) {
                log.info({ operationName, client, caller: contextValue.caller.kind, text: graphql.print(document) }, 'seen');
              },
              async willSendResponse({ response }) {
                response.http.headers.set('x-engine', typeof apollo.ApolloServerPluginUsageReporting);
                response.body.singleResult.extensions = { traced: true };
              },
            };
          },
        }],
      })`,
      logged,
    );
    const response = await server.sendRequest(
      { query: 'query Hello { hello } query Other { caller }', operationName: 'Hello' },
      { 'apollographql-client-name': 'tests' },
    );
    expect(response.headers.get('x-engine')).toBe('function');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ data: { hello: 'world' }, extensions: { traced: true } });
    expect(logged.filter(({ msg }) => msg === 'seen')).toMatchObject([
      { operationName: 'Hello', client: 'tests', caller: 'anonymous', text: expect.stringContaining('query Other') },
    ]);
  });

  test('can reject an operation: an error with a code of Rampart is shown, any other is masked', async () => {
    const server = await serveWith(`
      export default ({ graphql }) => ({
        plugins: [{
          async requestDidStart() {
            return {
              async didResolveOperation({ operationName }) {
                if (operationName === 'Masked') throw new Error('key 123 is used up');
                throw new graphql.GraphQLError('Come back tomorrow', { extensions: { code: 'RATE_LIMITED' } });
              },
            };
          },
        }],
      });`);
    const accept = { accept: 'application/graphql-response+json' };
    const response = await server.sendRequest({ query: '{ hello }' }, accept);
    expect([response.status, await response.json()]).toEqual([
      429,
      { errors: [{ message: 'Come back tomorrow', extensions: { code: 'RATE_LIMITED' } }] },
    ]);
    const masked = await server.sendRequest({ query: 'query Masked { hello }' }, accept);
    expect([masked.status, await masked.json()]).toEqual([
      500,
      { errors: [{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    ]);
  });

  test('sees no operations of the server itself', async () => {
    const logged: Record<string, unknown>[] = [];
    const graph = await open(
      moduleOf(`export default ({ log }) => ({
        plugins: [{ async requestDidStart() { log.info('seen'); } }],
      })`),
      logged,
    );
    const context: RequestContext = {
      caller: { kind: 'anonymous' },
      via: 'rest',
      requestId: '1',
      sourceAddress: '127.0.0.1',
      signal: new AbortController().signal,
    };
    const document = '{ secret }';
    expect(await graph.internal.prepare({ document }).execute({ variables: {}, context })).toEqual({
      data: { secret: 'secret' },
    });
    expect(logged).toEqual([]);
    expect(() => graph.prepare({ document })).toThrow(/Cannot query field "secret"/);
    await graph.prepare({ document: '{ hello }' }).execute({ variables: {}, context });
    expect(logged).toHaveLength(1);
  });

  test.each([
    [
      'has no default export',
      'export const plugins = [];',
      /cannot be used: its default export is missing; export an object such as/,
    ],
    ['is not an object', 'export default 1', /its default export is not an object/],
    ['does not return an object', 'export default () => []', /its default export does not return an object/],
    ['throws', 'export default () => { throw new Error("no key") }', /its default export throws: no key/],
    ['has a syntax error', 'export default {', /it cannot be loaded: /],
    [
      'sets what Rampart decides',
      'export default { introspection: true }',
      /it sets "introspection"; it may set plugins,/,
    ],
    ['has plugins that are not an array', 'export default { plugins: {} }', /its plugins are not an array/],
    [
      'has a plugin that is not an object',
      'export default { plugins: [{}, 2] }',
      /plugin 2 is not an object with hooks/,
    ],
  ])('makes the start fail with the reason if it %s', async (_, source, message) => {
    await expect(open(moduleOf(source))).rejects.toThrow(message);
  });

  test('requires the engine apollo', async () => {
    const settings = { engine: 'rampart', apolloPlugins: '/plugins.mjs' } as const;
    const log = silentLog;
    await expect(openGraph({ supergraphSdl, dataSources: new Map(), settings, log })).rejects.toThrow(
      '[gateway] apollo_plugins is set, but engine is rampart, which has no plugins: set engine = apollo, or remove apollo_plugins',
    );
  });
});

describe('without plugins', () => {
  test('errors are masked, and rejections of a domain are shown', async () => {
    const server = await serveWith('');
    const response = await server.sendRequest({ query: '{ hello broken rejected caller }' });
    const body = await response.json();
    expect(body.data).toEqual({ hello: 'world', broken: null, rejected: null, caller: 'anonymous' });
    expect(body.errors).toEqual([
      { message: 'Internal server error', path: ['broken'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      { message: 'Not for you', path: ['rejected'], extensions: { code: 'FORBIDDEN' } },
    ]);
    expect(server.logged.find(({ msg }) => msg === 'request failed')).toMatchObject({
      err: { message: 'connection to db-17.internal failed' },
    });
  });

  test('a document with @defer is rejected with a code, even for clients that accept incremental delivery, and @defer is not in the schema', async () => {
    const server = await serveWith('');
    const accept = 'multipart/mixed;deferSpec=20220824, application/graphql-response+json';
    const rejected = await server.sendRequest({ query: '{ hello ... @defer { caller } }' }, { accept });
    expect([rejected.status, rejected.headers.get('content-type')]).toEqual([
      400,
      'application/graphql-response+json; charset=utf-8',
    ]);
    expect(await rejected.json()).toEqual({
      errors: [
        {
          message: 'Unknown directive "@defer".',
          locations: [{ line: 1, column: 13 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    });
    const response = await server.sendRequest({ query: '{ __schema { directives { name } } }' });
    expect(await response.text()).not.toContain('"defer"');
  });

  test('a request cannot retrieve the query plan, and nothing is sent to Apollo', async () => {
    const server = await serveWith('');
    const response = await server.sendRequest({ query: '{ hello }' }, { 'apollo-query-plan-experimental': '1' });
    expect(await response.json()).toEqual({ data: { hello: 'world' } });
    expect(process.env.APOLLO_TELEMETRY_DISABLED).toBe('true');
  });
});
