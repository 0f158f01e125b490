import { beforeAll, describe, expect, test } from 'vitest';
import type { Graph } from '../../gateway/index.js';
import { anonymous, type Caller, localAdministrator } from '../../platform/caller.js';
import { viewerSubgraph } from '../../subgraphs/viewer/index.js';
import { zonesSubgraph } from '../../subgraphs/zones/index.js';
import { graphWith } from '../support/index.js';
import { requestOf } from './support/account-world.js';
import { dayMs, describeSearchWorld, importContent, now } from './support/search-world.js';

const world = describeSearchWorld();
const password = 'a dozen quiet mountains';
let graph: Graph;

async function sendRequest(
  document: string,
  variables: Record<string, unknown> = {},
  caller: Caller = localAdministrator,
) {
  const context = { ...requestOf(caller), requestId: 'test' };
  const { data, errors = [] } = await graph.prepare({ document }).execute({ variables, context });
  return {
    data: JSON.parse(JSON.stringify(data ?? null)),
    codes: errors.map(({ extensions }) => extensions.code),
  };
}

async function register(username: string): Promise<Caller> {
  const input = { username, email: `${username}@mail.example`, password };
  const { uuid } = await world.service.registerAccount(requestOf(), input);
  await world.service.approveAccount(requestOf(localAdministrator), { username, allowUnconfirmedEmail: true });
  await world.service.setSubscription(requestOf(localAdministrator), { username, tier: 'basic', expiresAt: null });
  return { kind: 'account', accountId: uuid, username };
}

beforeAll(async () => {
  graph = graphWith(zonesSubgraph.create(world.platform), viewerSubgraph.create(world.platform));
  const content = { alpha: ['ns1.example.', 'ns2.example.'], beta: ['ns1.example.'], gamma: ['ns1.example.'] };
  await importContent(world, { zone: 'com', at: now - 3 * dayMs, content });
  await importContent(world, { zone: 'com', at: now - 2 * dayMs, content: { ...content, beta: ['ns3.example.'] } });
});

const search = `query ($zone: String!, $search: String, $start: DateTime, $end: DateTime, $first: Int, $after: String) {
  observations(zone: $zone, search: $search, start: $start, end: $end, first: $first, after: $after) {
    edges { cursor node { domain data status } } nodes { domain } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;

interface Connection {
  readonly edges: readonly { readonly cursor: string; readonly node: Readonly<Record<string, string>> }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly endCursor: string };
}

async function connection(variables: Record<string, unknown>, caller?: Caller): Promise<Connection> {
  const { data, codes } = await sendRequest(search, variables, caller);
  expect(codes).toEqual([]);
  return data.observations;
}

function linesOf({ edges }: Connection): string[] {
  return edges.map(({ node }) => `${node.domain} ${node.data} ${node.status}`);
}

describe('a search of observations', () => {
  const current = [
    'alpha.com ns1.example. ACTIVE',
    'alpha.com ns2.example. ACTIVE',
    'beta.com ns1.example. INACTIVE',
    'beta.com ns3.example. ACTIVE',
    'gamma.com ns1.example. ACTIVE',
  ];

  test('pages through the current state', async () => {
    const lines: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: Connection = await connection({ zone: 'com', first: 2, after });
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      lines.push(...linesOf(page));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(lines).toEqual(current);
  });

  test('continues after the cursor of any edge, in the current state and in a window', async () => {
    const window = { start: new Date(now - 4 * dayMs).toISOString(), end: new Date(now).toISOString() };
    for (const bounds of [{}, window]) {
      const all = await connection({ zone: 'com', ...bounds });
      expect(all.edges.length).toBeGreaterThan(1);
      for (const [index, { cursor }] of all.edges.entries()) {
        const rest = await connection({ zone: 'com', ...bounds, after: cursor });
        expect(linesOf(rest)).toEqual(linesOf(all).slice(index + 1));
      }
    }
  });

  test('returns the changes of a window in chronological order', async () => {
    const start = new Date(now - 2 * dayMs).toISOString();
    expect(linesOf(await connection({ zone: 'com', start }))).toEqual([
      'beta.com ns1.example. INACTIVE',
      'beta.com ns3.example. ACTIVE',
    ]);
  });

  test('returns the state at the time of the first page, despite concurrent imports', async () => {
    const content = { 'a-first': ['ns1.example.'], 'b-second': ['ns1.example.'], 'c-third': ['ns1.example.'] };
    await importContent(world, { zone: 'net', at: now - dayMs, content });
    const { pageInfo } = await connection({ zone: 'net', first: 1 });
    await importContent(world, {
      zone: 'net',
      at: now - dayMs / 2,
      content: { ...content, 'b-new': ['ns1.example.'] },
    });
    const rest = await connection({ zone: 'net', after: pageInfo.endCursor });
    expect(linesOf(rest)).toEqual(['b-second.net ns1.example. ACTIVE', 'c-third.net ns1.example. ACTIVE']);
  });

  test('returns no edges if nothing matches, and counts as one query', async () => {
    const caller = await register('searcher');
    expect(linesOf(await connection({ zone: 'com', search: 'nothing-like-it' }, caller))).toEqual([]);
    const { data } = await sendRequest('{ viewer { account { quota { used } } } }', {}, caller);
    expect(data.viewer.account.quota.used).toBe(1);
  });

  test('rejects a cursor of another list, another search and another caller', async () => {
    const { data } = await sendRequest('{ zoneImports(first: 1) { pageInfo { endCursor } } }');
    expect(await sendRequest(search, { zone: 'com', after: data.zoneImports.pageInfo.endCursor })).toMatchObject({
      codes: ['BAD_USER_INPUT'],
    });
    const { edges } = await connection({ zone: 'com', first: 1 });
    const after = edges[0]?.cursor;
    expect(await sendRequest(search, { zone: 'com', search: 'beta', after })).toMatchObject({
      codes: ['BAD_USER_INPUT'],
    });
    const otherAccount = await register('stranger');
    expect(await sendRequest(search, { zone: 'com', after }, otherAccount)).toMatchObject({ codes: ['GONE'] });
  });

  test('rejects a page size out of range and an unknown zone', async () => {
    for (const first of [0, 1001]) {
      expect(await sendRequest(search, { zone: 'com', first })).toMatchObject({ codes: ['BAD_USER_INPUT'] });
    }
    expect(await sendRequest(search, { zone: 'nowhere' })).toMatchObject({ codes: ['NOT_FOUND'] });
  });
});

describe('an object of the zones domain', () => {
  const queries: readonly [type: string, list: string, field: string][] = [
    ['Account', '{ of: accounts(first: 1) { nodes { id own: username } } }', 'username'],
    ['Mail', '{ of: mails(first: 1) { nodes { id own: recipient } } }', 'recipient'],
    ['Zone', '{ of: zones { id own: name } }', 'name'],
    ['ZoneImport', '{ of: zoneImports(first: 1) { nodes { id own: endedAt } } }', 'endedAt'],
    ['Domain', '{ of: domain(name: "alpha.com") { id own: name } }', 'name'],
  ];

  async function readSample(list: string): Promise<{ id: string; own: string }> {
    const { data } = await sendRequest(list);
    return data.of.nodes?.[0] ?? data.of[0] ?? data.of;
  }

  beforeAll(() => register('sample'));

  test.each(queries)('is found by its global id: %s', async (type, list, field) => {
    const { id, own } = await readSample(list);
    const { data, codes } = await sendRequest(
      `query ($id: ID!) { node(id: $id) { __typename id ... on ${type} { ${field} } } }`,
      {
        id,
      },
    );
    expect(codes).toEqual([]);
    expect(data.node).toEqual({ __typename: type, id, [field]: own });
  });

  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

  test('is null if it does not exist', async () => {
    const uuid = '00000000-0000-4000-8000-000000000000';
    const keys = [...['Account', 'Mail', 'ZoneImport'].map((type) => [type, uuid]), ['Zone', 'nowhere']];
    const ids = [...keys, ['Domain', 'nothing.com'], ['Account', 'no-uuid']].map((key) =>
      Buffer.from(JSON.stringify(key)).toString('base64url'),
    );
    expect(await sendRequest(query, { ids })).toEqual({ data: { nodes: ids.map(() => null) }, codes: [] });
  });

  test('is denied to callers without access', async () => {
    // Older than the account of the caller, which would be first in the list.
    const ids = await Promise.all(queries.map(async ([, list]) => (await readSample(list)).id));
    const caller = await register('curious');
    const ownResponse = await sendRequest('{ viewer { account { id } } }', {}, caller);
    expect((await sendRequest(query, { ids: [ownResponse.data.viewer.account.id] }, caller)).data.nodes).toEqual([
      { __typename: 'Account', id: ownResponse.data.viewer.account.id },
    ]);
    const response = await sendRequest(query, { ids }, caller);
    expect(response.data.nodes.map((node: { __typename: string } | null) => node?.__typename ?? null)).toEqual([
      null,
      null,
      'Zone',
      null,
      null,
    ]);
    expect(new Set(response.codes)).toEqual(new Set(['FORBIDDEN']));
    const unseen = await sendRequest(query, { ids }, anonymous);
    expect(unseen.data?.nodes).toEqual(ids.map(() => null));
    expect(new Set(unseen.codes)).toEqual(new Set(['UNAUTHENTICATED']));
  });
});

test('connections count the items on all pages', async () => {
  const { data } = await sendRequest(`{
    all: zoneImports(first: 1) { totalCount } com: zoneImports(first: 1, zone: "com") { totalCount }
    mails(first: 1) { totalCount } waiting: mails(first: 1, status: WAITING) { totalCount }
    failed: mails(first: 1, status: FAILED) { totalCount } }`);
  expect(data.com).toEqual({ totalCount: 2 });
  expect(data.all.totalCount).toBeGreaterThan(2);
  expect(data.mails.totalCount).toBeGreaterThan(1);
  expect(data.waiting).toEqual(data.mails);
  expect(data.failed).toEqual({ totalCount: 0 });
});
