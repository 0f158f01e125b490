import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import { endpointsByNames } from '../../subgraphs/alerts/endpoints/service.js';
import { analystOf, requestOf } from '../alerts/support/alert-world.js';
import { guidOf } from '../licenses/support/license-world.js';
import { describeJoinedDomains, testEdges } from './support/edges.js';
import { describeEnvironment, importZone, openAlerts, sendRequest, serveFiles } from './support/environment.js';

const platform = describeEnvironment();
const dayMs = 86_400_000;
const nameserver = ['ns1.hostwell.example.'];
const alertIds = describeJoinedDomains(platform);

describe('a field that joins two subgraphs executes one statement for all parent objects of a level', () =>
  testEdges(platform));

describe('endpoints', () => {
  const namesOf = (list: { hostname: string; tenantId: string }[]) =>
    list.map(({ hostname, tenantId }) => `${hostname} ${tenantId}`);

  test('of a domain have its name or a subdomain as hostname, the name itself first', async () => {
    await openAlerts(platform, [
      { endpoint_id: 'shop.example', tenant_id: 'acme' },
      { endpoint_id: 'b.shop.example', tenant_id: 'acme' },
      { endpoint_id: 'b.shop.example', tenant_id: 'other' },
      { endpoint_id: 'a.a.shop.example', tenant_id: 'acme' },
      { endpoint_id: 'workshop.example', tenant_id: 'acme' },
      { endpoint_id: 'shop.example.org', tenant_id: 'acme' },
    ]);
    const endpointsBelow = async (name: string, caller: Caller = analystOf(null), first = 10) => {
      const fields = { names: [], key: '' };
      const [endpoints] = await endpointsByNames(
        { ...platform.alerts, ...requestOf(caller) },
        { names: [name], withSubdomains: true, first, fields },
      );
      return namesOf(endpoints ?? []);
    };
    const all = ['shop.example acme', 'a.a.shop.example acme', 'b.shop.example acme', 'b.shop.example other'];
    expect(await endpointsBelow('Shop.Example')).toEqual(all);
    expect(await endpointsBelow('shop.example', analystOf(null), 3)).toEqual(all.slice(0, 3));
    expect(await endpointsBelow('shop.example', analystOf('other'))).toEqual(['b.shop.example other']);
    expect(await endpointsBelow('hop.example')).toEqual([]);
    expect(await endpointsBelow('')).toEqual([]);
    expect(await endpointsBelow('a\0')).toEqual([]);
  });

  test('of a controller can be filtered by open alerts', async () => {
    const operation = (input: string) =>
      `{ controller(guid: "${guidOf(2)}") { endpoints${input} { hostname openAlerts } } }`;
    const expected = [{ hostname: 'ws-1.northwind.example', openAlerts: 1 }];
    expect((await sendRequest(platform, operation(''))).data).toEqual({ controller: { endpoints: expected } });
    expect((await sendRequest(platform, operation('(hasOpenAlerts: true)'))).data).toEqual({
      controller: { endpoints: expected },
    });
    expect((await sendRequest(platform, operation('(hasOpenAlerts: false)'))).data).toEqual({
      controller: { endpoints: [] },
    });
  });
});

describe('the domain of an endpoint', () => {
  const domainsOf = async (hostnames: string[]) => {
    const domains = await platform.zones.domainsOfHosts(requestOf(), { hostnames });
    return domains.map((domain) => domain?.name ?? null);
  };

  beforeAll(async () => {
    await importZone(platform, 'root', { example: nameserver, uk: nameserver, com: nameserver });
    await importZone(platform, 'uk', { bbc: nameserver, 'shop.co': nameserver, co: nameserver });
    await importZone(platform, 'co.uk', { bbc: nameserver, old: nameserver, 'deep.nested': nameserver });
    await importZone(platform, 'co.uk', { bbc: nameserver, nested: nameserver }, (platform.now - 3600) * 1000);
    await importZone(platform, 'com', { 'xn--pypal-4ve': nameserver }, platform.now * 1000 - dayMs);
  });

  test.each<[hostname: string, domain: string | null, why: string]>([
    ['northwind.example', 'northwind.example', 'is the name itself'],
    ['WS-1.Corp.NorthWind.example.', 'northwind.example', 'ignores case and a trailing dot'],
    ['www.bbc.co.uk', 'bbc.co.uk', 'is in the longest zone'],
    ['www.bbc.uk', 'bbc.uk', 'is in a shorter zone if no longer one exists'],
    ['www.shop.co.uk', null, 'is not in a shorter zone that delegates it'],
    ['www.unknown.co.uk', null, 'is never a zone'],
    ['a.old.co.uk', 'old.co.uk', 'may be a removed name'],
    ['a.deep.nested.co.uk', 'nested.co.uk', 'is a current delegation rather than a removed one'],
    ['www.pаypal.com', 'xn--pypal-4ve.com', 'is in Punycode'],
    ['unregistered.example', null, 'is not a name that was never delegated'],
    ['example', null, 'is not a top-level domain'],
    ['host.nowhere', null, 'is null without a zone'],
    ['ws.root', null, 'is not in the root zone'],
    ['lone', null, 'is null for a single label'],
    ['', null, 'is null for an empty hostname'],
    ['a..example', null, 'is null for an invalid name'],
    ["x'; --\0", null, 'is null for a name that cannot be stored'],
    [`${'a.'.repeat(118)}northwind.example`, 'northwind.example', 'is found for long names'],
  ])('for the hostname "%s" is %s: it %s', async (hostname, domain, _why) => {
    expect(await domainsOf([hostname])).toEqual([domain]);
    expect(await domainsOf(['lone', hostname, 'www.bbc.uk', hostname])).toEqual([null, domain, 'bbc.uk', domain]);
  });

  test('is null for a name below the label root, which is not the root zone', async () => {
    const zonesOf = async (name: string) =>
      (await sendRequest(platform, `{ domain(name: "${name}") { observations { zone } } }`)).data?.domain;
    expect(await zonesOf('uk')).toEqual({ observations: [{ zone: 'root' }] });
    expect(await zonesOf('uk.root')).toBeNull();
  });
});

test('the evidence of an endpoint contains the items that are linked to its alerts, the newest link first', async () => {
  const operation = `{ endpoint(tenantId: "acme", hostname: "ws-0.northwind.example") {
    evidence(first: 1) { alert { id } item { name } } } }`;
  const item = (await serveFiles(platform, {})).get('c.txt');
  if (item === undefined) throw new Error('nothing was served');
  const requestLinkedItems = async () => (await sendRequest(platform, operation)).data?.endpoint;
  expect(await requestLinkedItems()).toEqual({ evidence: [{ alert: { id: alertIds[0] }, item: { name: 'a.txt' } }] });
  await platform.drive.linkEvidence(requestOf(), { ...item, alertId: alertIds[0] ?? '' });
  expect(await requestLinkedItems()).toEqual({ evidence: [{ alert: { id: alertIds[0] }, item: { name: 'c.txt' } }] });
  const { errors } = await sendRequest(platform, operation.replace('first: 1', 'first: 101'));
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
});
