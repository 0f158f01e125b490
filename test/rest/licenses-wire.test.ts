import { beforeEach, describe, expect, test } from 'vitest';
import { maxCharacters, maxItems } from '../../platform/input-limits.js';
import { checkPath, guidOf, listPath, report, startLicensesServer } from './support/licenses-server.js';

/** Requests and responses of the license service: specification, part A, sections 4 and 7. */
const server = await startLicensesServer();

beforeEach(() => server.reset());

const accepted = [200, { message: 'Valid License', default: {} }];

async function responseTo(body: unknown): Promise<unknown[]> {
  const { status, json } = await server.check(body);
  return [status, json];
}

function rejected(message: string): unknown[] {
  return [400, { message }];
}

/** The fields in the order of the specification's table, and their names in messages. */
const fields: readonly [field: string, name: string][] = [
  ['guid', 'Guid'],
  ['hostname', 'Hostname'],
  ['version', 'Version'],
  ['ip_addresses', 'Ip_addresses'],
  ['mac_address', 'Mac_address'],
  ['os', 'Os'],
  ['label', 'Label'],
  ['logdir', 'Logdir'],
];
const mayBeEmpty = ['label', 'logdir'];

describe.each(fields)('%s', (field, name) => {
  test.each([
    ['missing', undefined],
    ['null', null],
  ])('is required: %s', async (_, value) => {
    expect(await responseTo(report({ [field]: value }))).toEqual(rejected(`${name} is required`));
  });

  test('may be empty where the specification permits it', async () => {
    const empty = field === 'ip_addresses' ? [] : '';
    const expected = mayBeEmpty.includes(field) ? accepted : rejected(`${name} is required`);
    expect(await responseTo(report({ [field]: empty }))).toEqual(expected);
  });

  test.each([[0], [1.5], [true], [false], [{}], [{ toString: 'x' }], [field === 'ip_addresses' ? 'x' : ['x']]])(
    'is rejected if it is %j',
    async (value) => {
      expect(await responseTo(report({ [field]: value }))).toEqual(rejected(`${name} is invalid`));
    },
  );

  test('is validated before the fields that follow it, and before the GUID', async () => {
    const following = fields.slice(fields.findIndex(([each]) => each === field)).map(([each]) => [each, undefined]);
    const differences = { guid: 'no guid', ...Object.fromEntries(following) };
    expect(await responseTo(report(differences))).toEqual(rejected(`${name} is required`));
  });
});

describe('ip_addresses', () => {
  test.each([[[1]], [[null]], [['10.0.0.1', {}]], [[['10.0.0.1']]]])(
    'is rejected if it is not an array of strings: %j',
    async (value) => {
      expect(await responseTo(report({ ip_addresses: value }))).toEqual(rejected('Ip_addresses is invalid'));
    },
  );

  test.each([[['no address']], [['']], [['::1', '10.0.0.1', 'fe80::1%eth0']]])(
    'may contain strings that match no department: %j',
    async (value) => {
      expect(await responseTo(report({ ip_addresses: value }))).toEqual(accepted);
    },
  );
});

describe('guid', () => {
  test.each([
    'c0ffee00-0000-4000-8000-000000000001',
    'C0FFEE00-0000-4000-9000-00000000000A',
    'c0ffee00-0000-4fff-afff-ffffffffffff',
    'C0ffEE00-0000-4000-Bfff-ffffffffffff',
  ])('may be %s, and is listed in lower case', async (guid) => {
    expect(await responseTo(report({ guid }))).toEqual(accepted);
    expect((await server.list()).map((controller) => controller.guid)).toEqual([guid.toLowerCase()]);
  });

  test.each([
    ['a UUID of version 1', 'c0ffee00-0000-1000-8000-000000000001'],
    ['a UUID of version 3', 'c0ffee00-0000-3000-8000-000000000001'],
    ['a UUID of version 5', 'c0ffee00-0000-5000-8000-000000000001'],
    ['a UUID of version 7', '018f3c5e-1c00-7000-8000-000000000001'],
    ['a UUID of version 0', 'c0ffee00-0000-0000-8000-000000000001'],
    ['a UUID of another variant (7)', 'c0ffee00-0000-4000-7000-000000000001'],
    ['a UUID of another variant (c)', 'c0ffee00-0000-4000-c000-000000000001'],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['the max UUID', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['a value without hyphens', 'c0ffee0000004000800000000000 0001'.replace(' ', '')],
    ['a value with hyphens in other places', 'c0ffee000-000-4000-8000-000000000001'],
    ['a value in braces', '{c0ffee00-0000-4000-8000-000000000001}'],
    ['a URN', 'urn:uuid:c0ffee00-0000-4000-8000-000000000001'],
    ['a value with a leading space', ' c0ffee00-0000-4000-8000-000000000001'],
    ['a value with a trailing line break', 'c0ffee00-0000-4000-8000-000000000001\n'],
    ['a value with a missing digit', 'c0ffee00-0000-4000-8000-00000000001'],
    ['a value with an additional digit', 'c0ffee00-0000-4000-8000-0000000000011'],
    ['a value with other letters', 'g0ffee00-0000-4000-8000-000000000001'],
    ['a value with digits of another script', 'c0ffee00-0000-4000-8000-00000000000١'],
  ])('may not be %s', async (_, guid) => {
    expect(await responseTo(report({ guid }))).toEqual(rejected('Invalid GUID format'));
    expect(await server.list()).toEqual([]);
  });
});

describe('the body', () => {
  test.each([
    ['nothing', ''],
    ['text', 'guid=1'],
    ['a truncated object', JSON.stringify(report()).slice(0, -1)],
    ['two objects', `${JSON.stringify(report())}{}`],
    ['a list', '[]'],
    ['a list with the object', JSON.stringify([report()])],
    ['null', 'null'],
    ['a number', '1'],
    ['a string', '"guid"'],
    ['single quotes', "{'guid': '1'}"],
    ['a constant that is not JSON', '{"guid": NaN}'],
    ['a trailing comma', '{"guid": "1",}'],
    ['100,000 brackets', '['.repeat(100_000)],
    ['a zero byte', '\0'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('is rejected if it is not a JSON object: %s', async (_, body) => {
    expect(await responseTo(body)).toEqual(rejected('Invalid JSON'));
  });

  test.each(['application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain', 'nonsense', ''])(
    'is parsed as JSON with any Content-Type: %j',
    async (type) => {
      const response = await server.check(report(), { headers: { 'content-type': type } });
      expect([response.status, response.json]).toEqual(accepted);
    },
  );

  test('may have a byte order mark, the encoding UTF-16, unknown fields, and repeated fields, of which the last is used', async () => {
    const marked = `\ufeff${JSON.stringify(report())}`;
    expect(await responseTo(marked)).toEqual(accepted);
    expect(await responseTo(Buffer.from(marked, 'utf16le'))).toEqual(accepted);
    expect(await responseTo({ ...report(), is_malformed: true, isMalformed: true, further: {} })).toEqual(accepted);
    const twice = JSON.stringify(report()).replace('{', '{"guid":"1",');
    expect(await responseTo(twice)).toEqual(accepted);
  });

  test('has no fields of the object prototype', async () => {
    expect(await responseTo(`{"__proto__": ${JSON.stringify(report())}}`)).toEqual(rejected('Guid is required'));
  });

  test('may contain values of any depth up to the size limit', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const body = JSON.stringify(report({ os: 'DEEP' })).replace('"DEEP"', deep);
    expect(await responseTo(body)).toEqual(rejected('Os is invalid'));
  });

  test('may contain strings of any characters that can be stored, and is rejected if a string is too long', async () => {
    expect(await responseTo(report({ hostname: 'Kontrolleur ü 🏭 \'\\" %_' }))).toEqual(accepted);
    expect((await server.list())[0]?.hostname).toBe('Kontrolleur ü 🏭 \'\\" %_');
    const longest = 'x'.repeat(maxCharacters.controllerText);
    expect(await responseTo(report({ hostname: longest }))).toEqual(accepted);
    expect(await responseTo(report({ hostname: `${longest}x` }))).toEqual(rejected('Hostname is invalid'));
    const addresses = Array.from({ length: maxItems.controllerAddresses }, () => '192.0.2.1');
    expect(await responseTo(report({ ip_addresses: addresses }))).toEqual(accepted);
    expect(await responseTo(report({ ip_addresses: [...addresses, '192.0.2.1'] }))).toEqual(
      rejected('Ip_addresses is invalid'),
    );
    expect(await responseTo(report({ hostname: 'x\0y' }))).toEqual(rejected('Hostname is invalid'));
    expect(await responseTo(JSON.stringify(report({ os: 'X' })).replace('"X"', '"\\ud800"'))).toEqual(
      rejected('Os is invalid'),
    );
  });
});

describe('paths and methods:', () => {
  test.each([checkPath, checkPath.slice(0, -1)])('POST %s is not redirected', async (path) => {
    const response = await server.check(report(), {});
    const variant = await server.send(path, { method: 'POST', body: JSON.stringify(report()) });
    expect([variant.status, variant.json]).toEqual([response.status, response.json]);
    expect(variant.headers.location).toBeUndefined();
  });

  test.each([listPath, listPath.slice(0, -1), `${listPath}?x=1`])('GET %s is not redirected', async (path) => {
    const response = await server.send(path);
    expect([response.status, response.json]).toEqual([200, { active_controllers: [] }]);
  });

  test.each([
    ['GET', checkPath, 'POST'],
    ['PUT', checkPath.slice(0, -1), 'POST'],
    ['HEAD', checkPath, 'POST'],
    ['OPTIONS', checkPath, 'POST'],
    ['DELETE', checkPath, 'POST'],
    ['POST', listPath, 'GET'],
    ['HEAD', listPath, 'GET'],
    ['PATCH', listPath.slice(0, -1), 'GET'],
    ['PURGE', listPath, 'GET'],
    ['PROPFIND', listPath, 'GET'],
  ])('%s %s is not allowed', async (method, path, allowed) => {
    const response = await server.send(path, { method });
    expect([response.status, response.headers.allow]).toEqual([405, allowed]);
    if (method !== 'HEAD') expect(response.json).toEqual({ message: 'Method Not Allowed' });
  });

  test.each([
    '/',
    '/api',
    '/api/',
    '/api/check-license//',
    '//api/check-license/',
    '/api/check-license/x',
    '/API/check-license/',
    '/api/check-licenses',
    '/api/%zz',
    '/graphql',
    '/health',
    '/alerts',
    '/api/v1/quota',
  ])('%s is not found', async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await server.send(path, { method });
      expect([response.status, response.json]).toEqual([404, { message: 'Not Found' }]);
    }
  });

  test('valid and invalid credentials are ignored', async () => {
    for (const authorization of ['Bearer an-administrator', 'Bearer nonsense', 'nonsense']) {
      expect((await server.send(listPath, { headers: { authorization } })).status).toBe(200);
    }
  });
});

describe('a registered controller', () => {
  test('remains registered regardless of what it reports later, even at the cap', async () => {
    await server.files.license({ cap: 1 });
    const first = await server.check(report());
    server.clock.seconds += 5;
    const repeated = await server.check(report({ guid: guidOf(1).toUpperCase(), hostname: 'renamed', version: '5' }));
    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(await server.list()).toEqual([
      { guid: guidOf(1), timestamp: expect.any(String), ip_addr: '127.0.0.1', hostname: 'controller-1' },
    ]);
    expect((await server.check(report({ guid: guidOf(2) }))).json).toEqual({ message: 'No devices available' });
  });

  test('is listed by time, then GUID', async () => {
    for (const [number, seconds] of [
      [3, 0],
      [2, 0],
      [1, 1],
      [4, 60],
    ] as const) {
      server.clock.seconds += seconds;
      await server.check(report({ guid: guidOf(number) }));
    }
    expect((await server.list()).map(({ guid }) => guid)).toEqual([2, 3, 1, 4].map(guidOf));
  });

  test('on the blacklist is rejected, and remains listed with its seat', async () => {
    await server.files.license({ cap: 1 });
    await server.check(report());
    server.files.write('blacklist.txt', guidOf(1));
    expect((await server.check(report())).json).toEqual({ message: 'Controller is blacklisted' });
    expect(await server.list()).toHaveLength(1);
    expect((await server.check(report({ guid: guidOf(2) }))).json).toEqual({ message: 'No devices available' });
  });
});
