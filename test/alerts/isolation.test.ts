import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import {
  allFields,
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  requestOf,
} from './support/alert-world.js';

const world = describeAlertWorld({ RAMPART_AUTH_ALERTS: 'token' });
const open = describeAlertWorld({ RAMPART_AUTH_ALERTS: 'open' });
const analyst = requestOf(analystOf('mine'));
const foreign: { id: string } = { id: '' };
const endpointFields = { names: ['platform', 'totalAlerts'] as const, key: 'platform totalAlerts' };
const page = { orderBy: null, limit: 100, offset: 0, fields: allFields, wantsItems: true, wantsTotal: true };
const connection = { orderBy: null, page: {}, fields: allFields, wantsItems: true };

beforeAll(async () => {
  await importAll(world.service, [
    inference({ tenant_id: 'mine', endpoint_id: 'a' }),
    inference({ tenant_id: 'mine', endpoint_id: 'b' }),
  ]);
  const { results } = await importAll(world.service, [
    inference({ tenant_id: 'theirs', endpoint_id: 'a', model_name: 'secret', ttp_techniques: ['T9'] }),
    inference({ tenant_id: 'theirs', endpoint_id: 'z' }),
  ]);
  foreign.id = results[0]?.alertId ?? '';
  await world.service.submitVerdict(requestOf(), {
    alertId: foreign.id,
    isTruePositive: true,
    fields: fieldsOf('status'),
  });
});

describe('an analyst of one tenant', () => {
  test('lists and counts that tenant only, whatever the filter says', async () => {
    const all = await world.service.pageAlerts(analyst, { filter: null, ...page });
    expect([all.total, ...new Set(all.nodes.map((alert) => alert.tenantId))]).toEqual([2, 'mine']);
    const asked = await world.service.pageAlerts(analyst, { filter: { tenantId: 'theirs' }, ...page });
    expect([asked.total, asked.nodes]).toEqual([0, []]);
    const listed = await world.service.listAlerts(analyst, { filter: null, ...connection });
    expect(listed.nodes).toHaveLength(2);
    expect(await world.service.countAlerts(analyst, listed.filter)).toBe(2);
  });

  test('sees no other tenant in facets, histograms, related endpoints, precision or health', async () => {
    const { filter, nodes } = await world.service.listAlerts(analyst, { filter: null, ...connection });
    const facets = await world.service.countFacets(analyst, {
      filter,
      top: 10,
      facets: ['model', 'endpoint', 'technique', 'status'],
    });
    expect(facets).toMatchObject({
      model: [{ value: 'sage', count: 2 }],
      technique: [],
      status: [{ value: 'open', count: 2 }],
    });
    expect(facets.endpoint.map((count) => count.tenantId)).toEqual(['mine', 'mine']);
    const histogram = await world.service.countByTime(analyst, {
      filter,
      interval: null,
      intervalSeconds: null,
      by: null,
    });
    expect(histogram.map((bucket) => bucket.count)).toEqual([2]);
    expect(nodes.flatMap((alert) => alert.relatedEndpoints ?? []).toSorted()).toEqual(['a', 'b']);
    expect(await world.service.modelPrecision(analyst, { tenantId: null })).toEqual([]);
    expect(await world.service.modelPrecision(analyst, { tenantId: 'theirs' })).toEqual([]);
    expect(await world.service.storeStatus(analyst)).toMatchObject({ alertsCount: 2 });
  });

  test('finds a foreign alert no more than one that does not exist', async () => {
    const message = `Alert ${foreign.id} not found`;
    const fields = fieldsOf('status');
    const attempts = [
      () => world.service.readAlert(analyst, { id: foreign.id, fields }),
      () => world.service.updateAlert(analyst, { id: foreign.id, status: 'open', fields }),
      () => world.service.submitVerdict(analyst, { alertId: foreign.id, isTruePositive: false, fields }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    const bulk = await world.service.changeAlertStatuses(analyst, { ids: [foreign.id], status: 'open', fields });
    expect(bulk).toEqual([{ id: foreign.id, alert: null, code: 'NOT_FOUND', message }]);
    expect(await world.service.alertsByIds(analyst, { ids: [foreign.id], fields })).toEqual([null]);
    expect(await world.service.relatedAlerts(analyst, { ids: [foreign.id], first: 5, fields })).toEqual([[]]);
    expect(await world.service.transitionsOf(analyst, [foreign.id])).toEqual([[]]);
    expect(await world.service.verdictsOf(analyst, [foreign.id])).toEqual([[]]);
    expect(await world.service.readAlert(requestOf(), { id: foreign.id, fields })).toMatchObject({
      status: 'resolved',
    });
  });

  test('sees no foreign endpoint', async () => {
    const key = { tenantId: 'theirs', hostname: 'a' };
    expect(await world.service.endpointsByKeys(analyst, { keys: [key], fields: endpointFields })).toEqual([null]);
    const listed = { first: null, after: null, fields: endpointFields, wantsItems: true, wantsTotal: true };
    const mine = await world.service.listEndpoints(analyst, { filter: null, ...listed });
    expect([mine.totalCount, ...mine.nodes.map((endpoint) => endpoint.tenantId)]).toEqual([2, 'mine', 'mine']);
    const theirs = await world.service.listEndpoints(analyst, { filter: { tenantId: 'theirs' }, ...listed });
    expect([theirs.totalCount, theirs.nodes]).toEqual([0, []]);
    expect(await world.service.summarizeEndpoints(analyst, { tenantId: 'theirs' })).toEqual([]);
    expect(await world.service.summarizeEndpoints(analyst, { tenantId: null })).toHaveLength(2);
    const alerts = { keys: [key], first: 5, status: null, fields: allFields };
    expect(await world.service.alertsOfEndpoints(analyst, alerts)).toEqual([[]]);
    const byName = { hostnames: ['a'], first: 5, fields: endpointFields };
    const [bearing] = await world.service.endpointsByHostnames(analyst, byName);
    expect(bearing).toMatchObject([{ tenantId: 'mine', hostname: 'a' }]);
    const under = { domains: ['a', 'z'], first: 5, fields: endpointFields };
    expect(await world.service.endpointsUnderDomains(analyst, under)).toMatchObject([
      [{ tenantId: 'mine', hostname: 'a' }],
      [],
    ]);
    expect(await world.service.alertIdsOfEndpoints(analyst, [key])).toEqual([[]]);
  });

  test('imports for that tenant only', async () => {
    const given = [inference({ tenant_id: 'theirs' }), inference({ tenant_id: 'mine', endpoint_id: 'import' })];
    const { results } = await importAll(world.service, given, analystOf('mine'));
    expect(results.map((result) => result.outcome)).toEqual(['rejected', 'opened']);
    expect(results[0]?.errors).toEqual(['tenantId: you may not import for this tenant']);
  });
});

describe('everybody else', () => {
  const others: [Caller, string][] = [
    [anonymous, 'UNAUTHENTICATED'],
    [{ kind: 'account', accountId: '1', username: 'zoe' }, 'FORBIDDEN'],
    [{ kind: 'mirror-client', clientId: 'm' }, 'FORBIDDEN'],
  ];
  test.each(others)('%j is refused with %s by every verb', async (caller, code) => {
    const request = requestOf(caller);
    const fields = fieldsOf('status');
    const attempts: Record<string, () => Promise<unknown>> = {
      pageAlerts: () => world.service.pageAlerts(request, { filter: null, ...page }),
      listAlerts: () => world.service.listAlerts(request, { filter: null, ...connection }),
      countAlerts: () => world.service.countAlerts(request, {}),
      countFacets: () => world.service.countFacets(request, { filter: {}, top: 1, facets: ['status'] }),
      countByTime: () =>
        world.service.countByTime(request, { filter: {}, interval: null, intervalSeconds: null, by: null }),
      readAlert: () => world.service.readAlert(request, { id: foreign.id, fields }),
      alertsByIds: () => world.service.alertsByIds(request, { ids: [foreign.id], fields }),
      relatedAlerts: () => world.service.relatedAlerts(request, { ids: [foreign.id], first: 1, fields }),
      alertsOfEndpoints: () => world.service.alertsOfEndpoints(request, { keys: [], first: 1, status: null, fields }),
      alertIdsOfEndpoints: () => world.service.alertIdsOfEndpoints(request, []),
      transitionsOf: () => world.service.transitionsOf(request, [foreign.id]),
      verdictsOf: () => world.service.verdictsOf(request, [foreign.id]),
      updateAlert: () => world.service.updateAlert(request, { id: foreign.id, status: 'open', fields }),
      submitVerdict: () => world.service.submitVerdict(request, { alertId: foreign.id, isTruePositive: true, fields }),
      changeAlertStatuses: () => world.service.changeAlertStatuses(request, { ids: [], status: 'open', fields }),
      importInferences: () => world.service.importInferences(request, []),
      importLines: async () =>
        await world.service.importLines(request, { input: (await import('node:stream')).Readable.from([]) }),
      endpointsByKeys: () => world.service.endpointsByKeys(request, { keys: [], fields: endpointFields }),
      endpointsByHostnames: () =>
        world.service.endpointsByHostnames(request, { hostnames: [], first: 1, fields: endpointFields }),
      endpointsUnderDomains: () =>
        world.service.endpointsUnderDomains(request, { domains: [], first: 1, fields: endpointFields }),
      listEndpoints: () =>
        world.service.listEndpoints(request, {
          filter: null,
          first: 1,
          after: null,
          fields: endpointFields,
          wantsItems: true,
          wantsTotal: true,
        }),
      summarizeEndpoints: () => world.service.summarizeEndpoints(request, { tenantId: null }),
      modelPrecision: () => world.service.modelPrecision(request, { tenantId: null }),
      storeStatus: () => world.service.storeStatus(request),
      readAccess: async () => world.service.readAccess(request),
    };
    // A verb that is added without being tried here fails.
    expect(Object.keys(attempts).toSorted()).toEqual(
      Object.keys(world.service)
        .filter((name) => name !== 'jobs')
        .toSorted(),
    );
    for (const attempt of Object.values(attempts)) await expect(attempt()).rejects.toMatchObject({ code });
  });
});

test('where alerts are open, anybody reads them, and importing them still requires a token', async () => {
  const request = requestOf(anonymous);
  expect(await open.service.countAlerts(request, {})).toBeDefined();
  const refused = { code: 'UNAUTHENTICATED', message: 'Importing inferences requires an operator token' };
  const given = [inference({ tenant_id: 'flood' })];
  await expect(importAll(open.service, given, anonymous)).rejects.toMatchObject(refused);
  const input = Readable.from([Buffer.from(JSON.stringify(given[0]))]);
  await expect(open.service.importLines(request, { input })).rejects.toMatchObject(refused);
  expect((await importAll(open.service, given, analystOf('flood'))).opened).toBe(1);
});
