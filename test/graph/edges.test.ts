import { type FieldDefinitionNode, Kind, parse, print } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import { analystOf, requestOf } from '../alerts/support/alert-world.js';
import { guidOf } from '../licenses/support/license-world.js';
import { ask, describeHouse, importZone, openAlerts, registerControllers, serveFiles } from './support/house.js';

const house = describeHouse();
const day = 86_400_000;
const nameserver = ['ns1.hostwell.example.'];

/** Hosts of one domain, of two tenants, enough of them that one statement for each would show. */
const hosts = Array.from({ length: 6 }, (_, index) => ({
  tenant_id: index % 2 === 0 ? 'acme' : 'other',
  endpoint_id: `ws-${index}.northwind.example`,
  attack_prob: 0.9 - index / 100,
}));
let alertIds: string[];

beforeAll(async () => {
  alertIds = await openAlerts(house, hosts);
  await registerControllers(
    house,
    hosts.map(({ endpoint_id: hostname }, index) => ({ guid: guidOf(index + 1), hostname })),
  );
  await importZone(house, 'example', { northwind: nameserver });
  const items = await serveFiles(house, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  for (const [index, name] of ['a.txt', 'b.txt', 'c.txt', 'a.txt'].entries()) {
    const item = items.get(name);
    const alertId = alertIds[index];
    if (item === undefined || alertId === undefined) throw new Error(`${name} was not served`);
    await house.drive.linkEvidence(requestOf(), { ...item, alertId });
  }
});

describe('an edge between domains is one statement for all parents of a level', () => {
  const alerts = (fields: string): string =>
    `{ alerts(first: 6, orderBy: { field: SEVERITY }) { nodes { ${fields} } } }`;
  const endpoints = (fields: string): string => `{ endpoints { nodes { ${fields} } } }`;
  const items = (fields: string): string => `{ driveSites { items { nodes { name ${fields} } } } }`;
  const edges: [edge: string, operation: string, statements: number][] = [
    ['Endpoint.controllers', endpoints('controllers { version }'), 2],
    ['Endpoint.domain', endpoints('domain { name latestObservation { data } }'), 2],
    ['Endpoint.evidence, with the ids that it is found by', endpoints('evidence { note }'), 3],
    ['Controller.endpoints', '{ controllers { nodes { endpoints { hostname openAlerts } } } }', 2],
    [
      'Controller.endpoints with alerts',
      '{ controllers { nodes { endpoints(hasOpenAlerts: true) { alerts { id } } } } }',
      3,
    ],
    ['Domain.endpoints', endpoints('domain { endpoints(first: 2) { hostname openAlerts } }'), 3],
    ['Domain.controllers', endpoints('domain { controllers(first: 2) { version } }'), 3],
    ['Alert.evidence', alerts('evidence { note }'), 2],
    ['Alert.evidence and its items', alerts('evidence { item { name } }'), 3],
    ['Alert.endpoint, and from it to the controllers', alerts('endpoint { openAlerts controllers { guid } }'), 3],
    ['Alert.endpoint by its key alone', alerts('endpoint { hostname controllers { guid } }'), 2],
    ['DriveItem.alerts', items('alerts { severity }'), 4],
    ['DriveItem.evidence and its alerts', items('evidence { alert { severity endpoint { openAlerts } } }'), 5],
    [
      'every entity of every domain, there and back',
      `{ controllers { nodes { guid endpoints { hostname alerts { id evidence { item { alerts {
        endpoint { domain { name controllers { hostname } } } } } } } } } } }`,
      9,
    ],
  ];
  test.each(edges)('%s', async (_, operation, statements) => {
    house.statements.length = 0;
    const { data, errors } = await ask(house, operation);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toMatch(/^\{"\w+":(\[\]|null|\{"nodes":\[\]\})\}$/);
    expect(house.statements, house.statements.join('\n---\n')).toHaveLength(statements);
  });

  test('and none of them is left out here', () => {
    const tried = edges.flatMap(([name]) => /^\w+\.\w+/.exec(name)?.[0] ?? []);
    expect(foreignFields().filter((edge) => !tried.includes(edge))).toEqual([]);
  });
});

/** Where each entity that joins domains is at home: design, "Entities that join the domains". */
const owners: Readonly<Record<string, string>> = {
  Endpoint: 'alerts',
  Alert: 'alerts',
  Controller: 'licenses',
  Domain: 'zones',
  DriveItem: 'drive',
};

/** The fields that domains add to entities of others, and DriveItem's own to alerts; keys and external fields are none. */
function foreignFields(): string[] {
  const added = house.domains.flatMap(({ name, typeDefs }) =>
    parse(typeDefs).definitions.flatMap((definition) => {
      if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return [];
      const owner = owners[definition.name.value];
      if (owner === undefined || owner === name) return [];
      const edges = definition.fields?.filter((field) => !isScalar(field) && !isExternal(field)) ?? [];
      return edges.map((field) => `${definition.name.value}.${field.name.value}`);
    }),
  );
  return [...new Set([...added, 'DriveItem.alerts'])].toSorted();
}

function isScalar({ type }: FieldDefinitionNode): boolean {
  return ['ID', 'String'].includes(print(type).replaceAll(/[[\]!]/g, ''));
}

function isExternal({ directives }: FieldDefinitionNode): boolean {
  return directives?.some(({ name }) => name.value === 'external') ?? false;
}

describe('the endpoints', () => {
  const namesOf = (list: { hostname: string; tenantId: string }[]) =>
    list.map(({ hostname, tenantId }) => `${hostname} ${tenantId}`);

  test('of a domain are those of its name and under it, the name first', async () => {
    await openAlerts(house, [
      { endpoint_id: 'shop.example', tenant_id: 'acme' },
      { endpoint_id: 'b.shop.example', tenant_id: 'acme' },
      { endpoint_id: 'b.shop.example', tenant_id: 'other' },
      { endpoint_id: 'a.a.shop.example', tenant_id: 'acme' },
      { endpoint_id: 'workshop.example', tenant_id: 'acme' },
      { endpoint_id: 'shop.example.org', tenant_id: 'acme' },
    ]);
    const under = async (name: string, caller: Caller = analystOf(null), first = 10) => {
      const fields = { names: [], key: '' };
      const [found] = await house.alerts.endpointsUnderDomains(requestOf(caller), { domains: [name], first, fields });
      return namesOf(found ?? []);
    };
    const all = ['shop.example acme', 'a.a.shop.example acme', 'b.shop.example acme', 'b.shop.example other'];
    expect(await under('Shop.Example')).toEqual(all);
    expect(await under('shop.example', analystOf(null), 3)).toEqual(all.slice(0, 3));
    expect(await under('shop.example', analystOf('other'))).toEqual(['b.shop.example other']);
    expect(await under('hop.example')).toEqual([]);
    expect(await under('')).toEqual([]);
    expect(await under('a\0')).toEqual([]);
  });

  test('of a controller can be asked for by whether they have open alerts', async () => {
    const operation = (given: string) =>
      `{ controller(guid: "${guidOf(2)}") { endpoints${given} { hostname openAlerts } } }`;
    const found = [{ hostname: 'ws-1.northwind.example', openAlerts: 1 }];
    expect((await ask(house, operation(''))).data).toEqual({ controller: { endpoints: found } });
    expect((await ask(house, operation('(hasOpenAlerts: true)'))).data).toEqual({ controller: { endpoints: found } });
    expect((await ask(house, operation('(hasOpenAlerts: false)'))).data).toEqual({ controller: { endpoints: [] } });
  });
});

describe('the domain of an endpoint', () => {
  const domainsOf = async (hostnames: string[]) => {
    const found = await house.zones.domainsOfHosts(requestOf(), { hostnames });
    return found.map((domain) => domain?.name ?? null);
  };

  beforeAll(async () => {
    await importZone(house, 'root', { example: nameserver, uk: nameserver, com: nameserver });
    await importZone(house, 'uk', { bbc: nameserver, 'shop.co': nameserver, co: nameserver });
    await importZone(house, 'co.uk', { bbc: nameserver, old: nameserver, 'deep.nested': nameserver });
    await importZone(house, 'co.uk', { bbc: nameserver, nested: nameserver }, (house.now - 3600) * 1000);
    await importZone(house, 'com', { 'xn--pypal-4ve': nameserver }, house.now * 1000 - day);
  });

  test.each<[hostname: string, domain: string | null, why: string]>([
    ['northwind.example', 'northwind.example', 'the name itself'],
    ['WS-1.Corp.NorthWind.example.', 'northwind.example', 'in any case, with a final dot'],
    ['www.bbc.co.uk', 'bbc.co.uk', 'in the longest zone'],
    ['www.bbc.uk', 'bbc.uk', 'in a shorter zone where no longer one is there'],
    ['www.shop.co.uk', null, 'not in a shorter zone, although that one delegates it'],
    ['www.unknown.co.uk', null, 'never a zone instead of a name in it'],
    ['a.old.co.uk', 'old.co.uk', 'also one that has gone'],
    ['a.deep.nested.co.uk', 'nested.co.uk', 'delegated now rather than before'],
    ['www.pаypal.com', 'xn--pypal-4ve.com', 'in Punycode'],
    ['unregistered.example', null, 'none that was never delegated'],
    ['example', null, 'no top-level domain'],
    ['host.nowhere', null, 'none without a zone'],
    ['ws.root', null, 'the root is no zone of hosts'],
    ['lone', null, 'none of a single label'],
    ['', null, 'none of nothing'],
    ['a..example', null, 'none of what is no name'],
    ["x'; --\0", null, 'none of what cannot be stored'],
    [`${'a.'.repeat(118)}northwind.example`, 'northwind.example', 'however long the name'],
  ])('%s: %s, %s', async (hostname, domain, _why) => {
    expect(await domainsOf([hostname])).toEqual([domain]);
    expect(await domainsOf(['lone', hostname, 'www.bbc.uk', hostname])).toEqual([null, domain, 'bbc.uk', domain]);
  });
});

test('evidence of an endpoint is what is linked to its alerts, the newest link first', async () => {
  const operation = `{ endpoint(tenantId: "acme", hostname: "ws-0.northwind.example") {
    evidence(first: 1) { alert { id } item { name } } } }`;
  const item = (await serveFiles(house, {})).get('c.txt');
  if (item === undefined) throw new Error('nothing was served');
  const linked = async () => (await ask(house, operation)).data?.endpoint;
  expect(await linked()).toEqual({ evidence: [{ alert: { id: alertIds[0] }, item: { name: 'a.txt' } }] });
  await house.drive.linkEvidence(requestOf(), { ...item, alertId: alertIds[0] ?? '' });
  expect(await linked()).toEqual({ evidence: [{ alert: { id: alertIds[0] }, item: { name: 'c.txt' } }] });
  const { errors } = await ask(house, operation.replace('first: 1', 'first: 101'));
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
});
