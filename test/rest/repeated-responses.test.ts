import { Kind, parse, print } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localAdministrator } from '../../platform/caller.js';
import { nodeId } from '../../platform/graph/index.js';
import { silentLog } from '../../platform/log.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { together } from '../support/graph-forms.js';
import { now, serveAlerts, startAlertsServer } from './support/alerts-server.js';
import { adminToken, analystToken } from './support/serve-services.js';

// Cached responses are sent only until a change to their data is committed.

const server = await startAlertsServer({ RAMPART_AUTH_ALERTS: 'token' });
const { sql } = server.testDatabase.database;
const adminHeaders = { authorization: `Bearer ${adminToken}` };
const ids = await Promise.all(
  ['acme', 'acme', 'globex'].map((tenantId, index) => server.openAlert({ tenantId, endpointId: `host-${index}` })),
);
const [id = ''] = ids;
const incidentId = '0d1f7a52-7a54-4bd4-a2f9-0000000000aa';

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(path, { headers: { ...adminHeaders, ...headers } });
}

function sendRequest(query: string, variables: object = {}): Promise<unknown> {
  return sendBody(JSON.stringify({ query, variables }));
}

async function sendBody(body: string): Promise<unknown> {
  const headers = { ...adminHeaders, 'content-type': 'application/json' };
  const response = await server.fetch('/graphql', { method: 'POST', headers, body });
  return await response.json();
}

async function change(notes: string, url = server.url, alert = id): Promise<void> {
  const response = await fetch(`${url}/alerts/${alert}`, {
    method: 'PATCH',
    headers: { ...adminHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'acknowledged', notes }),
  });
  expect(response.status).toBe(200);
}

/** The number of requests that got cached responses during the work. */
async function hitsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await readHits();
  await work();
  return (await readHits()) - before;
}

async function readHits(): Promise<number> {
  const text = await (await get('/metrics')).text();
  return Number(/^rampart_response_cache_hits (\d+)$/m.exec(text)?.[1]);
}

describe('a list over REST', () => {
  test('is served from the cache with the same bytes and entity tag', async () => {
    // The first one starts with the state that the server read when it started.
    await get('/alerts');
    const first = await get('/alerts');
    const text = await first.text();
    expect(first.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    const count = await hitsOf(async () => {
      const repeated = await get('/alerts');
      expect(await repeated.text()).toBe(text);
      expect(repeated.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(repeated.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(repeated.headers.get('cache-control')).toBe('no-store');
    });
    expect(count).toBe(1);
  });

  test('is not sent again to a client that has the current version', async () => {
    const etag = (await get('/alerts')).headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get('/alerts', { 'if-none-match': condition });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await get('/alerts', { 'if-none-match': '"other"' })).status).toBe(200);
    await change('changed for the entity tag');
    const changed = await get('/alerts', { 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('is read again after each change by any process', async () => {
    const readNotes = async () => {
      const { alerts } = (await (await get('/alerts')).json()) as {
        alerts: { alert_id: string; analyst_notes: string }[];
      };
      return alerts.find((alert) => alert.alert_id === id)?.analyst_notes;
    };
    await readNotes();
    await change('over REST');
    expect(await readNotes()).toBe('over REST');
    await sql`update alerts.alert set analyst_notes = 'by hand' where id = ${id}`;
    expect(await readNotes()).toBe('by hand');
    await sql.begin(async (transaction) => {
      await transaction`update alerts.alert set analyst_notes = 'not committed' where id = ${id}`;
      expect(await readNotes()).toBe('by hand');
    });
    expect(await readNotes()).toBe('not committed');
  });

  test('of one caller is not sent to another', async () => {
    const tenantsFor = async (token: string) => {
      const response = await server.fetch('/alerts', { headers: { authorization: `Bearer ${token}` } });
      const { alerts } = (await response.json()) as { alerts: { tenant_id: string }[] };
      return [...new Set(alerts.map((alert) => alert.tenant_id))].sort();
    };
    for (let round = 0; round < 3; round++) {
      expect(await tenantsFor(adminToken)).toEqual(['acme', 'globex']);
      expect(await tenantsFor(analystToken)).toEqual(['acme']);
      expect((await server.fetch('/alerts')).status).toBe(401);
    }
  });

  test('is cached per query string', async () => {
    for (const path of ['/alerts?limit=1', '/alerts?limit=2', '/alerts?tenant_id=globex', '/alerts?limit=1']) {
      const { limit, alerts } = (await (await get(path)).json()) as { limit: number; alerts: object[] };
      const expected = path.includes('tenant_id') ? 1 : limit;
      expect([path, alerts.length]).toEqual([path, expected]);
    }
  });

  test('of a missing alert is not cached', async () => {
    const missing = '/alerts/00000000-0000-4000-8000-000000000000';
    expect(
      await hitsOf(async () => {
        for (let round = 0; round < 3; round++) expect((await get(missing)).status).toBe(404);
      }),
    ).toBe(0);
  });
});

describe('an operation of the GraphQL API', () => {
  const list = 'query ($first: Int) { alerts(first: $first) { totalCount nodes { id notes } } }';

  test('is served from the cache for the same variables', async () => {
    await get('/alerts');
    await get('/alerts');
    const onePage = await sendRequest(list, { first: 1 });
    const twoPages = await sendRequest(list, { first: 2 });
    const count = await hitsOf(async () => {
      expect(await sendRequest(list, { first: 1 })).toEqual(onePage);
      expect(await sendRequest(list, { first: 2 })).toEqual(twoPages);
    });
    expect(onePage).not.toEqual(twoPages);
    expect(count).toBe(2);
  });

  test('is read again after a change', async () => {
    const query = 'query ($id: ID!) { alert(id: $id) { notes transitions { notes } } }';
    await sendRequest(query, { id });
    await change('over the graph');
    expect(await sendRequest(query, { id })).toMatchObject({ data: { alert: { notes: 'over the graph' } } });
  });

  test('with a null variable is distinguished from one with a number that exceeds the range of Float', async () => {
    const query = 'query ($least: Float) { alerts(filter: { minAttackProb: $least }) { totalCount } }';
    for (let round = 0; round < 2; round++) {
      expect(await sendRequest(query, { least: null })).toMatchObject({ data: { alerts: {} } });
    }
    const infinite = await sendBody(JSON.stringify({ query, variables: { least: 0 } }).replace(':0}', ':1e999}'));
    expect(infinite).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  test('is executed each time if it depends on other data than alerts', async () => {
    const count = await hitsOf(async () => {
      for (let round = 0; round < 3; round++)
        await sendRequest('{ alerts { totalCount } alertStore { uptimeSeconds } }');
    });
    expect(count).toBe(0);
  });
});

test('no response is cached if the setting is 0', async () => {
  const configuration = {
    ...server.testDatabase.configuration,
    server: { ...server.testDatabase.configuration.server, responseCacheMegabytes: 0 },
  };
  const without = await serveAlerts({ configuration });
  onTestFinished(() => without.close());
  const response = await fetch(`${without.url}/alerts`, { headers: adminHeaders });
  expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
});

test('each table from which cached responses are read marks its changes', async () => {
  const unmarked = await sql`
    select relname from pg_class where relnamespace = 'alerts'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'mark_change') order by relname`;
  // Only imports read inferences, and only jobs read candidates and the log. Responses about views, bulk changes and
  // backtests are not repeated. The tallies by endpoint and technique change with alerts.
  const unreadTables = [
    ...['alert_view', 'alert_view_default'],
    ...[
      'bulk_change',
      'bulk_change_chunk',
      'bulk_change_skipped',
      'endpoint_tally',
      'endpoint_tally_change',
      'incident_candidate',
      'inference',
      'inference_batch',
    ],
    ...['policy_backtest', 'policy_backtest_group', 'policy_backtest_sample'],
    ...['tally_backfill', 'technique_tally', 'technique_tally_change'],
  ];
  expect(unmarked.map(({ relname }) => relname)).toEqual(unreadTables);
});

test('no cacheable field depends on the clock', async () => {
  await change('for the clock');
  await sql`with opened as (
      insert into alerts.incident (id, tenant_id, title, status, created_at, updated_at, is_automatic)
      values (${incidentId}, 'acme', 'Phishing', 'open', 1, 1, false) returning id
    ) update alerts.alert set incident_id = opened.id from opened where alert.id = ${id}`;
  const results = await Promise.all([now, now + 400 * 86_400_000].map(executeAll));
  expect(results[0]?.flatMap(({ errors = [] }) => errors)).toEqual([]);
  expect(JSON.stringify(results[0])).toContain('for the clock');
  expect(results[1]).toEqual(results[0]);

  async function executeAll(at: number) {
    const { configuration, database } = server.testDatabase;
    const platform = { configuration, database, clock: { now: () => at }, log: silentLog };
    const { graph } = await together(platform, [alertsSubgraph]);
    const context = {
      ...({ caller: localAdministrator, via: 'graphql', requestId: 'clock', sourceAddress: '127.0.0.1' } as const),
      signal: new AbortController().signal,
    };
    return await Promise.all(
      operationsWithAll().map((document) =>
        graph.internal.prepare({ document, operationName: undefined }).execute({ variables: {}, context }),
      ),
    );
  }

  /** Operations that select all cacheable fields, one for each field of `Query`: the planning of one is limited. */
  function operationsWithAll(): string[] {
    const fields = new Set(alertsSubgraph.cacheableFields);
    const selected = new Set<string>();
    const definitions = new Map(
      parse(alertsSubgraph.printTypeDefs()).definitions.flatMap((definition) =>
        definition.kind === Kind.OBJECT_TYPE_DEFINITION ? [[definition.name.value, definition.fields ?? []]] : [],
      ),
    );
    const required: Record<string, string> = {
      'Query.alert': `(id: "${id}")`,
      'Query.incident': `(id: "${nodeId('Incident', incidentId)}")`,
      'Query.endpoint': '(tenantId: "acme", hostname: "host-0")',
      'AlertConnection.histogram': '(interval: DAY)',
    };
    const operations = selectionsOf('Query', 4).map((selection) => print(parse(`{ ${selection} }`)));
    expect(
      [...fields].filter(
        (field) =>
          ![...selected].some((candidate) => candidate === field || candidate.startsWith(field.replace('*', ''))),
      ),
    ).toEqual([]);
    return operations;

    function selectionsOf(type: string, depth: number): string[] {
      return (definitions.get(type) ?? []).flatMap((field) => {
        const coordinate = `${type}.${field.name.value}`;
        if (!fields.has(coordinate) && !fields.has(`${type}.*`)) return [];
        let named = field.type;
        while (named.kind !== Kind.NAMED_TYPE) named = named.type;
        const isObject = definitions.has(named.name.value);
        if (isObject && depth === 0) return [];
        selected.add(coordinate);
        const inner = isObject ? ` { __typename ${selectionsOf(named.name.value, depth - 1).join(' ')} }` : '';
        return [`${field.name.value}${required[coordinate] ?? ''}${inner}`];
      });
    }
  }
});

test('no response is older than its request, on three servers with concurrent writers', async () => {
  const { configuration } = server.testDatabase;
  const otherServers = await Promise.all([1, 2].map(() => serveAlerts({ configuration })));
  onTestFinished(async () => void (await Promise.all(otherServers.map((other) => other.close()))));
  const urls = [server.url, ...otherServers.map((other) => other.url)];
  const startedReads = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  let isWriting = true;
  let reads = 0;

  async function write(alert: string, index: number): Promise<void> {
    for (let number = 1; number <= 60; number++) {
      // Without a pause, a slow machine would write between any two reads.
      if (number % 20 === 0) await expect.poll(() => reads).toBeGreaterThan(number * 2);
      startedReads.set(alert, number);
      if (index === 0) {
        // Transactions that remain open while others commit.
        await sql.begin(async (transaction) => {
          await transaction`update alerts.alert set analyst_notes = ${number} where id = ${alert}`;
          await fetch(`${server.url}/health/live`);
        });
      } else await change(String(number), urls[number % urls.length], alert);
      acknowledged.set(alert, number);
    }
  }

  async function read(url: string): Promise<void> {
    while (isWriting) {
      const atLeast = new Map(acknowledged);
      const response = await fetch(`${url}/alerts`, { headers: adminHeaders });
      const { alerts } = (await response.json()) as { alerts: { alert_id: string; analyst_notes: string }[] };
      for (const { alert_id: alert, analyst_notes: notes } of alerts) {
        expect(Number(notes)).toBeGreaterThanOrEqual(atLeast.get(alert) ?? 0);
        expect(Number(notes)).toBeLessThanOrEqual(startedReads.get(alert) ?? 0);
      }
      reads++;
    }
  }

  await sql`update alerts.alert set analyst_notes = '0'`;
  for (const alert of ids) startedReads.set(alert, 0);
  const count = await hitsOf(async () => {
    const writing = Promise.all(ids.map(write)).finally(() => {
      isWriting = false;
    });
    await Promise.all([writing, ...[...urls, ...urls].map(read)]);
  });
  expect(count).toBeGreaterThan(0);
});
