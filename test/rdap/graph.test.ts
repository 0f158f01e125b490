import { graphql } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Graph } from '../../gateway/index.js';
import type { Caller, RequestContext } from '../../platform/caller.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { zonesSubgraph } from '../../subgraphs/zones/index.js';
import { graphWith } from '../support/index.js';
import { respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
import { createAccount, describeRdapWorld, operator, start } from './support/rdap-world.js';

const world = describeRdapWorld({ environment: { RAMPART_ZONES_RDAP_PER_MINUTE: '0,2,50' } });

let zones: Subgraph;
let graph: Graph;

beforeAll(() => {
  zones = zonesSubgraph.create(world.platform);
  graph = graphWith(zones);
});

function requestOf(caller: Caller): RequestContext {
  const { signal } = new AbortController();
  return { caller, via: 'graphql', sourceAddress: '192.0.2.1', signal, requestId: 'test' };
}

/** Runs an operation and returns the data, and path and extensions of each error. */
async function execute(document: string, caller: Caller = operator) {
  const context = requestOf(caller);
  const operation = graph.prepare({ document });
  const { data, errors = [] } = await operation.execute({ variables: {}, context });
  return {
    data: data === null || data === undefined ? data : JSON.parse(JSON.stringify(data)),
    errors: errors.map(({ path, extensions }) => ({ path, code: extensions.code, reason: extensions.reason })),
  };
}

/** Domains as entities of other subgraphs, with their dossiers. */
async function resolveEntities(names: readonly string[], caller: Caller) {
  const { data, errors = [] } = await graphql({
    schema: zones.schema,
    source: 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Domain { name rdap { handle } } } }',
    variableValues: { of: names.map((name) => ({ __typename: 'Domain', name })) },
    contextValue: zones.createContext(requestOf(caller)),
  });
  const domains: { name: string; rdap: object | null }[] = JSON.parse(JSON.stringify(data))._entities;
  return { domains, errors: errors.map(({ originalError }) => originalError) };
}

describe('the RDAP operations of the GraphQL API', () => {
  test('return a complete dossier', async () => {
    const body = responseAbout('whole.test', {
      remarks: [{ description: ['"quoted", ü, \u0000'] }],
      redacted: [{ name: { type: 'Tech Name' } }],
    });
    world.registry.set('whole.test', respondsWith(body));
    const document = `{ rdapDossier(domain: "whole.test") {
      domain unicodeName handle source registrar { name ianaId url }
      lifecycle { registered expires lastChanged transferred rdapUpdated }
      statuses abuseContacts { email phone source } nameservers dnssec redacted fetchedAt cached raw } }`;
    const dossier = {
      domain: 'whole.test',
      unicodeName: 'whole.test',
      handle: 'HANDLE-whole.test',
      source: `${world.registry.url}domain/whole.test`,
      registrar: { name: 'Registrar Inc.', ianaId: null, url: null },
      lifecycle: {
        registered: '2020-01-02T03:04:05.000Z',
        expires: '2020-01-02T03:04:05.000Z',
        lastChanged: '2020-01-02T03:04:05.000Z',
        transferred: null,
        rdapUpdated: null,
      },
      statuses: ['ok'],
      abuseContacts: [{ email: 'abuse@registrar.example', phone: null, source: 'REGISTRAR' }],
      nameservers: ['ns1.whole.test'],
      dnssec: null,
      redacted: ['Tech Name'],
      fetchedAt: new Date(start).toISOString(),
      cached: false,
      raw: body,
    };
    expect(await execute(document)).toEqual({ data: { rdapDossier: dossier }, errors: [] });
    expect((await execute(document)).data.rdapDossier).toEqual({ ...dossier, cached: true });
  });

  test('return numbers of the registry unchanged, regardless of their size', async () => {
    const body =
      '{"objectClassName":"domain","ldhName":"big.test","handle":9007199254740993,"x_serial":12345678901234567890123,"x_share":1.0}';
    world.registry.set('big.test', respondsWithText(200, body));
    const operation = graph.prepare({ document: '{ rdapDossier(domain: "big.test") { handle raw } }' });
    const { data } = await operation.execute({ variables: {}, context: requestOf(operator) });
    expect(JSON.stringify(data)).toBe(`{"rdapDossier":{"handle":"9007199254740993","raw":${body}}}`);
  });

  test('list the top-level domains', async () => {
    expect(await execute('{ rdapZones }')).toEqual({ data: { rdapZones: ['example', 'test'] }, errors: [] });
  });

  test.each([
    ['www.a.test', 'BAD_USER_INPUT', 'invalid_domain'],
    ['a.unknown-tld', 'BAD_USER_INPUT', 'unsupported_tld'],
    ['absent.test', 'NOT_FOUND', 'domain_not_found'],
    ['failing.test', 'UPSTREAM_FAILED', 'rdap_upstream_error'],
  ])('reject %s with %s %s', async (domain, code, reason) => {
    world.registry.set('failing.test', respondsWithText(500, ''));
    expect(await execute(`{ rdapDossier(domain: "${domain}") { handle } }`)).toEqual({
      data: { rdapDossier: null },
      errors: [{ path: ['rdapDossier'], code, reason }],
    });
  });

  test('count each lookup of an operation', async () => {
    const account = await createAccount(world, 'basic');
    const names = ['one.test', 'two.test', 'three.test'];
    for (const name of names) world.registry.set(name, respondsWith(responseAbout(name)));
    const fields = names.map((name, index) => `d${index}: rdapDossier(domain: "${name}") { domain }`);
    const { errors } = await execute(`{ ${fields.join(' ')} }`, account);
    expect(errors).toMatchObject([{ code: 'RATE_LIMITED', reason: 'rdap_rate_limited' }]);
  });

  test('count the lookup of a domain that is reached through another object', async () => {
    const account = await createAccount(world, 'basic');
    const names = ['four.test', 'five.test', 'six.test'];
    for (const name of names) world.registry.set(name, respondsWith(responseAbout(name)));
    const { domains, errors } = await resolveEntities(names, account);
    expect(domains.filter(({ rdap }) => rdap !== null)).toHaveLength(2);
    expect(errors).toMatchObject([{ code: 'RATE_LIMITED' }]);
  });

  test.each([
    ['absent.test', 'domain_not_found'],
    ['www.six.test', 'invalid_domain'],
    ['test', 'invalid_domain'],
  ])('return the reason why the dossier of %s is missing: %s', async (name, reason) => {
    const { domains, errors } = await resolveEntities([name], operator);
    expect(domains).toEqual([{ name, rdap: null }]);
    expect(errors).toMatchObject([{ details: { reason } }]);
  });
});
