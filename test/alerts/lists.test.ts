import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints, summarizeEndpoints } from '../../subgraphs/alerts/endpoints/service.js';
import { countAlerts, countByTime } from '../../subgraphs/alerts/metrics/service.js';
import { countFacets } from '../../subgraphs/alerts/metrics/service-facets.js';
import { updateAlert } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { listAlerts, pageAlerts } from '../../subgraphs/alerts/triage/service/list-alerts.js';
import type { AlertRow } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import type { AlertFilter } from '../../subgraphs/alerts/triage/types-list.js';
import type { AlertOrderField, OrderDirection } from '../../subgraphs/alerts/vocabulary.js';
import { allFields, describeAlertWorld, importAll, inference, start } from './support/alert-world.js';

const world = describeAlertWorld();
let everything: AlertRow[] = [];

async function pageOf(filter: AlertFilter | null, limit = 1000, offset = 0) {
  const page = await pageAlerts(world.as(), {
    filter,
    orderBy: null,
    limit,
    offset,
    fields: allFields,
    wantsItems: true,
    wantsTotal: true,
  });
  return { total: page.total, nodes: page.nodes as AlertRow[] }; // All fields were requested.
}

beforeAll(async () => {
  for (let round = 0; round < 4; round++) {
    world.clock.seconds = start + round * 10_000;
    const batch = Array.from({ length: 60 }, (_, index) =>
      inference({
        tenant_id: `tenant-${index % 3}`,
        endpoint_id: `host-${index % 10}`,
        platform: index % 4 === 0 ? 'linux' : 'windows',
        model_name: index % 5 === 0 ? 'gat' : 'sage',
        attack_prob: 0.5 + ((index * 7) % 50) / 100,
        timestamp: start + round * 100_000 + index * 10,
        ttp_techniques: [`T${index % 3}`, `T${index % 7}`],
      }),
    );
    await importAll(world.alerts, batch);
  }
  everything = (await pageOf(null)).nodes;
  const statuses = ['open', 'acknowledged', 'resolved'] as const;
  for (const [index, { id }] of everything.entries()) {
    const status = statuses[index % 3] ?? 'open';
    await updateAlert(world.as(), { id, status, notes: `Note ${index} 100%_\\`, fields: allFields });
  }
  everything = (await pageOf(null)).nodes;
});

describe('an offset page', () => {
  test('is sorted by creation, newest first, then by id', () => {
    const sorted = everything.toSorted((a, b) => b.createdAtEpoch - a.createdAtEpoch || (a.id < b.id ? -1 : 1));
    expect(everything.length).toBeGreaterThan(100);
    expect(everything.map((alert) => alert.id)).toEqual(sorted.map((alert) => alert.id));
  });

  test('counts all items, even beyond the end', async () => {
    const total = everything.length;
    expect(await pageOf(null, 7, 5)).toEqual({ total, nodes: everything.slice(5, 12) });
    expect(await pageOf(null, 7, total - 2)).toEqual({ total, nodes: everything.slice(-2) });
    expect(await pageOf(null, 7, total)).toEqual({ total, nodes: [] });
    expect(await pageOf(null, 7, 100_000)).toEqual({ total, nodes: [] });
  });

  test.each([
    [0, 0],
    [1001, 0],
    [1, -1],
    [1.5, 0],
  ])('rejects limit %d with offset %d', async (limit, offset) => {
    await expect(pageOf(null, limit, offset)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('reads only the selected columns and the id', async () => {
    const fields = { names: ['status'] as const, key: 'status' };
    const input = { filter: null, orderBy: null, limit: 1, offset: 0, fields, wantsItems: true, wantsTotal: false };
    const { nodes } = await pageAlerts(world.as(), input);
    expect(Object.keys(nodes[0] ?? {}).toSorted()).toEqual(['id', 'status']);
  });
});

const middleTime = start + 150_000;
const filters: [string, AlertFilter, (alert: AlertRow) => boolean][] = [
  ['tenant', { tenantId: 'tenant-1' }, (alert) => alert.tenantId === 'tenant-1'],
  ['an empty tenant', { tenantId: '' }, () => false],
  ['a tenant that cannot be stored', { tenantId: 'a\0' }, () => false],
  ['endpoint, case-insensitively', { endpointId: 'HOST-3' }, (alert) => alert.endpointId === 'host-3'],
  ['one status', { status: ['open'] }, (alert) => alert.status === 'open'],
  ['statuses', { status: ['open', 'resolved'] }, (alert) => alert.status !== 'acknowledged'],
  ['no status', { status: [] }, () => false],
  ['severities', { severity: ['critical', 'low'] }, (alert) => ['critical', 'low'].includes(alert.severity)],
  ['platform', { platform: ['linux'] }, (alert) => alert.platform === 'linux'],
  [
    'techniques',
    { technique: ['T5', 'T6'] },
    (alert) => alert.ttpTechniques.some((name) => name === 'T5' || name === 'T6'),
  ],
  ['model', { modelName: ['gat'] }, (alert) => alert.modelName === 'gat'],
  ['scores', { minAttackProb: 0.7, maxAttackProb: 0.8 }, (alert) => alert.attackProb >= 0.7 && alert.attackProb <= 0.8],
  ['seen after', { seenAfter: new Date(middleTime * 1000) }, (alert) => alert.lastSeenEpoch >= middleTime],
  ['seen before', { seenBefore: new Date(middleTime * 1000) }, (alert) => alert.firstSeenEpoch < middleTime],
  [
    'created between',
    { createdAfter: new Date((start + 10_000) * 1000), createdBefore: new Date((start + 20_000) * 1000) },
    (alert) => alert.createdAtEpoch >= start + 10_000 && alert.createdAtEpoch < start + 20_000,
  ],
  ['notes, case-insensitively', { notes: 'NOTE 1' }, (alert) => alert.notes.includes('Note 1')],
  ['notes with pattern characters', { notes: '0%_\\' }, (alert) => alert.notes.includes('0%_\\')],
  ['text of the endpoint, case-insensitively', { text: 'OST-3' }, (alert) => alert.endpointId === 'host-3'],
  ['text of the tenant', { text: 'tenant-1' }, (alert) => alert.tenantId === 'tenant-1'],
  ['text of the model', { text: 'sag' }, (alert) => alert.modelName === 'sage'],
  ['text of the notes with pattern characters', { text: '0%_\\' }, (alert) => alert.notes.includes('0%_\\')],
  ['text that is a technique', { text: ' t5' }, (alert) => alert.ttpTechniques.includes('T5')],
  [
    'words of the endpoint, the notes and the model',
    { text: 'host-3  sage\tnote' },
    (alert) => alert.endpointId === 'host-3' && alert.modelName === 'sage',
  ],
  ['words, one of which cannot be stored', { text: 'host-3 a\0' }, () => false],
  ['white space only', { text: ' \n' }, () => true],
  [
    'more than ten words, which match as a whole after the ninth',
    { text: `${'a e n o t '.repeat(2)} n o` },
    () => false,
  ],
  ['a part of the tenant', { tenant: 'ANT-1 ' }, (alert) => alert.tenantId === 'tenant-1'],
  ['a part of several tenants', { tenant: 'Tenant' }, () => true],
  ['a part of no tenant', { tenant: 'acme' }, () => false],
  ['the hostname, not its parts', { endpoint: 'Host-1' }, (alert) => alert.endpointId === 'host-1'],
  ['a part of the hostname', { endpoint: 'OST-', tenantId: 'tenant-1' }, (alert) => alert.tenantId === 'tenant-1'],
  ['a part of no hostname', { endpoint: 'ws_' }, () => false],
  [
    'a part of the model',
    { model: ['AG', 'x'], tenant: '2' },
    (a) => a.modelName === 'sage' && a.tenantId === 'tenant-2',
  ],
  ['a part of no model', { model: ['x'] }, () => false],
  [
    'several criteria',
    { tenantId: 'tenant-2', status: ['open'], platform: ['windows'], technique: ['T2'] },
    (alert) =>
      alert.tenantId === 'tenant-2' &&
      alert.status === 'open' &&
      alert.platform === 'windows' &&
      alert.ttpTechniques.includes('T2'),
  ],
];

describe.each(filters)('the filter by %s', (_name, filter, matches) => {
  test('has the same page, total, facets and histogram as filtering all alerts in memory', async () => {
    const expected = everything.filter(matches);
    expect(await pageOf(filter)).toEqual({ total: expected.length, nodes: expected });
    const connection = await listAlerts(world.as(), {
      filter,
      orderBy: null,
      page: { first: 1 },
      fields: allFields,
      wantsItems: true,
      wantsTotal: true,
    });
    // The total is read with the page if it is cheap.
    expect(connection.total ?? expected.length).toBe(expected.length);
    expect(await countAlerts(world.as(), connection.filter)).toBe(expected.length);
    const names = ['severity', 'status', 'platform', 'model', 'endpoint', 'technique'] as const;
    const facets = await countFacets(world.as(), { filter: connection.filter, top: 100, facets: names });
    expect(countsOf(facets.severity)).toEqual(countBy(expected, (alert) => [alert.severity]));
    expect(countsOf(facets.status)).toEqual(countBy(expected, (alert) => [alert.status]));
    expect(countsOf(facets.platform)).toEqual(countBy(expected, (alert) => [alert.platform]));
    expect(countsOf(facets.model)).toEqual(countBy(expected, (alert) => [alert.modelName]));
    expect(countsOf(facets.technique)).toEqual(countBy(expected, (alert) => alert.ttpTechniques));
    const endpoints = facets.endpoint.map(({ tenantId, value, count }) => ({ value: `${tenantId} ${value}`, count }));
    expect(countsOf(endpoints)).toEqual(countBy(expected, (alert) => [`${alert.tenantId} ${alert.endpointId}`]));
    for (const values of Object.values(facets)) {
      const counts: number[] = values.map((value: { count: number }) => value.count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }
    const histogram = await countByTime(world.as(), {
      filter: connection.filter,
      interval: 3600,
      intervalSeconds: null,
      by: 'last_seen',
    });
    const filled = histogram
      .filter((bucket) => bucket.count > 0)
      .map((bucket) => ({ value: bucket.start.toISOString(), count: bucket.count }));
    expect(countsOf(filled)).toEqual(
      countBy(expected, (alert) => [new Date(Math.floor(alert.lastSeenEpoch / 3600) * 3_600_000).toISOString()]),
    );
  });
});

function countsOf(values: readonly { value: string; count: number }[]) {
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
}

function countBy(alerts: readonly AlertRow[], valuesOf: (alert: AlertRow) => readonly string[]) {
  const counts: Record<string, number> = {};
  for (const value of alerts.flatMap(valuesOf)) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('facets and histograms', () => {
  test('return at most the requested number of values, the most frequent first', async () => {
    const { endpoint } = await countFacets(world.as(), { filter: {}, top: 3, facets: ['endpoint'] });
    expect(endpoint).toHaveLength(3);
  });

  test('count the alerts of each bucket by severity on request', async () => {
    const fixture = { filter: {}, interval: null, intervalSeconds: 86_400, by: null };
    const days = await countByTime(world.as(), { ...fixture, bySeverity: true });
    for (const { count, severity } of days) {
      expect(severity.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(count);
    }
    const { severity } = await countFacets(world.as(), { filter: {}, top: 1, facets: ['severity'] });
    const totals = Map.groupBy(
      days.flatMap((day) => day.severity),
      ({ value }) => value,
    );
    const summed = [...totals].map(([value, counts]) => ({
      value,
      count: counts.reduce((sum, { count }) => sum + count, 0),
    }));
    expect(countsOf(summed)).toEqual(countsOf(severity));
    const [busiest] = days.toSorted((a, b) => b.severity.length - a.severity.length);
    const order = ['critical', 'high', 'medium', 'low'];
    expect(busiest?.severity.map(({ value }) => value)).toEqual(
      order.filter((value) => busiest?.severity.some((bucket) => bucket.value === value)),
    );
    expect(await countByTime(world.as(), fixture)).toEqual(days.map((day) => ({ ...day, severity: [] })));
  });

  test('include empty buckets, and reject too many buckets', async () => {
    const by = { filter: {}, interval: null, by: null };
    const days = await countByTime(world.as(), { ...by, intervalSeconds: 86_400 });
    expect(days.map((bucket) => bucket.start.getTime())).toEqual(
      days.map((_, index) => (days[0]?.start.getTime() ?? 0) + index * 86_400_000),
    );
    await expect(countByTime(world.as(), { ...by, intervalSeconds: 10 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/buckets; the maximum is 1000/),
    });
  });
});

const orders: [AlertOrderField, OrderDirection, (alert: AlertRow) => number][] = [
  ['created_at', 'desc', (alert) => -alert.createdAtEpoch],
  ['created_at', 'asc', (alert) => alert.createdAtEpoch],
  ['last_seen', 'desc', (alert) => -alert.lastSeenEpoch],
  ['attack_prob', 'asc', (alert) => alert.attackProb],
  ['severity', 'desc', (alert) => -alert.attackProb],
];

describe.each(orders)('cursor pages in the order of %s %s', (field, direction, key) => {
  const list = (page: { first?: number; after?: string | null; last?: number; before?: string | null }) =>
    listAlerts(world.as(), {
      filter: { platform: ['windows'] },
      orderBy: { field, direction },
      page,
      fields: allFields,
      wantsItems: true,
      wantsTotal: false,
    });

  test('return every alert once, forwards and backwards', async () => {
    const tie = direction === 'desc' ? 1 : -1;
    const expected = everything
      .filter((alert) => alert.platform === 'windows')
      .toSorted((a, b) => key(a) - key(b) || (a.id < b.id ? -tie : tie))
      .map((alert) => alert.id);
    const forwards: string[] = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const { nodes, pageInfo } = await list({ first: 7, after });
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      forwards.push(...nodes.map((alert) => alert.id));
      after = pageInfo.endCursor;
      hasMore = pageInfo.hasNextPage;
    }
    expect(forwards).toEqual(expected);
    const backwards: string[] = [];
    for (let before: string | null = null, hasMore = true; hasMore; ) {
      const { nodes, pageInfo } = await list({ last: 7, before });
      expect(pageInfo.hasNextPage).toBe(before !== null);
      backwards.unshift(...nodes.map((alert) => alert.id));
      before = pageInfo.startCursor;
      hasMore = pageInfo.hasPreviousPage;
    }
    expect(backwards).toEqual(expected);
  });

  test('between two cursors contain the alerts between them', async () => {
    const completeList = await list({ first: 20 });
    const between = await list({
      first: 20,
      after: completeList.edges[3]?.cursor ?? null,
      before: completeList.edges[9]?.cursor ?? null,
    });
    expect(between.nodes.map((alert) => alert.id)).toEqual(completeList.nodes.slice(4, 9).map((alert) => alert.id));
  });
});

describe('cursors', () => {
  test.each([
    ['both sizes', { first: 1, last: 1 }],
    ['a size of 0', { first: 0 }],
    ['a size above the maximum', { first: 1001 }],
    ['invalid content', { after: 'nonsense' }],
    ['an invalid id', { after: Buffer.from('["created_at",1,"x"]').toString('base64url') }],
  ])('are rejected with %s', async (_name, page) => {
    const attempt = listAlerts(world.as(), {
      filter: null,
      orderBy: null,
      page,
      fields: allFields,
      wantsItems: true,
      wantsTotal: false,
    });
    await expect(attempt).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

describe('endpoints', () => {
  const fields = { names: ['platform', 'totalAlerts', 'openAlerts', 'lastAlertTimeEpoch'] as const, key: 'all' };

  function summaries(alerts: readonly AlertRow[]) {
    const byEndpoint = Map.groupBy(alerts, (alert) => `${alert.tenantId} ${alert.endpointId}`);
    return [...byEndpoint.values()]
      .map((group) => ({
        name: `${group[0]?.tenantId} ${group[0]?.endpointId}`,
        total: group.length,
        open: group.filter((alert) => alert.status === 'open').length,
        last: Math.max(...group.map((alert) => alert.lastSeenEpoch)),
      }))
      .toSorted((a, b) => b.last - a.last || (a.name < b.name ? -1 : 1));
  }

  test('have one summary each, the newest first', async () => {
    const rows = await summarizeEndpoints(world.as(), { tenantId: null });
    const summarized = rows.map((row) => ({
      name: `${row.tenantId} ${row.endpointId}`,
      total: row.totalAlerts,
      open: row.openAlerts,
      last: row.lastAlertTimeEpoch,
    }));
    expect(summarized).toEqual(summaries(everything));
    expect(await summarizeEndpoints(world.as(), { tenantId: '' })).toEqual([]);
  });

  test('are on exactly one page each, with exact counts', async () => {
    const listed: ReturnType<typeof summaries> = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const input = { filter: null, first: 4, after, fields, wantsItems: true, wantsTotal: true };
      const { nodes, pageInfo, totalCount } = await listEndpoints(world.as(), input);
      expect(totalCount).toBe(summaries(everything).length);
      for (const node of nodes) {
        const { tenantId, hostname, totalAlerts = 0, openAlerts = 0, lastAlertTimeEpoch } = node;
        listed.push({
          name: `${tenantId} ${hostname}`,
          total: totalAlerts,
          open: openAlerts,
          last: lastAlertTimeEpoch ?? 0,
        });
      }
      after = pageInfo.endCursor;
      hasMore = pageInfo.hasNextPage;
    }
    expect(listed).toEqual(summaries(everything));
  });

  test('are found case-insensitively by a part of their name', async () => {
    const input = { first: null, after: null, fields, wantsItems: true, wantsTotal: true };
    const endpoints = await listEndpoints(world.as(), {
      filter: { tenantId: 'tenant-0', hostname: 'ST-3' },
      ...input,
    });
    expect(endpoints.nodes.map((endpoint) => endpoint.hostname)).toEqual(['host-3']);
    expect(endpoints.totalCount).toBe(1);
  });
});
