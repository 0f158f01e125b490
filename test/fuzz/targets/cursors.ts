import assert from 'node:assert/strict';
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { localAdministrator, type OperatorCaller, type RequestContext } from '../../../platform/caller.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';
import { assertNoInternals, type FuzzedServer, startFuzzedServer } from '../server/fuzzed-server.js';

const analyst: OperatorCaller = { kind: 'operator', name: 'an analyst', role: 'analyst', tenantId: 'contoso' };

/** Cursors: for any text, each list returns a page or an error, and never rows of another tenant. */
export const cursors: Target = {
  name: 'cursors',
  maxBytes: 3000,
  batchSize: 1,
  isDeterministic: false,
  maxMs: 10_000,
  dictionary: [
    'W10',
    'WyJ',
    'IiwwXQ',
    '==',
    '%',
    '%00',
    '+',
    '-',
    '_',
    '/',
    '[]',
    '[null]',
    '["",0]',
    '\n',
    '\0',
    'e30',
  ],
  async open(environment) {
    const server = await startFuzzedServer(environment);
    const lists = listsOf(server.rampart.graph.apiSchema);
    const collected = await collectCursors(server, lists);
    return {
      generate: (random) => generate(random, lists, collected),
      run: (input) => sendRequest(input, { server, lists }),
      checkUp: () => server.assertHealthy(),
      close: () => server.close(),
    };
  },
};

interface List {
  readonly name: string;
  readonly document: string;
}

/** All lists of the graph with cursors, by their paths from the root. */
function listsOf(schema: GraphQLSchema): readonly List[] {
  const query = schema.getQueryType() as GraphQLObjectType; // Every executable schema has a query type.
  const ofRoot = Object.values(query.getFields()).flatMap((field) =>
    field.args.some(({ name }) => name === 'after') && !hasRequired(field) ? [listOf(field)] : [],
  );
  return [
    ...ofRoot,
    { name: 'before', document: 'query ($at: String) { alerts(last: 2, before: $at) { nodes { tenantId } } }' },
    {
      name: 'lookAlikes',
      document:
        'query ($at: String) { lookAlikes(brand: "northwind", first: 1, after: $at) { pageInfo { endCursor } } }',
    },
    { name: 'state', document: pageOf('com', '') },
    { name: 'all zones', document: pageOf('*', '') },
    { name: 'changes', document: pageOf('com', 'start: $start, end: $end,') },
    {
      name: 'history',
      document:
        'query ($at: String) { domain(name: "example.com") { history(first: 1, after: $at) { pageInfo { endCursor } } } }',
    },
    {
      name: 'entries',
      document: 'query ($at: String) { blacklist { entries(first: 1, after: $at) { pageInfo { endCursor } } } }',
    },
    { name: 'delta', document: 'query ($at: String) { mirrorDelta(siteId: "a,b,c", token: $at) { deltaLink } }' },
  ];
}

function hasRequired({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
}

function listOf(field: GraphQLField<unknown, unknown>): List {
  const connection = getNamedType(field.type);
  const nodes = isObjectType(connection) ? getNamedType(connection.getFields().nodes?.type) : undefined;
  const tenant = isObjectType(nodes) && nodes.getFields().tenantId !== undefined ? 'nodes { tenantId }' : '';
  const document = `query ($at: String) { ${field.name}(first: 2, after: $at) { ${tenant} pageInfo { endCursor hasNextPage } } }`;
  return { name: field.name, document };
}

function pageOf(zone: string, window: string): string {
  const head = window === '' ? '($at: String)' : '($at: String, $start: String, $end: String)';
  return `query ${head} { observationPage(zone: "${zone}", ${window} limit: 1, after: $at) { nextCursor pit } }`;
}

const acceptedCodes = ['BAD_USER_INPUT', 'NOT_FOUND', 'GONE', 'FORBIDDEN', 'UNAUTHENTICATED', 'CONFLICT'];

/** The input is the name of a list, a line feed, and the cursor. */
async function sendRequest(
  input: Buffer,
  { server, lists }: { server: FuzzedServer; lists: readonly List[] },
): Promise<void> {
  const content = input.toString('utf8');
  const end = content.indexOf('\n');
  const list = lists.find(({ name }) => name === content.slice(0, end)) ?? lists[input.length % lists.length];
  if (list === undefined) return;
  for (const caller of [localAdministrator, analyst]) {
    const result = await execute(server, { document: list.document, at: content.slice(end + 1), caller });
    assertNoInternals(JSON.stringify(result.errors ?? []));
    for (const { message, extensions } of result.errors ?? []) {
      assert.ok(acceptedCodes.includes(String(extensions?.code)), `${list.name}: ${extensions?.code} ${message}`);
    }
    if (caller === analyst) assertOwnTenant(result.data);
  }
  server.assertNothingFailed();
}

function assertOwnTenant(data: unknown): void {
  const tenants = [...JSON.stringify(data ?? null).matchAll(/"tenantId":"([^"]*)"/g)].map(([, tenant]) => tenant);
  assert.ok(
    tenants.every((tenant) => tenant === analyst.tenantId),
    `rows of other tenants: ${tenants}`,
  );
}

async function execute(
  { rampart, configuration }: FuzzedServer,
  { document, at, caller }: { document: string; at: string | null; caller: OperatorCaller },
) {
  const context: RequestContext = {
    ...{ caller, via: 'graphql', sourceAddress: '127.0.0.1', requestId: 'fuzzing' },
    signal: AbortSignal.timeout(configuration.graphql.timeoutSeconds * 1000),
  };
  const now = Date.now();
  const start = new Date(now - 5 * 86_400_000).toISOString();
  const variables = { at, ...(document.includes('$start') && { start, end: new Date(now).toISOString() }) };
  return await rampart.graph.internal.prepare({ document }).execute({ variables, context });
}

/** Cursors returned by the lists. */
async function collectCursors(server: FuzzedServer, lists: readonly List[]): Promise<string[]> {
  const collected: string[] = [];
  for (const { document } of lists) {
    const result = await execute(server, { document, at: null, caller: localAdministrator });
    const cursors = JSON.stringify(result.data ?? null).matchAll(/"(?:endCursor|nextCursor|token)":"([^"]+)"/g);
    collected.push(...[...cursors].map(([, cursor]) => cursor ?? ''));
  }
  return collected;
}

const parts = [
  0,
  1,
  -1,
  1.5,
  1e308,
  2 ** 53,
  2 ** 31,
  '',
  'a',
  '\0',
  '\ud800',
  null,
  true,
  [],
  {},
  'x'.repeat(300),
  'com',
  'example.com',
].concat(['FIRST_SEEN', 'SEVERITY', 'CREATED_AT', 'contoso', '00000000-0000-4000-8000-000000000000', '9'.repeat(30)]);

function generate(random: Random, lists: readonly List[], collected: readonly string[]): Buffer {
  const { name } = random.pick(lists);
  if (random.chance(0.3) && collected.length > 0) return Buffer.from(`${name}\n${random.pick(collected)}`);
  const known = collected.length > 0 && random.chance(0.7) ? decode(random.pick(collected)) : [];
  const places = [...known];
  for (let changes = 1 + random.below(2); changes > 0; changes--) {
    if (random.chance(0.2)) places.push(random.pick<unknown>(parts));
    else places[random.below(places.length + 1)] = random.pick<unknown>(parts);
  }
  return Buffer.from(`${name}\n${Buffer.from(JSON.stringify(places)).toString('base64url')}`);
}

function decode(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
