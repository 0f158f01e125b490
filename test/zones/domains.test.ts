import { graphql } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type Caller, localAdministrator } from '../../platform/caller.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { zonesSubgraph } from '../../subgraphs/zones/index.js';
import { requestOf } from './support/account-world.js';
import { dayMs, describeSearchWorld, importContent, now } from './support/search-world.js';

const world = describeSearchWorld();
let subgraph: Subgraph | undefined;

async function sendRequest(
  source: string,
  variables: Record<string, unknown> = {},
  caller: Caller = localAdministrator,
) {
  subgraph ??= zonesSubgraph.create(world.platform);
  return await graphql({
    schema: subgraph.schema,
    source,
    variableValues: variables,
    contextValue: subgraph.createContext(requestOf(caller)),
  });
}

async function requestData(source: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const { data: found, errors } = await sendRequest(source, variables);
  expect(errors).toBeUndefined();
  // Normalizes the prototypes of the executor's objects.
  return JSON.parse(JSON.stringify(found));
}

const [firstServer, secondServer] = ['ns1.example.', 'ns2.example.'];
const times = { first: now - 20 * dayMs, second: now - 3 * dayMs, third: now - 2 * dayMs };

beforeAll(async () => {
  const ordinary = { paypal: [firstServer], shop: [firstServer], unrelated: [firstServer] };
  await importContent(world, {
    zone: 'com',
    at: times.first,
    content: { ...ordinary, paypa1: [firstServer], 'xn--pypal-4ve': [firstServer] },
  });
  await importContent(world, {
    zone: 'uk',
    at: times.first + 1,
    content: { 'shop.co': [secondServer], paypall: [secondServer], paypal: [secondServer] },
  });
  await importContent(world, {
    zone: 'com',
    at: times.second,
    content: {
      ...ordinary,
      paypal: [firstServer, secondServer],
      paypa1: [firstServer],
      'xn--pypal-4ve': [firstServer],
      paypaI: [firstServer],
      baypal: [firstServer],
    },
  });
  await importContent(world, {
    zone: 'com',
    at: times.third,
    content: {
      ...ordinary,
      paypal: [secondServer],
      paypa1: [firstServer],
      'xn--pypal-4ve': [firstServer],
      paypaI: [firstServer],
    },
  });
});

describe('a domain', () => {
  const fields = `name unicodeName observations { zone data status observedAt } latestObservation { data status }
    history(first: $first, after: $after) { nodes { data status observedAt } pageInfo { hasNextPage endCursor } }`;
  const query = `query ($name: String!, $first: Int, $after: String) { domain(name: $name) { ${fields} } }`;

  test('has its current state and complete history', async () => {
    expect(await requestData(query, { name: 'PayPal.com.' })).toMatchObject({
      domain: {
        name: 'paypal.com',
        observations: [
          { zone: 'com', data: firstServer, status: 'INACTIVE', observedAt: new Date(times.third).toISOString() },
          { zone: 'com', data: secondServer, status: 'ACTIVE', observedAt: new Date(times.second).toISOString() },
        ],
        latestObservation: { data: firstServer, status: 'INACTIVE' },
        history: {
          nodes: [
            { data: firstServer, status: 'INACTIVE', observedAt: new Date(times.third).toISOString() },
            { data: secondServer, status: 'ACTIVE', observedAt: new Date(times.second).toISOString() },
            { data: firstServer, status: 'ACTIVE', observedAt: new Date(times.first).toISOString() },
          ],
          pageInfo: { hasNextPage: false },
        },
      },
    });
  });

  test('has the added nameserver as its latest observation after an import has replaced all nameservers', async () => {
    await importContent(world, { zone: 'org', at: times.second, content: { moved: [firstServer] } });
    await importContent(world, { zone: 'org', at: times.third, content: { moved: [secondServer] } });
    const received = await requestData(
      '{ domain(name: "moved.org") { latestObservation { data status } history { nodes { data status } } } }',
    );
    expect(received).toEqual({
      domain: {
        latestObservation: { data: secondServer, status: 'ACTIVE' },
        history: {
          nodes: [
            { data: secondServer, status: 'ACTIVE' },
            { data: firstServer, status: 'INACTIVE' },
            { data: firstServer, status: 'ACTIVE' },
          ],
        },
      },
    });
  });

  test('pages through its history', async () => {
    const statuses: string[] = [];
    let after: string | null = null;
    do {
      const page = (await requestData(query, { name: 'paypal.com', first: 1, after })) as {
        domain: { history: { nodes: { status: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
      };
      const { nodes, pageInfo } = page.domain.history;
      statuses.push(...nodes.map(({ status }) => status));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(statuses).toEqual(['INACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('is found in its zone regardless of its number of labels', async () => {
    expect(await requestData('{ domain(name: "shop.co.uk") { observations { zone data } } }')).toEqual({
      domain: { observations: [{ zone: 'uk', data: secondServer }] },
    });
  });

  test('has its name in Unicode', async () => {
    expect(await requestData('{ domain(name: "xn--pypal-4ve.com") { unicodeName } }')).toEqual({
      domain: { unicodeName: 'pаypal.com' },
    });
    expect(await requestData('{ domain(name: "pаypal.com") { name } }')).toEqual({
      domain: { name: 'xn--pypal-4ve.com' },
    });
  });

  test('is still returned after its removal', async () => {
    expect(await requestData('{ domain(name: "baypal.com") { latestObservation { status } } }')).toEqual({
      domain: { latestObservation: { status: 'INACTIVE' } },
    });
  });

  test('is null if it was never observed', async () => {
    expect(await requestData('{ domain(name: "never.com") { name } }')).toEqual({ domain: null });
    expect(await requestData('{ domain(name: "paypal.nowhere") { name } }')).toEqual({ domain: null });
  });

  test('is an entity, with or without observations', async () => {
    const entities = `query ($names: [_Any!]!) { _entities(representations: $names) { ... on Domain { name observations { data } } } }`;
    const names = ['shop.com', 'never.com'].map((name) => ({ __typename: 'Domain', name }));
    expect(await requestData(entities, { names })).toEqual({
      _entities: [
        { name: 'shop.com', observations: [{ data: firstServer }] },
        { name: 'never.com', observations: [] },
      ],
    });
  });

  test('is denied to anonymous callers', async () => {
    const { errors } = await sendRequest('{ domain(name: "shop.com") { name } }', {}, anonymous);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('requires a valid name', async () => {
    const { errors } = await sendRequest('{ domain(name: "a..b") { name } }');
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('look-alikes of a brand', () => {
  const query = `query ($brand: String! = "PayPal", $zones: [String!], $since: DateTime, $first: Int, $after: String) {
    lookAlikes(brand: $brand, zones: $zones, since: $since, first: $first, after: $after) {
      nodes { domain { name } kind unicodeName activeSince } pageInfo { hasNextPage endCursor }
    }
  }`;
  interface Found {
    lookAlikes: {
      nodes: { domain: { name: string }; kind: string; unicodeName: string; activeSince: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
  }
  async function lookAlikes(variables: Record<string, unknown> = {}): Promise<Found['lookAlikes']> {
    return ((await requestData(query, variables)) as Found).lookAlikes;
  }

  test('are registered domains, sorted by label and zone, without the brand itself', async () => {
    const { nodes } = await lookAlikes();
    expect(nodes.map(({ domain, kind, unicodeName }) => [domain.name, kind, unicodeName])).toEqual([
      ['paypa1.com', 'CONFUSABLE', 'paypa1.com'],
      ['paypai.com', 'CONFUSABLE', 'paypai.com'],
      ['paypall.uk', 'EDIT', 'paypall.uk'],
      ['xn--pypal-4ve.com', 'CONFUSABLE', 'pаypal.com'],
    ]);
  });

  test('can be filtered by zones and time', async () => {
    expect((await lookAlikes({ zones: ['UK.zone'] })).nodes.map(({ domain }) => domain.name)).toEqual(['paypall.uk']);
    expect((await lookAlikes({ zones: ['uk.'] })).nodes).toHaveLength(1);
    // No zone contains a character that the database cannot store.
    expect((await lookAlikes({ zones: ['uk\0'] })).nodes).toEqual([]);
    const since = new Date(times.second).toISOString();
    const { nodes } = await lookAlikes({ since });
    expect(nodes.map(({ domain, activeSince }) => [domain.name, activeSince])).toEqual([['paypai.com', since]]);
    expect((await lookAlikes({ since: new Date(times.second + 1).toISOString() })).nodes).toEqual([]);
  });

  test('are as old as the name, even if all its nameservers have been replaced', async () => {
    const zone = 'moved';
    const at = (day: number) => now - (9 - day) * dayMs;
    const contents: Record<string, string[]>[] = [
      { shop: ['a.'], rampar: ['a.'], ramparts: ['a.', 'b.'], rampart1: ['a.'] },
      { shop: ['a.'], rampar: ['b.'], ramparts: ['b.', 'c.'] },
      { shop: ['a.'], rampar: ['c.'], ramparts: ['c.'], rampart1: ['b.'] },
      { shop: ['a.'], rampar: ['c.'], ramparts: ['c.'], rampart1: ['c.'] },
    ];
    for (const [day, content] of contents.entries()) await importContent(world, { zone, at: at(day), content });
    const listed = async (since: Date | null) =>
      (await lookAlikes({ brand: 'rampart', zones: [zone], since })).nodes.map(({ domain, activeSince }) => [
        domain.name,
        activeSince,
      ]);
    const readded = ['rampart1.moved', new Date(at(2)).toISOString()];
    expect(await listed(null)).toEqual([
      ['rampar.moved', new Date(at(0)).toISOString()],
      readded,
      ['ramparts.moved', new Date(at(0)).toISOString()],
    ]);
    expect(await listed(new Date(at(1)))).toEqual([readded]);
  });

  test('are paginated', async () => {
    const names: string[] = [];
    let page = await lookAlikes({ first: 1 });
    for (;;) {
      names.push(...page.nodes.map(({ domain }) => domain.name));
      if (!page.pageInfo.hasNextPage) break;
      page = await lookAlikes({ first: 1, after: page.pageInfo.endCursor });
    }
    expect(names).toEqual(['paypa1.com', 'paypai.com', 'paypall.uk', 'xn--pypal-4ve.com']);
  });

  test('are available to an account on further pages only if their first page was counted', async () => {
    const { sql } = world.test.database;
    const accountId = crypto.randomUUID();
    await sql`insert into zones.account (id, username, email, username_key, email_key, password_hash, status, created_at)
      values (${accountId}, 'ada', 'ada@a.example', 'ada', 'ada@a.example', '', 'approved', ${now})`;
    await sql`insert into zones.subscription (account_id, tier, started_at, expires_at, window_starts_at)
      values (${accountId}, 'trial', ${now - dayMs}, ${now + dayMs}, ${now - dayMs})`;
    const caller: Caller = { kind: 'account', accountId, username: 'ada' };
    const send = async (brand: string, after: string | null) => {
      const source = `query ($brand: String!, $after: String) {
        lookAlikes(brand: $brand, first: 1, after: $after) { nodes { domain { name } } pageInfo { endCursor } } }`;
      const { data, errors } = await sendRequest(source, { brand, after }, caller);
      const page = (data as Found | null)?.lookAlikes;
      return { names: page?.nodes.map(({ domain }) => domain.name), page, code: errors?.[0]?.extensions.code };
    };
    const used = async () => (await sql`select used from zones.subscription where account_id = ${accountId}`)[0]?.used;
    const first = await send('paypal', null);
    const cursor = first.page?.pageInfo.endCursor ?? '';
    expect(first.names).toEqual(['paypa1.com']);
    expect((await send('paypal', cursor)).names).toEqual(['paypai.com']);
    expect(await used()).toBe(1);
    // Cursors of another brand, of an operator and of no list are not counted, so they permit no page.
    expect((await send('shop', cursor)).code).toBe('BAD_USER_INPUT');
    expect((await send('paypal', (await lookAlikes({ first: 1 })).pageInfo.endCursor)).code).toBe('GONE');
    const forged = Buffer.from(JSON.stringify(['look-alikes', 0, '', '', crypto.randomUUID()])).toString('base64url');
    expect((await send('paypal', forged)).code).toBe('GONE');
    expect(await used()).toBe(1);
  });

  test('can be filtered by up to 1000 zones', async () => {
    const zones = Array.from({ length: 1000 }, (_, index) => `zone-${index}`);
    expect((await lookAlikes({ zones: [...zones.slice(1), 'uk'] })).nodes).toHaveLength(1);
    const { errors } = await sendRequest(query, { zones: [...zones, 'uk'] });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/zones .*1000/),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test.each(['', 'a.b', 'pay pal', '-a', 'a'.repeat(64)])('are not listed for the invalid brand %j', async (brand) => {
    const { errors } = await sendRequest(`{ lookAlikes(brand: ${JSON.stringify(brand)}) { nodes { zone } } }`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('daily counts of a zone', () => {
  test('report the names added and removed on each day, without gaps', async () => {
    const from = new Date(times.second - dayMs).toISOString().slice(0, 10);
    const to = new Date(times.third).toISOString().slice(0, 10);
    const zones = (await requestData(
      `{ zones { name file dailyCounts(from: "${from}", to: "${to}") { day added removed } } }`,
    )) as {
      zones: { name: string; file: string; dailyCounts: { day: string; added: number; removed: number }[] }[];
    };
    const com = zones.zones.find(({ name }) => name === 'com');
    expect(com?.file).toBe('com.zone');
    expect(com?.dailyCounts.map(({ added, removed }) => [added, removed])).toEqual([
      [0, 0],
      [2, 0],
      [0, 1],
    ]);
    expect(com?.dailyCounts[0]?.day).toBe(from);
  });

  test('cover 30 days by default', async () => {
    const { zones } = (await requestData('{ zones { dailyCounts { added } } }')) as {
      zones: { dailyCounts: { added: number }[] }[];
    };
    expect(zones[0]?.dailyCounts).toHaveLength(30);
    expect(zones[0]?.dailyCounts.reduce((sum, { added }) => sum + added, 0)).toBe(7);
  });

  test.each([
    ['2026-06-02', '2026-06-01'],
    ['2025-01-01', '2026-06-01'],
  ])('reject the period from %s to %s', async (from, to) => {
    const { errors } = await sendRequest(`{ zones { dailyCounts(from: "${from}", to: "${to}") { added } } }`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});
