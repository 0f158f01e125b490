import { beforeAll, describe, expect, test } from 'vitest';
import type { OperatorCaller } from '../../platform/caller.js';
import { authorize, isPermitted } from '../../platform/permissions/index.js';
import { callerAccess } from '../../subgraphs/alerts/authorization.js';
import {
  endpointsByKeys,
  endpointsByNames,
  listEndpoints,
  summarizeEndpoints,
} from '../../subgraphs/alerts/endpoints/service.js';
import { countByTime, modelPrecision, readStoreStatus } from '../../subgraphs/alerts/metrics/service.js';
import { countFacets } from '../../subgraphs/alerts/metrics/service-facets.js';
import {
  changeAlertStatuses,
  submitVerdict,
  updateAlert,
} from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { filterValues } from '../../subgraphs/alerts/triage/service/filter-values.js';
import { changedAlerts, listAlerts, pageAlerts } from '../../subgraphs/alerts/triage/service/list-alerts.js';
import {
  alertIdsOfEndpoints,
  alertsByIds,
  alertsOfEndpoints,
  readAlert,
  relatedAlerts,
  transitionsOf,
  verdictsOf,
} from '../../subgraphs/alerts/triage/service/read-alerts.js';
import type { AlertFilterField } from '../../subgraphs/alerts/vocabulary.js';
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
const both: OperatorCaller = { ...analystOf('acme'), tenants: ['acme', 'globex'] };
const request = requestOf(both);
const tenants = ['acme', 'globex', 'theirs', 'acm', 'acme,globex'];
const ownTenants = ['acme', 'globex'];
const fields = fieldsOf('tenantId', 'status');
const endpointFields = { names: ['platform', 'totalAlerts'] as const, key: 'platform totalAlerts' };
const none = { filter: null, orderBy: null, fields, wantsItems: true, wantsTotal: true } as const;
const ids = new Map<string, string[]>();

beforeAll(async () => {
  for (const tenant of tenants) {
    const created = ['a', 'b', 'c'].map((endpoint_id) =>
      inference({ tenant_id: tenant, endpoint_id, model_name: `model of ${tenant}`, ttp_techniques: [tenant] }),
    );
    const { results } = await importAll(world.alerts, created);
    const made_ids = results.map(({ alertId }) => alertId ?? '');
    ids.set(tenant, made_ids);
    await submitVerdict(world.as(), { alertId: made_ids[2] ?? '', isTruePositive: true, fields });
  }
});

const idsOf = (names: readonly string[]): string[] => names.flatMap((name) => ids.get(name) ?? []);
const foreignIds = (): string[] => idsOf(tenants.filter((name) => !ownTenants.includes(name)));
const distinct = (values: Iterable<string | undefined>): (string | undefined)[] => [...new Set(values)].toSorted();

test('a caller with access to all tenants receives the filter values of all tenants, each once', async () => {
  const valuesOf = async (field: AlertFilterField, first = 20) =>
    (await filterValues(world.as(), { field, search: 'a', first })).map(({ value }) => value);
  expect(await valuesOf('tenant')).toEqual(['acm', 'acme', 'acme,globex']);
  expect(await valuesOf('tenant', 2)).toEqual(['acm', 'acme']);
  expect(await valuesOf('endpoint')).toEqual(['a']);
  expect(await valuesOf('model')).toEqual(['model of acm', 'model of acme', 'model of acme,globex']);
  await expect(valuesOf('model', 101)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
});

describe('an analyst of two tenants', () => {
  test.each([
    ['GLOB', ['globex']],
    ['acme', ['acme']],
    // A tenant of others is unknown: its name is only a part of the own ones.
    ['acm', ['acme']],
    ['theirs', []],
    ['e', ownTenants],
  ])('finds only alerts of these tenants with the filter by tenant %s', async (tenant, expected) => {
    const page = await pageAlerts(world.as(request), { ...none, filter: { tenant }, limit: 100, offset: 0 });
    expect(page.nodes.map(({ id }) => id).toSorted()).toEqual(idsOf(expected).toSorted());
  });

  test.each<[AlertFilterField, string | null, string[]]>([
    ['tenant', null, ownTenants],
    ['tenant', 'GLOB', ['globex']],
    ['endpoint', 'B', ['b']],
    ['model', ' of A', ['model of acme']],
    ['attack', 'ta0002', ['TA0002']],
    ['attack', 'powershell', ['T1059.001', 'T1546.013']],
  ])('gets filter values of these tenants only: field %s, search %s', async (field, search, expected) => {
    const values = await filterValues(world.as(request), { field, search, first: 5 });
    expect(values.map(({ value }) => value)).toEqual(expected);
  });

  test('finds only alerts of these tenants with the filter by model and endpoint', async () => {
    const filter = { model: ['model of acm', 'of glob'], endpoint: 'B' };
    const page = await pageAlerts(world.as(request), { ...none, filter, limit: 100, offset: 0 });
    expect(page.nodes.map(({ id }) => id).toSorted()).toEqual(ownTenants.map((name) => ids.get(name)?.[1]).toSorted());
  });

  test('lists exactly the alerts of both, by offset and by cursor, in the order of the list of all tenants', async () => {
    const allAlerts = await pageAlerts(world.as(), { ...none, limit: 100, offset: 0 });
    const expected = allAlerts.nodes.filter(({ tenantId = '' }) => ownTenants.includes(tenantId)).map(({ id }) => id);
    expect(expected.toSorted()).toEqual(idsOf(ownTenants).toSorted());
    const page = await pageAlerts(world.as(request), { ...none, limit: 100, offset: 0 });
    expect([page.total, page.nodes.map(({ id }) => id)]).toEqual([6, expected]);
    const listedIds: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { nodes, pageInfo, total } = await listAlerts(world.as(request), { ...none, page: { first: 2, after } });
      expect(total).toBe(6);
      listedIds.push(...nodes.map(({ id }) => id));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    }
    expect(listedIds).toEqual(expected);
  });

  test.each([
    ['acme', 3],
    ['globex', 3],
    ['theirs', 0],
    ['acme,globex', 0],
    ['', 0],
  ])('filters the alerts of both by the tenant %j', async (tenantId, total) => {
    const page = await pageAlerts(world.as(request), { ...none, filter: { tenantId }, limit: 100, offset: 0 });
    expect([page.total, page.nodes.length]).toEqual([total, total]);
    expect(await summarizeEndpoints(world.as(request), { tenantId })).toHaveLength(total);
    expect(await modelPrecision(world.as(request), { tenantId })).toHaveLength(total / 3);
  });

  test('counts the alerts of both in facets, histograms, precision and health', async () => {
    for (const filter of [null, { endpointId: 'a' }]) {
      const list = await listAlerts(world.as(request), { ...none, filter, page: {} });
      const count = filter === null ? 3 : 1;
      const facets = await countFacets(world.as(request), {
        ...{ filter: list.filter, top: 10 },
        facets: ['model', 'endpoint', 'technique', 'status'],
      });
      expect(facets.model).toEqual(ownTenants.map((tenant) => ({ value: `model of ${tenant}`, count, tenantId: '' })));
      expect(distinct(facets.endpoint.map(({ tenantId }) => tenantId))).toEqual(ownTenants);
      expect(facets.technique).toEqual(ownTenants.map((value) => ({ value, name: null, count })));
      const input = { filter: list.filter, interval: null, intervalSeconds: null, by: null };
      const buckets = await countByTime(world.as(request), input);
      expect(buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(2 * count);
    }
    const precision = await modelPrecision(world.as(request), { tenantId: null });
    expect(precision.map(({ modelName }) => modelName)).toEqual(ownTenants.map((tenant) => `model of ${tenant}`));
    expect(await readStoreStatus(world.as(request))).toMatchObject({ alertsCount: 6 });
  });

  test('reads and changes alerts of both by id, and no others', async () => {
    const selection = { ids: idsOf(tenants), fields };
    const expected = idsOf(tenants).map((id) =>
      idsOf(ownTenants).includes(id) ? expect.objectContaining({ id }) : null,
    );
    expect(await alertsByIds(world.as(request), selection)).toEqual(expected);
    expect(await changedAlerts(world.as(request), { ...selection, filter: null })).toEqual(expected);
    const read = [transitionsOf, verdictsOf].map((of) => of(world.as(request), selection.ids));
    for (const histories of await Promise.all(read)) {
      const readable = selection.ids.filter((_, index) => (histories[index] ?? []).length > 0);
      expect(readable).toEqual(ownTenants.map((tenant) => ids.get(tenant)?.[2]));
    }
    const related = await relatedAlerts(world.as(request), { ...selection, first: 5 });
    expect(related.map((alerts) => alerts.length)).toEqual(
      tenants.flatMap((name) => Array(3).fill(ownTenants.includes(name) ? 2 : 0)),
    );
    for (const id of idsOf(ownTenants)) {
      expect(await readAlert(world.as(request), { id, fields })).toMatchObject({ id });
      expect(await updateAlert(world.as(request), { id, status: 'open', fields })).toMatchObject({ id });
    }
    for (const id of foreignIds()) {
      const missing = { code: 'NOT_FOUND', message: `Alert ${id} not found` };
      await expect(readAlert(world.as(request), { id, fields })).rejects.toMatchObject(missing);
      await expect(updateAlert(world.as(request), { id, status: 'open', fields })).rejects.toMatchObject(missing);
      const verdict = { alertId: id, isTruePositive: false, fields };
      await expect(submitVerdict(world.as(request), verdict)).rejects.toMatchObject(missing);
    }
    const changed = await changeAlertStatuses(world.as(request), { ...selection, status: 'investigating' });
    expect(changed.filter(({ alert }) => alert !== null).map(({ id }) => id)).toEqual(idsOf(ownTenants));
    const after = await alertsByIds(world.as(), { ids: foreignIds(), fields });
    expect(after.map((alert) => alert?.status)).not.toContain('investigating');
  });

  test('sees the endpoints of both', async () => {
    const keys = tenants.map((tenantId) => ({ tenantId, hostname: 'a' }));
    const isOwn = tenants.map((tenant) => ownTenants.includes(tenant));
    const byKeys = await endpointsByKeys(world.as(request), { keys, fields: endpointFields });
    expect(byKeys.map((endpoint) => endpoint !== null)).toEqual(isOwn);
    const input = { keys, first: 5, after: null, status: null, fields };
    const alerts = await alertsOfEndpoints(world.as(request), input);
    expect(alerts.map(({ nodes }) => nodes.length === 1)).toEqual(isOwn);
    const alertIds = await alertIdsOfEndpoints(world.as(request), keys);
    expect(alertIds.map((alertIdsOfEndpoint) => alertIdsOfEndpoint.length === 1)).toEqual(isOwn);
    const names = { first: 10, fields: endpointFields, names: ['a'], withSubdomains: false };
    const [endpoints = []] = await endpointsByNames(world.as(request), names);
    expect(distinct(endpoints.map(({ tenantId }) => tenantId))).toEqual(ownTenants);
    const listedEndpoints: string[] = [];
    for (let after: string | null = null, isDone = false; !isDone; ) {
      const page = { filter: null, first: 1, after, fields: endpointFields, wantsItems: true, wantsTotal: true };
      const { nodes, pageInfo, totalCount } = await listEndpoints(world.as(request), page);
      expect(totalCount).toBe(6);
      listedEndpoints.push(...nodes.map(({ tenantId, hostname }) => `${tenantId} ${hostname}`));
      after = pageInfo.endCursor;
      isDone = !pageInfo.hasNextPage;
    }
    expect(listedEndpoints.toSorted()).toEqual(
      ownTenants.flatMap((tenant) => ['a', 'b', 'c'].map((host) => `${tenant} ${host}`)),
    );
  });

  test('imports for both, and for no other tenant', async () => {
    const fixture = tenants.map((tenant_id) => inference({ tenant_id, endpoint_id: 'import', attack_prob: 0.1 }));
    const { results } = await importAll(world.alerts, fixture, both);
    expect(results.map(({ outcome }) => outcome)).toEqual(
      tenants.map((tenant) => (ownTenants.includes(tenant) ? 'ignored' : 'rejected')),
    );
  });

  test('has no permission that requires all tenants', () => {
    expect(isPermitted(both, 'drive.read')).toBe(false);
    expect(authorize(both, 'alerts.read')).toEqual({ scope: 'own_tenants', tenants: ownTenants });
    expect(callerAccess(world.as(request), { toChange: true })).toEqual({
      tenants: ownTenants,
      tenantId: null,
      canChange: true,
    });
    const admin = { ...both, role: 'admin', tenantId: null } as const;
    expect(authorize(admin, 'alerts.read').tenants).toBeNull();
  });
});

test('all fields of alerts are readable for several tenants', async () => {
  const { nodes } = await listAlerts(world.as(request), { ...none, fields: allFields, page: { last: 3 } });
  expect(nodes).toHaveLength(3);
});
