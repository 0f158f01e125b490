import { graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { buildGraph, composeSupergraph, type Graph, InProcessDataSource } from '../../gateway/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { alertDependencies, importInferences } from '../../subgraphs/alerts/index.js';
import { subgraphs } from '../../subgraphs/index.js';
import { allControllerFields } from '../../subgraphs/licenses/index.js';
import { graphInference, inference } from '../alerts/support/alert-world.js';
import { checkIn, describeLicenseWorld, fromController, fromOperator, guidOf } from './support/license-world.js';

const world = describeLicenseWorld();
let graph: Graph;

beforeAll(async () => {
  const { configuration, database } = world.test;
  const platform = { configuration, database, clock: world.clock, log: world.log };
  const domains = subgraphs.map((definition) =>
    definition.name === 'licenses' ? world.subgraph : definition.create(platform),
  );
  graph = buildGraph({
    supergraphSdl: composeSupergraph(domains),
    dataSources: new Map(domains.map((domain) => [domain.name, new InProcessDataSource(domain)])),
  });
  const alerts = [
    ...['acme', 'other'].map((tenant_id) => ({ tenant_id, endpoint_id: 'PLC-1' })),
    { tenant_id: 'umlauts', endpoint_id: 'MÜLLER-PC' },
  ];
  await importInferences(
    { ...alertDependencies(platform), ...fromOperator() },
    alerts.map((each) => graphInference(inference(each))),
  );
  await checkIn(world.service, { guid: guidOf(1), hostname: 'Plc-1' });
  await checkIn(world.service, { guid: guidOf(2), hostname: 'plc-2' });
});

async function execute(document: string, context: RequestContext) {
  const result = await graph.prepare({ document }).execute({ variables: {}, context });
  return { data: result.data, codes: (result.errors ?? []).map(({ extensions }) => extensions?.code) };
}

const dashboard = `{
  controllers { nodes { hostname endpoints { tenantId hostname openAlerts alerts { nodes { status } } } } }
}`;

test('a controller has the endpoints with its hostname, case-insensitively', async () => {
  const endpointOf = (tenantId: string) => ({
    ...{ tenantId, hostname: 'plc-1', openAlerts: 1 },
    alerts: { nodes: [{ status: 'OPEN' }] },
  });
  expect(await execute(dashboard, fromOperator())).toEqual({
    codes: [],
    data: {
      controllers: {
        nodes: [
          { hostname: 'Plc-1', endpoints: [endpointOf('acme'), endpointOf('other')] },
          { hostname: 'plc-2', endpoints: [] },
        ],
      },
    },
  });
});

const endpoints = `{ endpoints(filter: { tenantId: "acme" }) { nodes { hostname controllers { guid version } } } }`;

test('an endpoint has the controllers with its hostname', async () => {
  const controllers = [{ guid: guidOf(1), version: '4.1.0' }];
  expect(await execute(endpoints, fromOperator())).toEqual({
    codes: [],
    data: { endpoints: { nodes: [{ hostname: 'plc-1', controllers }] } },
  });
});

test('hostnames are compared case-insensitively beyond ASCII', async () => {
  await checkIn(world.service, { guid: guidOf(3), hostname: 'MÜLLER-PC' });
  await checkIn(world.service, { guid: guidOf(4), hostname: 'Plc-4.MÜLLER-PC' });
  const endpoint = { tenantId: 'umlauts', hostname: 'müller-pc', controllers: [{ hostname: 'MÜLLER-PC' }] };
  const document = `{ controllers(filter: { hostname: "MÜLLER-PC" }) { nodes { hostname
    endpoints { tenantId hostname controllers { hostname } } } } }`;
  expect(await execute(document, fromOperator())).toEqual({
    codes: [],
    data: {
      controllers: {
        nodes: [
          { hostname: 'MÜLLER-PC', endpoints: [endpoint] },
          { hostname: 'Plc-4.MÜLLER-PC', endpoints: [] },
        ],
      },
    },
  });
  const [controllers] = await world.service.controllersByNames(fromOperator(), {
    ...{ names: ['müller-pc'], first: 10, withSubdomains: true, fields: allControllerFields },
  });
  expect(controllers?.map(({ guid }) => guid)).toEqual([guidOf(3), guidOf(4)]);
});

test('a domain has the controllers whose hostname is its name or a subdomain', async () => {
  const names = ['site.example', 'SITE.example.', 'plc-9.site.example', 'te.example', 'example', '', 'a\0'];
  for (const [index, hostname] of ['plc-9.Site.example', 'site.example', 'plc-9.other-site.example'].entries()) {
    await checkIn(world.service, { guid: guidOf(10 + index), hostname });
  }
  const domains = await world.service.controllersByNames(fromOperator(), {
    ...{ names, first: 10, withSubdomains: true, fields: allControllerFields },
  });
  expect(domains.map((controllers) => controllers.map(({ guid }) => guid))).toEqual(
    [[10, 11], [], [10], [], [10, 11, 12], [], []].map((numbers) => numbers.map(guidOf)),
  );
  const query = `query { _entities(representations: [{ __typename: "Domain", name: "site.example" }]) {
    ... on Domain { controllers(first: 1) { guid } } } }`;
  const contextValue = world.subgraph.createContext(fromOperator());
  const { data, errors } = await graphql({ schema: world.subgraph.schema, source: query, contextValue });
  expect([errors, JSON.parse(JSON.stringify(data))]).toEqual([
    undefined,
    { _entities: [{ controllers: [{ guid: guidOf(10) }] }] },
  ]);
});

test('callers who may read only alerts receive endpoints without controllers', async () => {
  const analyst = { kind: 'operator', role: 'analyst', name: 'ada', tenantId: 'acme' } as const;
  for (const [context, code] of [
    [{ ...fromController(), via: 'graphql' as const }, 'UNAUTHENTICATED'],
    [fromOperator(analyst), 'FORBIDDEN'],
  ] as const) {
    expect(await execute(endpoints, context)).toEqual({
      codes: [code],
      data: { endpoints: { nodes: [{ hostname: 'plc-1', controllers: null }] } },
    });
  }
});
