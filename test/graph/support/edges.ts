import { type FieldDefinitionNode, Kind, parse, print } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { watchBrands } from '../../../subgraphs/zones/brands/index.js';
import { requestOf } from '../../alerts/support/alert-world.js';
import { guidOf } from '../../licenses/support/license-world.js';
import {
  type CommandPlatform,
  importZone,
  openAlerts,
  registerControllers,
  sendRequest,
  serveFiles,
} from './environment.js';

/** Hosts of one domain, of two tenants; enough of them to detect one statement per host. */
export const hosts = Array.from({ length: 6 }, (_, index) => ({
  tenant_id: index % 2 === 0 ? 'acme' : 'other',
  endpoint_id: `ws-${index}.northwind.example`,
  attack_prob: 0.9 - index / 100,
}));

/**
 * Fills an instance so that every edge between domains has data; returns the ids of the alerts, available inside of
 * tests.
 */
export function describeJoinedDomains(platform: CommandPlatform): string[] {
  const alertIds: string[] = [];
  beforeAll(async () => {
    alertIds.push(...(await openAlerts(platform, hosts)));
    await registerControllers(
      platform,
      hosts.map(({ endpoint_id: hostname }, index) => ({ guid: guidOf(index + 1), hostname })),
    );
    await importZone(platform, 'example', { northwind: ['ns1.hostwell.example.'] });
    await platform.zones.addBrand(requestOf(), { name: 'northwinds' });
    await watchBrands({ database: platform.test.database, clock: platform.platform.clock });
    await platform.test.database.sql`insert into zones.brand_alert (inference_id, hit_id, hostname, at, alert_id)
      select alert_id, id, 'northwind.example', 0, alert_id::uuid
      from zones.brand_hit, unnest(${alertIds}::text[]) alert_id`;
    const items = await serveFiles(platform, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    for (const [index, name] of ['a.txt', 'b.txt', 'c.txt', 'a.txt'].entries()) {
      const item = items.get(name);
      const alertId = alertIds[index];
      if (item === undefined || alertId === undefined) throw new Error(`${name} was not served`);
      await platform.drive.linkEvidence(requestOf(), { ...item, alertId });
    }
  });
  return alertIds;
}

const alerts = (fields: string): string => `{ alerts(first: 6, orderBy: { field: SEVERITY }) { nodes { ${fields} } } }`;
const endpoints = (fields: string): string => `{ endpoints { nodes { ${fields} } } }`;
const items = (fields: string): string => `{ driveSites { items { nodes { name ${fields} } } } }`;

/**
 * Operations over the edges between domains, their number of statements, and the domains that are called, once per
 * call.
 */
export const edges: readonly [edge: string, operation: string, statements: number, fetches: string][] = [
  ['Endpoint.controllers', endpoints('controllers { version }'), 2, 'alerts licenses'],
  ['Endpoint.domain', endpoints('domain { name latestObservation { data } }'), 2, 'alerts zones'],
  ['Endpoint.evidence, with the ids that it is found by', endpoints('evidence { notes }'), 3, 'alerts drive'],
  ['Controller.endpoints', '{ controllers { nodes { endpoints { hostname openAlerts } } } }', 2, 'licenses alerts'],
  [
    'Controller.endpoints with alerts',
    '{ controllers { nodes { endpoints(hasOpenAlerts: true) { alerts { nodes { id } } } } } }',
    3,
    'licenses alerts',
  ],
  ['Domain.endpoints', endpoints('domain { endpoints(first: 2) { hostname openAlerts } }'), 3, 'alerts zones alerts'],
  ['Domain.controllers', endpoints('domain { controllers(first: 2) { version } }'), 3, 'alerts zones licenses'],
  ['Alert.evidence', alerts('evidence { notes }'), 2, 'alerts drive'],
  ['Alert.evidence and its items', alerts('evidence { item { name } }'), 2, 'alerts drive'],
  [
    'Alert.endpoint, and from it to the controllers',
    alerts('endpoint { openAlerts controllers { guid } }'),
    2,
    'alerts licenses',
  ],
  ['Alert.endpoint by its key alone', alerts('endpoint { hostname controllers { guid } }'), 2, 'alerts licenses'],
  ['Alert.brandHits', alerts('brandHits { name }'), 3, 'alerts zones'],
  ['DriveItem.alerts', items('alerts { severity }'), 4, 'drive alerts'],
  [
    'DriveItem.evidence and its alerts',
    items('evidence { alert { severity endpoint { openAlerts } } }'),
    4,
    'drive alerts',
  ],
  [
    'every entity of every domain, there and back',
    `{ controllers { nodes { guid endpoints { hostname alerts { nodes { id evidence { item { alerts {
        endpoint { domain { name controllers { hostname } } } } } } } } } } } }`,
    8,
    'licenses alerts drive alerts zones licenses',
  ],
];

/** Declares the tests of the cost of edges, for any form of deployment. */
export function testEdges(platform: CommandPlatform, { isDistributed = false } = {}): void {
  test.each(edges)('%s', async (_, operation, statements, fetches) => {
    platform.statements.length = 0;
    platform.calls.length = 0;
    const { data, errors } = await sendRequest(platform, operation);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toMatch(/^\{"\w+":(\[\]|null|\{"nodes":\[\]\})\}$/);
    expect(platform.statements, platform.statements.join('\n---\n')).toHaveLength(statements);
    // In one process, domains are counted once per request.
    if (isDistributed) expect(platform.calls.join(' ')).toBe(fetches);
  });

  test('is tested for every edge', () => {
    const tested = edges.flatMap(([name]) => /^\w+\.\w+/.exec(name)?.[0] ?? []);
    expect(foreignFields(platform).filter((edge) => !tested.includes(edge))).toEqual([]);
  });
}

/** The home domain of each entity that joins domains. */
const owners: Readonly<Record<string, string>> = {
  Endpoint: 'alerts',
  Alert: 'alerts',
  Controller: 'licenses',
  Domain: 'zones',
  DriveItem: 'drive',
};

/**
 * Fields that domains add to entities of others, and those of DriveItem to alerts, without keys and external fields.
 */
function foreignFields(platform: CommandPlatform): string[] {
  const added = platform.domains.flatMap(({ name, typeDefs }) =>
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
