import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { buildSchema, execute, type GraphQLSchema, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GatewayServices, RequestScope, ScopeOptions, UnknownPathHandler } from '../gateway/index.js';
import { anonymous, type Caller, type Credentials, type RequestContext } from '../platform/caller.js';
import { DomainError } from '../platform/domain-error.js';
import { silentLog } from '../platform/log.js';
import { loadRoutes } from './load-routes.js';
import { registerRoutes } from './register-routes.js';
import { zonesDialect } from './zones/dialect.js';

const schema = buildSchema(`
  type Quota { left: Int! size: Int }
  type Account { name: String! quota: Quota }
  type Thing { name: String! }
  type Query { account: Account thing(name: String!, size: Int): Thing! things: [Thing!]! }
  type Mutation { drop(name: String!): Thing! }
`);

const quota = 'quota { left @header(name: "Left") size @header(name: "Size") }';
const documents: Readonly<Record<string, string>> = {
  'guard.graphql': `query Quota @guard { account { ${quota} } }`,
  'get.graphql': `query GetThing($name: String!, $size: Int @parameter(minimum: 1, maximum: 9))
    @http(method: GET, path: "/things/{name}", query: ["size"], unwrap: "thing", guard: "Quota", summary: "x") {
      thing(name: $name, size: $size) { name }
    }`,
  'list.graphql': `query ListThings @http(method: GET, path: "/things/all", unwrap: "things", summary: "x") {
      things { name } account { ${quota} }
    }`,
  'drop.graphql': `mutation DropThing($name: String!)
    @http(method: DELETE, path: "/things/{name}", unwrap: "drop", status: 202, ignoresCredentials: true, summary: "x") {
      drop(name: $name) { detail: name @phrase(text: "{} dropped") }
    }`,
  'tree.graphql': `query GetTree($name: String! @parameter(segments: true))
    @http(method: GET, path: "/trees/of/{name}", unwrap: "thing", summary: "x") { thing(name: $name) { name } }`,
  'leaves.graphql': `query GetLeaves($name: String! @parameter(segments: true))
    @http(method: GET, path: "/trees/of/{name}:/leaves", unwrap: "thing", summary: "x") {
      thing(name: $name) { leaves: name }
    }`,
  'find.graphql': `query FindThing($text: String!)
    @http(method: GET, path: "/finds/of(text='{text}')", unwrap: "thing", summary: "x") { thing(name: $text) { name } }`,
  'place.graphql': `query GetPlace($host: String!)
    @http(method: GET, path: "/places/{host}:/x", unwrap: "thing", summary: "x") { thing(name: $host) { name } }`,
  'me.graphql': 'query Me @http(method: GET, path: "/me/", unwrap: "account", summary: "x") { account { name } }',
};

/** Names of the executed operations. */
const requested: string[] = [];

const root = {
  account(_arguments: object, { caller }: RequestContext) {
    if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'A key is required');
    if (caller.kind === 'operator') return null;
    return { name: 'ada', quota: { left: 3, size: null } };
  },
  thing({ name }: { name: string }, { caller }: RequestContext) {
    if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'A key is required');
    if (name === 'missing') throw new DomainError('NOT_FOUND', 'It is missing');
    return { name };
  },
  things: () => [{ name: 'a' }, { name: 'b' }],
  drop: ({ name }: { name: string }) => ({ name }),
};

const callers: Readonly<Record<string, Caller>> = {
  account: { kind: 'account', accountId: '1', username: 'ada' },
  operator: { kind: 'operator', name: 'o', role: 'admin', tenantId: null },
};

/** A scope without a timeout, whose caller is anonymous until it is identified. */
function beginScope(scope: ScopeOptions): RequestScope {
  let caller: Caller = anonymous;
  return {
    ...scope,
    get caller() {
      return caller;
    },
    signal: new AbortController().signal,
    identify(known) {
      caller = known;
    },
    end() {},
  };
}

/** The gateway services that routes use, over graphql-js. */
function services(unknownPaths: UnknownPathHandler[]): GatewayServices {
  const graph = {
    apiSchema: schema,
    supergraphSdl: '',
    prepare: ({
      document,
      operationName = '',
    }: {
      document: string | ReturnType<typeof parse>;
      operationName?: string;
    }) => ({
      async execute({ variables, context }: { variables: Record<string, unknown>; context: RequestContext }) {
        requested.push(operationName);
        const parsed = typeof document === 'string' ? parse(document) : document;
        return await execute({
          schema: schema as GraphQLSchema,
          document: parsed,
          rootValue: root,
          variableValues: variables,
          contextValue: context,
        });
      },
    }),
  };
  return {
    graph: { internal: graph },
    authenticator: {
      authenticate({ headers }: Credentials) {
        const { authorization } = headers;
        if (authorization === undefined) return anonymous;
        const caller = callers[authorization];
        if (caller === undefined) throw new DomainError('UNAUTHENTICATED', 'The credentials are unknown');
        return caller;
      },
    },
    requestLimit: { check: () => undefined },
    rejections: { responded() {}, bodyTooLarge() {} },
    scopes: {
      active: 0,
      begin: beginScope,
      close() {},
    },
    unknownPaths: { add: (handler: UnknownPathHandler) => void unknownPaths.push(handler) },
  } as unknown as GatewayServices; // The routes use only these services.
}

let app: FastifyInstance;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'routes-'));
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(directory, name), text);
  const routes = loadRoutes({ adapter: 'things', schema, directory });
  rmSync(directory, { recursive: true });
  const unknown: UnknownPathHandler[] = [];
  app = Fastify();
  app.setNotFoundHandler((request, reply) => void unknown[0]?.(request, reply, []));
  const adapter = { name: 'things', title: 'Things', description: '', dialect: zonesDialect, examples: {} };
  await registerRoutes({ adapter, routes, log: silentLog })(app, services(unknown));
});

async function send(method: 'GET' | 'DELETE' | 'POST', url: string, authorization?: string) {
  requested.length = 0;
  const { statusCode, headers, body } = await app.inject({
    method,
    url,
    headers: { ...(authorization && { authorization }) },
  });
  return {
    status: statusCode,
    left: headers.left,
    size: headers.size,
    response: JSON.parse(body),
    executed: [...requested],
  };
}

describe('a guard', () => {
  test('is not executed for a successful request', async () => {
    expect(await send('GET', '/things/a?size=3', 'account')).toMatchObject({
      status: 200,
      response: { name: 'a' },
      executed: ['GetThing'],
    });
  });

  test('adds its headers to GraphQL errors', async () => {
    expect(await send('GET', '/things/missing', 'account')).toEqual({
      status: 404,
      left: '3',
      size: undefined,
      response: { detail: 'It is missing' },
      executed: ['GetThing', 'Quota'],
    });
  });

  test('adds its headers to errors of the request reader', async () => {
    expect(await send('GET', '/things/a?size=x', 'account')).toEqual({
      status: 400,
      left: '3',
      size: undefined,
      response: { detail: 'size must be an integer from 1 to 9' },
      executed: ['Quota'],
    });
  });

  test('rejects callers without access before the request is validated', async () => {
    const rejected = { status: 401, left: undefined, response: { detail: 'Invalid, missing or expired API key' } };
    expect(await send('GET', '/things/a?size=x')).toMatchObject({ ...rejected, executed: ['Quota'] });
    expect(await send('GET', '/things/a')).toMatchObject({ ...rejected, executed: ['GetThing'] });
    expect(await send('GET', '/things/a?size=x', 'nobody')).toMatchObject({ ...rejected, executed: [] });
  });

  test('adds no headers for callers without a quota', async () => {
    expect(await send('GET', '/things/a?size=x', 'operator')).toMatchObject({ status: 400, left: undefined });
  });
});

test('header values are sent even if the response body is a list', async () => {
  expect(await send('GET', '/things/all', 'account')).toMatchObject({
    status: 200,
    left: '3',
    response: [{ name: 'a' }, { name: 'b' }],
    executed: ['ListThings'],
  });
});

test('routes without authentication ignore credentials', async () => {
  expect(await send('DELETE', '/things/a', 'nobody')).toMatchObject({ status: 202, response: { detail: 'a dropped' } });
});

test('the dialect determines the response if the operation returns null', async () => {
  expect(await send('GET', '/me', 'account')).toMatchObject({ status: 200, response: { name: 'ada' } });
  expect(await send('GET', '/me', 'operator')).toMatchObject({
    status: 403,
    response: { detail: 'This operation requires an API key of an account' },
  });
});

describe('a path', () => {
  test.each(['/things/all', '/things/all/', '/me', '/me/', '/things/b', '/things/b/'])(
    '%s matches with and without a trailing slash',
    async (path) => {
      expect((await send('GET', path, 'account')).status).toBe(200);
    },
  );

  test.each([
    ['a%20b', 'a b'],
    ['a%2Fb', 'a/b'],
    ['%2A.zone', '*.zone'],
    ['*.zone', '*.zone'],
    ['100%25', '100%'],
    ['a%252Fb', 'a%2Fb'],
    ['caf%C3%A9', 'café'],
    ['a+b', 'a+b'],
  ])('with %s has the parameter %s', async (input, name) => {
    expect((await send('GET', `/things/${input}`, 'account')).response).toEqual({ name });
    expect((await send('DELETE', `/things/${input}/`)).response).toEqual({ detail: `${name} dropped` });
  });

  test.each([
    ['a', 'a'],
    ['a/', 'a'],
    ['a/b/c', 'a/b/c'],
    ['a/b%20c/', 'a/b c'],
    ['a//b', 'a//b'],
  ])('with a wildcard as the last parameter matches all segments of %s', async (input, name) => {
    expect((await send('GET', `/trees/of/${input}`, 'account')).response).toEqual({ name });
  });

  test.each([
    ['a:/leaves', { leaves: 'a' }],
    ['a/b%20c:/leaves/', { leaves: 'a/b c' }],
    ['a:/leaves:/leaves', { leaves: 'a:/leaves' }],
    ['a%3A/leaves', { name: 'a:/leaves' }],
    ['a:/leave', { name: 'a:/leave' }],
  ])('with a suffix after the wildcard is a separate route: %s', async (input, response) => {
    expect((await send('GET', `/trees/of/${input}`, 'account')).response).toEqual(response);
  });

  test.each([
    ["'a%20b'", 'a b'],
    ['%27a%27', 'a'],
    ["'it''s'", "it''s"],
    ["'a%2Fb'", 'a/b'],
    ["''", ''],
  ])('with a parameter in quotes matches any value, even an empty one: %s', async (input, name) => {
    expect((await send('GET', `/finds/of(text=${input})`, 'account')).response).toEqual({ name });
  });

  test.each([
    ['GET', '/finds/of(text=a)', 404],
    ['POST', "/finds/of(text='a')", 405],
    ['GET', '/trees/of/:/leaves', 404],
    ['GET', '/trees/of/', 404],
    ['GET', '/trees/of', 404],
    ['GET', '/trees/in/a', 404],
    ['POST', '/trees/of/a', 405],
    ['POST', '/trees/of/a/b', 405],
    ['POST', '/things/all', 405],
    ['POST', '/things/all/', 405],
    ['DELETE', '/me/', 405],
    ['GET', '/me//', 404],
    ['GET', '/things/', 404],
    ['GET', '/things', 404],
    ['GET', '/things/a/b', 404],
    ['GET', '/places/a:/x', 200],
    ['POST', '/places/a:/x', 405],
    ['GET', '/places/a:b:/x', 404],
  ] as const)('%s %s has the status %d', async (method, path, status) => {
    expect((await send(method, path, 'account')).status).toBe(status);
  });
});
