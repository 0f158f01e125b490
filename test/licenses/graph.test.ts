import { graphql } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type Caller, type RequestContext } from '../../platform/caller.js';
import { nodeId } from '../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../platform/input-limits.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  report,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_LICENSES_BLACKLIST: 'ip' });

beforeEach(async () => {
  world.clock.seconds = start + 86_400;
  world.files.write('blacklist.txt', '');
  world.files.write('departments.json', '[]');
  await world.clear();
});

async function execute(
  source: string,
  variableValues: Record<string, unknown> = {},
  request: RequestContext = fromOperator(),
) {
  const { schema } = world.subgraph;
  const contextValue = world.subgraph.createContext(request);
  // Plain JSON, as a client receives it.
  return JSON.parse(JSON.stringify(await graphql({ schema, source, variableValues, contextValue })));
}

async function listHostnames(filter: Record<string, unknown>): Promise<string[]> {
  const { data, errors } = await execute(
    `query ($filter: ControllerFilter) { controllers(filter: $filter) { totalCount nodes { hostname } } }`,
    { filter },
  );
  expect(errors).toBeUndefined();
  expect(data.controllers.totalCount).toBe(data.controllers.nodes.length);
  return data.controllers.nodes.map((node: { hostname: string }) => node.hostname);
}

async function rejectionOf(filter: Record<string, unknown>): Promise<unknown> {
  const { errors } = await execute(
    `query ($filter: ControllerFilter) { controllers(filter: $filter) { nodes { hostname } } }`,
    { filter },
  );
  return errors?.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
}

describe('licenses in the GraphQL API', () => {
  test('return the data of a dashboard in one operation', async () => {
    world.files.write('blacklist.txt', '192.0.2.9');
    world.files.write('departments.json', '[{"name":"plant","addresses":["10.1.0.0/16"],"configuration":{"a":1}}]');
    await checkIn(world.service, { guid: guidOf(1) });
    await checkIn(world.service, { guid: guidOf(2) }, fromController('192.0.2.9')).catch(() => undefined);
    const { data, errors } = await execute(`{
      license { state problem customer cap seatsUsed seatsLeft }
      controllers { totalCount nodes { guid lastContact registeredAt timestamp department isBlacklisted } }
      controller(guid: "${guidOf(1).toUpperCase()}") { hostname version ipAddresses macAddress os label lastIpAddr }
      blacklist { matchesAddresses file { path loadedAt problem } entries { totalCount nodes { value kind } } }
      departments { file { problem } list { name addresses } }
      rejections { hour endpoint cause count }
      requestRate { limit windowSeconds isEnforced sources { endpoint source count isOver resetsAt } }
    }`);
    expect(errors).toBeUndefined();
    const now = new Date(world.clock.seconds * 1000).toISOString();
    expect(data).toEqual({
      license: { state: 'VALID', problem: null, customer: 'Acme', cap: 100, seatsUsed: 1, seatsLeft: 99 },
      controllers: {
        totalCount: 1,
        nodes: [
          {
            ...{ guid: guidOf(1), lastContact: now, registeredAt: now, timestamp: '2026-09-22 16:13:20' },
            ...{ department: 'plant', isBlacklisted: false },
          },
        ],
      },
      controller: {
        ...{ hostname: 'controller-1', version: '4.1.0', ipAddresses: ['10.1.2.3'], lastIpAddr: '192.0.2.1' },
        ...{ macAddress: '00:00:5e:00:53:01', os: 'linux', label: 'lab' },
      },
      blacklist: {
        matchesAddresses: true,
        file: { path: world.files.path('blacklist.txt'), loadedAt: now, problem: null },
        entries: { totalCount: 1, nodes: [{ value: '192.0.2.9', kind: 'ADDRESS' }] },
      },
      departments: { file: { problem: null }, list: [{ name: 'plant', addresses: ['10.1.0.0/16'] }] },
      rejections: [{ hour: '2026-09-22T14:00:00.000Z', endpoint: 'CHECK_LICENSE', cause: 'BLACKLISTED', count: 1 }],
      requestRate: {
        ...{ limit: 1_000_000, windowSeconds: 1, isEnforced: true },
        sources: ['192.0.2.1', '192.0.2.9'].map((source) => ({
          ...{ endpoint: 'CHECK_LICENSE', source, count: 1, isOver: false },
          resetsAt: new Date(world.clock.seconds * 1000 + 1000).toISOString(),
        })),
      },
    });
  });

  test('support check-ins like the documented endpoint, and return the controller', async () => {
    const checkLicense = `mutation ($input: ControllerReport!, $isMalformed: Boolean) {
      checkLicense(input: $input, isMalformed: $isMalformed) {
        message configuration department isNew controller { guid timestamp }
      }
    }`;
    const { data } = await execute(checkLicense, { input: report() }, fromController());
    expect(data.checkLicense).toEqual({
      ...{ message: 'Valid License', configuration: {}, department: null, isNew: true },
      controller: { guid: guidOf(1), timestamp: '2026-09-22 16:13:20' },
    });
    const rejected = await execute(checkLicense, { input: report({ ipAddresses: 7 }) }, fromController());
    expect(rejected.errors).toMatchObject([
      {
        message: 'Ip_addresses is invalid',
        extensions: { code: 'BAD_USER_INPUT', reason: 'invalid_field', field: 'ip_addresses' },
      },
    ]);
    const malformed = await execute(checkLicense, { input: {}, isMalformed: true }, fromController());
    expect(malformed.errors).toMatchObject([{ message: 'Invalid JSON', extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('support the release of a seat', async () => {
    await checkIn(world.service);
    const release = `mutation ($guid: ID!) { releaseController(guid: $guid) { controller { guid hostname timestamp machineFileExpiresAt } } }`;
    await world.test.database.sql`insert into licenses.usage_change (at, guid, change, expires_at)
      values (0, ${guidOf(1)}, 'machine_file_issued', 1790000000)`;
    const { data } = await execute(release, { guid: guidOf(1) });
    expect(data.releaseController.controller).toMatchObject({
      ...{ guid: guidOf(1), timestamp: '2026-09-22 16:13:20', machineFileExpiresAt: '2026-09-21T14:13:20.000Z' },
    });
    const repeated = await execute(release, { guid: guidOf(1) });
    expect(repeated.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await execute(release, { guid: "x' or 1=1" })).errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('resolve the references of other domains', async () => {
    for (const number of [1, 2]) await checkIn(world.service, { guid: guidOf(number), hostname: `h-${number}` });
    const { data } = await execute(
      `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on Controller { guid hostname isBlacklisted } }
      }`,
      { representations: [2, 7, 1].map((number) => ({ __typename: 'Controller', guid: guidOf(number) })) },
    );
    expect(data._entities).toEqual([
      { guid: guidOf(2), hostname: 'h-2', isBlacklisted: false },
      null,
      { guid: guidOf(1), hostname: 'h-1', isBlacklisted: false },
    ]);
  });
});

describe('the global id of a controller', () => {
  const byId = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on Controller { id guid } } }`;
  const resolveEntities = (...ids: string[]) =>
    execute(byId, { ids: ids.map((id) => ({ __typename: 'Controller', id })) });

  test('resolves to the controller', async () => {
    await checkIn(world.service);
    const { data } = await execute('{ controllers { nodes { id } } }');
    const [{ id }] = data.controllers.nodes;
    expect((await resolveEntities(id, nodeId('Controller', guidOf(7)))).data._entities).toEqual([
      { id, guid: guidOf(1) },
      null,
    ]);
  });

  test.each([guidOf(1), nodeId('Alert', guidOf(1)), nodeId('Controller')])('is not %s', async (id) => {
    const { errors } = await resolveEntities(id);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('the list of controllers', () => {
  test('contains each controller on exactly one page, even if many registered within one second', async () => {
    for (let number = 1; number <= 7; number += 1) await checkIn(world.service, { guid: guidOf(number) });
    const collected: string[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 4; pages += 1) {
      const { data } = await execute(
        `query ($after: String) { controllers(first: 2, after: $after) {
          totalCount edges { cursor node { guid } } pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
        { after },
      );
      const { edges, pageInfo, totalCount } = data.controllers;
      expect([totalCount, pageInfo.hasNextPage, pageInfo.hasPreviousPage]).toEqual([7, pages < 3, pages > 0]);
      expect(pageInfo.endCursor).toBe(edges.at(-1).cursor);
      collected.push(...edges.map((edge: { node: { guid: string } }) => edge.node.guid));
      after = pageInfo.endCursor;
    }
    expect(collected).toEqual([1, 2, 3, 4, 5, 6, 7].map(guidOf));
  });

  test('is filtered by each field of the filter', async () => {
    world.files.write('departments.json', '[{"name":"plant","addresses":["10.1.0.0/16"],"configuration":{}}]');
    const all: [Record<string, unknown>, string][] = [
      [{ hostname: 'Alpha_1.plant.example', label: 'a', version: '1', ipAddresses: ['10.1.0.1'] }, '192.0.2.1'],
      [{ hostname: 'beta-1.plant.example', label: 'b', version: '2', ipAddresses: ['10.2.0.1'] }, '198.51.100.7'],
      [{ hostname: 'gamma-1.office.example', label: '', version: '2', ipAddresses: ['x'] }, '2001:db8::7'],
    ];
    for (const [index, [differences, source]] of all.entries()) {
      world.clock.seconds += 60;
      await checkIn(world.service, { ...differences, guid: guidOf(index + 1) }, fromController(source));
    }
    const [alpha, beta, gamma] = all.map(([{ hostname }]) => hostname);
    world.files.write('blacklist.txt', `${guidOf(1)}\n2001:db8::/32`);
    expect(await listHostnames({ hostname: 'PLANT' })).toEqual([alpha, beta]);
    expect(await listHostnames({ hostname: 'alpha_1' })).toEqual([alpha]);
    expect(await listHostnames({ hostname: 'a-1' })).toEqual([beta, gamma]);
    expect(await listHostnames({ hostname: '%' })).toEqual([]);
    expect(await listHostnames({ hostname: 'a\0' })).toEqual([]);
    expect(await listHostnames({ version: ['2', '\ud800'] })).toEqual([beta, gamma]);
    expect(await listHostnames({ version: [] })).toEqual([]);
    const versions = (count: number) => Array.from({ length: count }, () => '2');
    expect(await listHostnames({ version: versions(maxItems.filterValues) })).toEqual([beta, gamma]);
    expect(await rejectionOf({ version: versions(maxItems.filterValues + 1) })).toEqual(['BAD_USER_INPUT']);
    expect(await listHostnames({ hostname: 'x'.repeat(maxCharacters.search) })).toEqual([]);
    expect(await rejectionOf({ hostname: 'x'.repeat(maxCharacters.search + 1) })).toEqual(['BAD_USER_INPUT']);
    expect(await listHostnames({ label: ['', 'a'] })).toEqual([alpha, gamma]);
    expect(await listHostnames({ department: ['plant'] })).toEqual([alpha]);
    expect(await listHostnames({ hasDepartment: false })).toEqual([beta, gamma]);
    expect(await listHostnames({ source: '198.51.100.0/24' })).toEqual([beta]);
    expect(await listHostnames({ source: '2001:db8::7' })).toEqual([gamma]);
    expect(await listHostnames({ isBlacklisted: true })).toEqual([alpha, gamma]);
    expect(await listHostnames({ isBlacklisted: false })).toEqual([beta]);
    expect(await listHostnames({ silentSince: new Date((world.clock.seconds - 60) * 1000).toISOString() })).toEqual([
      alpha,
    ]);
    expect(await listHostnames({ hasDepartment: true, version: ['2'] })).toEqual([]);
    expect(await listHostnames({ hostname: null, source: null })).toEqual([alpha, beta, gamma]);
  });

  test('is filtered by hostname case-insensitively, including letters outside ASCII', async () => {
    await checkIn(world.service, { guid: guidOf(1), hostname: 'HALLE-Ä' });
    expect(await listHostnames({ hostname: 'halle-ä' })).toEqual(['HALLE-Ä']);
    expect(await listHostnames({ hostname: 'E-Ä' })).toEqual(['HALLE-Ä']);
  });

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 1001 }, 'first'],
    [{ filter: { source: '127.1' } }, 'source'],
    [{ filter: { source: '' } }, 'source'],
    [{ after: 'nonsense' }, undefined],
    [{ after: Buffer.from('["registered_at",1.5,"x"]').toString('base64url') }, 'after'],
  ])('rejects %j', async (variables, argument) => {
    const { errors } = await execute(
      `query ($first: Int, $after: String, $filter: ControllerFilter) {
        controllers(first: $first, after: $after, filter: $filter) { nodes { guid } } }`,
      variables,
    );
    expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', ...(argument && { argument }) });
  });
});

describe('authorization', () => {
  const analystOf = (tenantId: string | null): Caller => ({ kind: 'operator', role: 'analyst', name: 'ada', tenantId });
  const callers: [string, Caller, string | undefined][] = [
    ['an anonymous caller', anonymous, 'UNAUTHENTICATED'],
    ['an account', { kind: 'account', accountId: 'a', username: 'a' }, 'FORBIDDEN'],
    ['a mirror client', { kind: 'mirror-client', clientId: 'c' }, 'FORBIDDEN'],
    ['an analyst of one tenant', analystOf('acme'), 'FORBIDDEN'],
    ['an analyst of all tenants', analystOf(null), undefined],
  ];
  const operations = [
    '{ license { state } }',
    '{ controllers { totalCount } }',
    '{ activeControllers { guid } }',
    `{ controller(guid: "${guidOf(1)}") { guid } }`,
    `{ _entities(representations: [{ __typename: "Controller", guid: "${guidOf(1)}" }]) { ... on Controller { os } } }`,
    '{ blacklist { matchesAddresses } }',
    '{ departments { list { name } } }',
    '{ rejections { count } }',
    '{ usageLog { root } }',
    '{ licenseHistory { buckets { start } } }',
    '{ license { state } }',
    '{ changedLicenses(ids: ["license"]) { state } }',
    '{ raisedLicenseWarnings(ids: ["seats_low:"]) { kind } }',
    '{ requestRate { limit } }',
    `mutation { checkLicense(input: { guid: "${guidOf(1)}", hostname: "h", version: "1", ipAddresses: ["a"],
      macAddress: "m", os: "o", label: "", logdir: "" }) { message } }`,
  ];

  test.each(callers)('of %s applies to each operation of the GraphQL API', async (_, caller, code) => {
    await checkIn(world.service);
    for (const operation of operations) {
      const { errors } = await execute(operation, {}, fromOperator(caller));
      expect([operation, errors?.[0].extensions.code]).toEqual([operation, code]);
    }
  });

  test.each([
    ['release seats', `mutation { releaseController(guid: "${guidOf(1)}") { controller { guid } } }`],
    ['read documents to edit them', '{ licenseDocument(kind: BLACKLIST) { text } }'],
    ['compare documents', '{ licenseDocumentPreview(kind: BLACKLIST, text: "") { affectedCount } }'],
    [
      'replace documents',
      'mutation { replaceLicenseDocument(input: { kind: BLACKLIST, version: 0 }) { document { version } } }',
    ],
  ])('lets only administrators %s', async (_, operation) => {
    await checkIn(world.service);
    for (const [, caller, code = 'FORBIDDEN'] of callers) {
      expect((await execute(operation, {}, fromOperator(caller))).errors[0].extensions.code).toBe(code);
    }
    expect((await execute(operation, {}, fromController())).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await execute(operation)).errors).toBeUndefined();
  });

  test('permits anonymous callers to check in and to list controllers over the documented endpoints, and nothing else', async () => {
    for (const operation of operations) {
      const { errors } = await execute(operation, {}, fromController());
      const isDocumented = /activeControllers|checkLicense/.test(operation);
      expect([operation, errors?.[0].extensions.code]).toEqual([
        operation,
        isDocumented ? undefined : 'UNAUTHENTICATED',
      ]);
    }
  });
});
