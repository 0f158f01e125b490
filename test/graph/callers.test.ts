import { type GraphQLObjectType, type GraphQLUnionType, graphql } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import { nodeId } from '../../platform/graph/index.js';
import { silentLog } from '../../platform/log.js';
import { loadServices } from '../../rest-adapters/index.js';
import { loadLists } from '../../rest-adapters/lists/index.js';
import { openIncident } from '../../subgraphs/alerts/incidents/service/group-alerts.js';
import { submitVerdict } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { subgraphs } from '../../subgraphs/index.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { analystOf, requestOf } from '../alerts/support/alert-world.js';
import { guidOf } from '../licenses/support/license-world.js';
import { storeRule } from '../notifications/support/stored-rules.js';
import { testConfiguration } from '../support/index.js';
import { type FieldRow, queries, type Subjects } from './support/caller-matrix.js';
import { mutations } from './support/caller-matrix-mutations.js';
import { entities, routes } from './support/caller-matrix-routes.js';
import {
  type CallerName,
  callers,
  contentOf,
  describeCallers,
  foreign,
  type Outcomes,
  ownTenant,
} from './support/callers.js';
import { describeEnvironment, importZone, openAlerts, registerControllers, serveFiles } from './support/environment.js';

const instance = describeEnvironment();
const world = describeCallers(instance);
const subjects: { -readonly [Name in keyof Subjects]: Subjects[Name] } = {
  ...{
    ownAlert: '',
    foreignAlert: '',
    ownIncident: '',
    foreignIncident: '',
    ...{ ownBrand: '', foreignBrand: '', foreignHit: '', foreignWatch: '', foreignLookup: '' },
    siteId: '',
    itemId: '',
    sitePath: 'served',
  },
};

beforeAll(async () => {
  const hosts = [ownTenant, foreign].flatMap((tenant) => [
    { tenant_id: tenant, endpoint_id: `${tenant}-1.shared.example`, model_name: `${tenant}-model` },
    { tenant_id: tenant, endpoint_id: 'both.shared.example', model_name: `${tenant}-model` },
  ]);
  const [ownAlert = '', , , foreignAlert = ''] = await openAlerts(instance, hosts);
  await registerControllers(instance, [
    { guid: guidOf(1), hostname: 'both.shared.example' },
    { guid: guidOf(2), hostname: `${foreign}-1.shared.example` },
  ]);
  await importZone(instance, 'example', { shared: ['ns1.hostwell.example.'] });
  const item = (await serveFiles(instance, { 'report.pdf': 'what was found' })).get('report.pdf');
  if (item === undefined) throw new Error('nothing was served');
  const incidentOf = async (tenantId: string, alertId: string) => {
    const input = { title: `of ${tenantId}`, alertIds: [alertId] };
    return nodeId('Incident', (await openIncident({ ...instance.alerts, ...requestOf() }, input)).id);
  };
  const brandOf = async (tenantId: string) => {
    const zones = ['example'];
    const brand = await instance.zones.addBrand(requestOf(), { name: 'sharad', tenantId, zones });
    return nodeId('Brand', brand.id);
  };
  const [ownBrand, foreignBrand] = [await brandOf(ownTenant), await brandOf(foreign)];
  await watchBrands(instance.platform);
  const [foreignHit] = (await instance.zones.listHits(requestOf(), { filter: { tenantId: foreign } })).nodes;
  Object.assign(subjects, { ownBrand, foreignBrand, foreignHit: nodeId('BrandHit', foreignHit?.id ?? '') });
  for (const tenantId of [ownTenant, foreign]) {
    const watch = await instance.zones.watchDomain(requestOf(), { domain: 'acme.com', intervalHours: 0, tenantId });
    const { lookup } = await instance.zones.startBulkLookup(requestOf(), { domains: ['acme.com'], tenantId });
    Object.assign(subjects, { foreignWatch: watch.id, foreignLookup: lookup?.id ?? '' });
  }
  const [ownIncident, foreignIncident] = [
    await incidentOf(ownTenant, ownAlert),
    await incidentOf(foreign, foreignAlert),
  ];
  Object.assign(subjects, { ownAlert, foreignAlert, ownIncident, foreignIncident, ...item });
  for (const tenantId of [ownTenant, foreign]) await storeRule(instance.test.database.sql, { tenantId });
  await instance.drive.linkEvidence(requestOf(), { alertId: foreignAlert, ...item, notes: `of ${foreign}` });
  await submitVerdict(
    { ...instance.alerts, ...requestOf() },
    {
      ...{ alertId: foreignAlert, isTruePositive: true, notes: `of ${foreign}` },
      fields: { names: [], key: '' },
    },
  );
});

async function outcomesOf(outcome: (caller: CallerName) => Promise<string>): Promise<Outcomes> {
  const outcomes: [CallerName, string][] = [];
  for (const caller of callers) outcomes.push([caller, await outcome(caller)]);
  return Object.fromEntries(outcomes) as Outcomes; // One outcome per caller.
}

function outcomeOf({ data, errors }: { data?: unknown; errors?: readonly { extensions?: { code?: unknown } }[] }) {
  const codes = [...new Set(errors?.map(({ extensions }) => String(extensions?.code)))];
  // Data in a response with errors must not reveal the other tenant.
  return codes.length === 0
    ? contentOf(data)
    : [...codes, ...[contentOf(data)].filter((each) => each !== 'empty')].join(' ');
}

function describeFields(kind: 'query' | 'mutation', rows: readonly FieldRow[]): void {
  describe(`authorization of each ${kind}`, () => {
    test.each(rows)('is enforced for each caller: %s', async (_, selection, expected) => {
      const body = JSON.stringify({ query: `${kind} { ${selection(subjects)} }` });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const outcomes = await outcomesOf(async (caller) =>
        outcomeOf(JSON.parse((await world.send(caller, '/graphql', init)).body)),
      );
      expect(outcomes).toEqual(expected);
    });

    test('is tested for every field of the root type', () => {
      const { apiSchema } = world.server.graph;
      const root = kind === 'query' ? apiSchema.getQueryType() : apiSchema.getMutationType();
      const tested = new Set(rows.map(([field]) => field));
      expect(Object.keys(root?.getFields() ?? {}).filter((field) => !tested.has(field))).toEqual([]);
    });
  });
}

describeFields('query', queries);
describeFields('mutation', mutations);

describe('authorization of each route', () => {
  test.each(routes)('is enforced for each caller: %s', async (_, request, expected) => {
    const { path, init } = request(subjects);
    const outcomes = await outcomesOf(async (caller) => {
      const { status, body } = await world.send(caller, path, init);
      const isJson = (body.startsWith('{') || body.startsWith('[')) && !body.includes('}\n{');
      const isShown = status === 200 && path !== '/openapi.json';
      if (!isShown) expect(body.replaceAll(`tenant_id=${foreign}`, '')).not.toContain(`${foreign}-`);
      return isShown ? `${status} ${contentOf(isJson ? JSON.parse(body) : body)}` : String(status);
    });
    expect(outcomes).toEqual(expected);
  });

  test.each([
    ['a body that is not JSON', '{'],
    ['a body that is not an object', '[]'],
    [
      'fields with invalid types',
      '{"status":7,"notes":[],"alert_id":{},"is_true_positive":"x","expirationDateTime":9}',
    ],
    ['no body', undefined],
  ])('rejects callers without access before validating their request: %s', async (_, body) => {
    for (const [route, request, expected] of routes.filter(([name]) => !name.startsWith('GET '))) {
      const { path, init } = request(subjects);
      const headers = { 'content-type': 'application/json' };
      for (const caller of callers.filter((each) => ['401', '403'].includes(expected[each]))) {
        const { status } = await world.send(caller, path, { method: init?.method ?? '', headers, body: body ?? null });
        expect([route, caller, String(status)]).toEqual([route, caller, expected[caller]]);
      }
    }
  });

  test('is tested for every route', () => {
    const tested = new Set(routes.map(([route]) => route));
    const { apiSchema } = world.server.graph.internal;
    const services = loadServices(apiSchema);
    const declared = services.flatMap(({ routes: routesOfService }) =>
      routesOfService.map(({ method, path }) => `${method} ${path}`),
    );
    const streams = services.flatMap(({ adapter }) =>
      Object.entries(adapter.ownPaths?.(apiSchema) ?? {}).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    expect([...declared, ...streams].filter((route) => !tested.has(route))).toEqual([]);
  });
});

describe('authorization of each list export', () => {
  /** The parameters of lists that require some. */
  const requiredParameters = (): Readonly<Record<string, string>> => ({
    'brand-certificates': `brand_id=${subjects.foreignBrand}`,
    'look-alikes': 'brand=shared',
    'nameserver-domains': 'nameservers=ns1.hostwell.example',
    'policy-zone-names': 'policy_zone=none',
    'drive-items': `site_id=${subjects.siteId}`,
    'drive-changes': `site_id=${subjects.siteId}`,
    'drive-sync-runs': `site_id=${subjects.siteId}`,
  });
  const fieldOf: Readonly<Record<string, string>> = { NOT_FOUND: '404', UNAUTHENTICATED: '401', FORBIDDEN: '403' };

  test('is the same as that of the list in the GraphQL API', async () => {
    const lists = loadLists(world.server.graph.internal.apiSchema);
    expect(lists.length).toBeGreaterThan(30);
    for (const {
      name,
      path: [field = ''],
    } of lists) {
      const [, , inGraph] = queries.find(([query]) => query === field) ?? [];
      for (const caller of callers) {
        const { status, body } = await world.send(caller, `/api/${name}/export?${requiredParameters()[name] ?? ''}`);
        const expected = inGraph?.[caller] ?? '';
        expect([name, caller, String(status)]).toEqual([name, caller, fieldOf[expected] ?? '200']);
        if (caller.startsWith('tenant')) expect([name, contentOf(body)]).not.toEqual([name, 'all']);
      }
    }
  });
});

const asCallers: Readonly<Record<CallerName, Caller>> = {
  ...{ anonymous, open: anonymous, tenant: analystOf(ownTenant), analyst: analystOf(null) },
  tenantViewer: { ...analystOf(ownTenant), role: 'viewer' },
  viewer: { ...analystOf(null), role: 'viewer' },
  ingest: { ...analystOf(null), role: 'ingest' },
  admin: { kind: 'operator', role: 'admin', name: 'ada', tenantId: null },
  account: { kind: 'account', accountId: '', username: 'zoe' },
  mirror: { kind: 'mirror-client', clientId: 'matrix' },
};

describe('authorization of each entity reference', () => {
  const createSubgraphs = (alertsAuth: string) => {
    const configuration = testConfiguration({ ...instance.environment, RAMPART_AUTH_ALERTS: alertsAuth });
    const platform = { ...instance.platform, configuration, log: silentLog };
    return new Map(subgraphs.map((definition) => [definition.name, definition.create(platform)]));
  };
  const modes = {
    token: undefined as ReturnType<typeof createSubgraphs> | undefined,
    open: undefined as ReturnType<typeof createSubgraphs> | undefined,
  };
  let account: Caller;

  beforeAll(async () => {
    Object.assign(modes, { token: createSubgraphs('token'), open: createSubgraphs('open') });
    const storedAccount = await instance.zones.readAccount(requestOf(), { username: 'zoe' });
    account = { kind: 'account', accountId: storedAccount?.id ?? '', username: 'zoe' };
  });

  test.each(entities)('is enforced for each caller: %s', async (name, requested, expected) => {
    const [domain = '', typename = ''] = name.split(' ');
    const { representation, selection } = requested(subjects);
    const source = `query ($given: [_Any!]!) { _entities(representations: $given) { ... on ${typename} { ${selection} } } }`;
    const outcomes = await outcomesOf(async (caller) => {
      const subgraph = modes[caller === 'open' ? 'open' : 'token']?.get(domain);
      if (subgraph === undefined) throw new Error(`there is no domain ${domain}`);
      const contextValue = subgraph.createContext(requestOf(caller === 'account' ? account : asCallers[caller]));
      const variableValues = { given: [{ __typename: typename, ...representation }] };
      return outcomeOf(await graphql({ schema: subgraph.schema, source, contextValue, variableValues }));
    });
    expect(outcomes).toEqual(expected);
  });

  test('is tested for every entity of every domain', () => {
    const tested = new Set(entities.map(([name]) => name));
    const existing = instance.domains.flatMap(({ name, schema }) => {
      // A domain without entities has no union `_Entity`.
      const union = schema.getType('_Entity') as GraphQLUnionType | undefined;
      return (union?.getTypes() ?? []).map((type: GraphQLObjectType) => `${name} ${type.name}`);
    });
    expect(existing.filter((each) => !tested.has(each))).toEqual([]);
  });
});

test('an alert of another tenant is reported as not found', async () => {
  for (const path of ['/alerts/ID', '/feedback']) {
    const responses = [subjects.foreignAlert, guidOf(9)].map(async (id) => {
      const body = path === '/feedback' ? JSON.stringify({ alert_id: id, is_true_positive: true }) : null;
      const init = body === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const response = await world.send('tenant', path.replace('ID', id), init);
      return { ...response, body: response.body.replaceAll(id, 'ID') };
    });
    const [foreign, missing] = await Promise.all(responses);
    expect(foreign).toEqual(missing);
    expect(foreign?.status).toBe(404);
  }
});
