import { afterAll, describe, expect, test } from 'vitest';
import { rawRequest } from './support/raw-request.js';
import { startRdapRegistry } from './support/rdap-registry.js';
import { adminToken, analystToken } from './support/serve-services.js';
import { password, startZonesServer } from './support/zones-server.js';

const registry = await startRdapRegistry();
afterAll(() => registry.close());
const server = await startZonesServer({
  RAMPART_ZONES_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl,
  RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true',
});
const enterprise = await server.openAccount('an-enterprise', { tier: 'ENTERPRISE' });
const trial = await server.openAccount('a-trial');

let addresses = 0;

async function call(method: string, path: string, options: { key?: string; body?: unknown } = {}) {
  const { key, body } = options;
  addresses += 1;
  const response = await server.fetch(path, {
    method,
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    from: `10.1.${addresses >> 8}.${addresses & 255}`,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests access responses of any type
  const json = (await response.json()) as any;
  return { status: response.status, body: json, headers: response.headers };
}

const generate = (body: object, key?: string) =>
  call('POST', '/auth/api-keys/generate', { body, ...(key !== undefined && { key }) });

describe('a registration', () => {
  test('returns the account without the password', async () => {
    const { status, body } = await call('POST', '/auth/register', {
      body: { username: 'Ada.L', email: 'Ada@Example.com', password, role: 'admin' },
    });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), username: 'Ada.L', email: 'Ada@Example.com', status: 'pending' },
    ]);
  });

  test.each([
    ['username', 'ab'],
    ['username', 'a b c'],
    ['username', 'nul\u0000'],
    ['username', 'admin'],
    ['username', 'Command-Line'],
    ['email', 'nobody'],
    ['email', 'a@b'],
    ['password', 'elevenchars'],
    ['password', 'x'.repeat(257)],
  ])('with an invalid %s is rejected with a message that does not repeat it', async (field, value) => {
    const { status, body } = await call('POST', '/auth/register', {
      body: { username: 'someone', email: 'someone@example.com', password, [field]: value },
    });
    expect([status, typeof body.detail]).toEqual([400, 'string']);
    expect(body.detail).toContain(field);
    if (field === 'password') expect(body.detail).not.toContain(value);
  });

  test('with an existing username or email address, regardless of case, is rejected without revealing which of them exists', async () => {
    const rejected = { detail: 'An account with this username or email address already exists' };
    for (const existing of [{ username: 'A-TRIAL' }, { email: 'A-Trial@example.com' }]) {
      const body = { username: 'fresh-name', email: 'fresh@example.com', password, ...existing };
      expect(await call('POST', '/auth/register', { body })).toMatchObject({ status: 409, body: rejected });
    }
  });
});

describe('account states are not revealed', () => {
  test('by passwords: unknown, pending, rejected, suspended and approved accounts have the same response', async () => {
    await server.register('a-pending-one');
    await server.register('a-rejected-one');
    await server.administer('mutation { rejectAccount(input: { username: "a-rejected-one" }) { account { id } } }');
    await server.openAccount('a-suspended-one');
    await server.administer('mutation { suspendAccount(input: { username: "a-suspended-one" }) { account { id } } }');
    const names = ['nobody-at-all', 'a-pending-one', 'a-rejected-one', 'a-suspended-one', 'a-trial', 'no', 'n\u0000l'];
    for (const username of names) {
      const { status, body, headers } = await generate({ username, password: 'a wrong password', name: 'x' });
      expect([username, status, body, headers.get('www-authenticate')]).toEqual([
        username,
        401,
        { detail: 'The username or the password is wrong' },
        'Bearer',
      ]);
    }
    for (const username of names.slice(1, 4)) {
      expect(await generate({ username, password, name: 'x' })).toMatchObject({
        status: 403,
        body: { detail: 'The account is not approved' },
      });
    }
  });

  test('by keys: unknown, mistyped, deleted and expired keys and those of suspended accounts have the same response on every path', async () => {
    const deleted = await server.openAccount('a-deleter');
    await call('DELETE', '/auth/api-keys/test', { key: deleted });
    const suspended = await server.openAccount('a-second-suspended-one');
    await server.administer(
      'mutation { suspendAccount(input: { username: "a-second-suspended-one" }) { account { id } } }',
    );
    const shortLived = await generate({ username: 'a-trial', password, name: 'short', expires_in_days: 1 });
    server.clock.advance(86_400_000);
    const keys = [
      `${trial.slice(0, -1)}_`,
      `zf_live_${'0'.repeat(36)}`,
      'nonsense',
      deleted,
      shortLived.body.key,
      suspended,
    ];
    const paths = ['/auth/me', '/auth/api-keys', '/api/v1/zones/', '/api/v1/rdap/zones', '/api/v1/rdap/a.com'];
    for (const path of [...paths, '/api/v1/download/com?limit=0']) {
      for (const key of keys) {
        const { status, body, headers } = await call('GET', path, { key });
        expect([path, key, status, body]).toEqual([path, key, 401, { detail: 'Invalid, missing or expired API key' }]);
        expect([headers.get('www-authenticate'), headers.has('ratelimit-limit')]).toEqual(['Bearer', false]);
      }
    }
  });
});

describe('a key', () => {
  test.each([
    ['my laptop', 'my%20laptop'],
    ['a/b', 'a%2Fb'],
    ['100%', '100%25'],
    ['%2F', '%252F'],
    ['generate', 'generate'],
    ['büro', 'b%C3%BCro'],
    ['a+b?c#d', 'a%2Bb%3Fc%23d'],
    ['...', '...'],
  ])('named %j is deleted at %s', async (name, path) => {
    const generated = await generate({ username: 'an-enterprise', password, name });
    expect(generated.headers.get('cache-control')).toBe('no-store');
    expect([generated.status, generated.body]).toEqual([
      201,
      {
        name,
        key: expect.stringMatching(/^zf_live_\w{36}$/),
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(await call('DELETE', `/auth/api-keys/${path}`, { key: enterprise })).toMatchObject({
      status: 200,
      body: { detail: `API key ${name} deleted` },
    });
    expect(await call('DELETE', `/auth/api-keys/${path}/`, { key: enterprise })).toMatchObject({
      status: 404,
      body: { detail: `API key ${name} not found` },
    });
  });

  test.each(['', '.', '..', ' ', 'x'.repeat(101), 'line\nbreak'])('may not be named %j', async (name) => {
    const { status, body } = await generate({ username: 'an-enterprise', password, name });
    expect([status, typeof body.detail]).toEqual([400, 'string']);
  });

  test('can be generated with an invalid key in the header', async () => {
    const body = { username: 'an-enterprise', password, name: 'a fresh one' };
    expect((await generate(body, 'zf_live_gone')).status).toBe(201);
  });

  test('is listed with its documented fields, without its secret', async () => {
    const { body } = await call('GET', '/auth/api-keys', { key: enterprise });
    for (const key of body) {
      expect(Object.keys(key)).toEqual(['name', 'prefix', 'created_at', 'expires_at', 'last_used_at']);
    }
    expect(JSON.stringify(body)).not.toContain(enterprise);
  });

  test('is accepted only with the scheme Bearer, regardless of case', async () => {
    const send = (authorization: string) => rawRequest(server.url, { path: '/auth/me', headers: { authorization } });
    expect((await send(`bearer ${enterprise}`)).status).toBe(200);
    expect((await send(`BEARER   ${enterprise} `)).status).toBe(200);
    const basic = Buffer.from(`x:${enterprise}`).toString('base64');
    for (const header of [enterprise, `Basic ${basic}`, `Bearer ${enterprise} x`, 'Bearer', `Token ${enterprise}`]) {
      expect([header, (await send(header)).status]).toEqual([header, 401]);
    }
  });
});

describe('an operator', () => {
  test.each([adminToken, analystToken])('reads the feed without a quota', async (key) => {
    const { status, headers } = await call('GET', '/api/v1/zones', { key });
    expect([status, headers.has('ratelimit-limit')]).toEqual([200, false]);
  });

  test.each([
    ['GET', '/auth/me'],
    ['GET', '/auth/api-keys'],
    ['DELETE', '/auth/api-keys/default'],
  ])('has no account for %s %s', async (method, path) => {
    const { status, body } = await call(method, path, { key: adminToken });
    expect([status, typeof body.detail]).toEqual([403, 'string']);
  });
});

describe('a lookup', () => {
  const lookUp = (domain: string, key = enterprise) => call('GET', `/api/v1/rdap/${domain}`, { key });

  test('returns the dossier with every documented field and the raw response unchanged', async () => {
    const { body } = await lookUp('Fresh.com.');
    expect(body).toEqual({
      domain: 'fresh.com',
      unicode_name: 'fresh.com',
      handle: 'D-1',
      source: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/rdap\/domain\/fresh\.com$/),
      registrar: { name: 'A Registrar', iana_id: '376', url: null },
      lifecycle: {
        registered: '1995-08-14T04:00:00.000Z',
        expires: null,
        last_changed: null,
        transferred: null,
        rdap_updated: null,
      },
      statuses: ['clientTransferProhibited'],
      abuse_contacts: [{ email: 'abuse@registrar.example', phone: null, source: 'registrar' }],
      nameservers: ['a.ns.example'],
      dnssec: true,
      redacted: [],
      fetched_at: new Date(server.clock.now()).toISOString(),
      cached: false,
      raw: expect.objectContaining({ port43: 'whois.example', ldhName: 'FRESH.COM' }),
    });
    expect((await lookUp('fresh.com')).body).toMatchObject({ cached: true });
    expect(registry.requested.filter((domain) => domain === 'fresh.com')).toHaveLength(1);
  });

  test('returns numbers of the registry unchanged, regardless of their size', async () => {
    const response = await fetch(new URL('/api/v1/rdap/numbers.com', server.url), {
      headers: { authorization: `Bearer ${enterprise}` },
    });
    expect(await response.text()).toContain('"raw":{"x_serial":9007199254740993,');
  });

  test.each([
    ['example', 400, 'invalid_domain'],
    ['www.example.com', 400, 'invalid_domain'],
    ['b%C3%BCcher.com', 400, 'invalid_domain'],
    ['a%2Fb.com', 400, 'invalid_domain'],
    ['a%00.com', 400, 'invalid_domain'],
    ['example.nowhere', 400, 'unsupported_tld'],
    ['missing.com', 404, 'domain_not_found'],
    ['broken.com', 502, 'rdap_upstream_error'],
  ])('of %s returns %d %s', async (domain, status, code) => {
    const json = await lookUp(domain);
    expect([json.status, json.body]).toEqual([status, { detail: { error: code, code, message: expect.any(String) } }]);
    expect(json.headers.get('ratelimit-limit')).toBe('10000');
  });

  test('is not available to a trial account, which can list the top-level domains', async () => {
    expect(await lookUp('fresh.com', trial)).toMatchObject({
      status: 403,
      body: { detail: { error: 'rdap_not_available', code: 'rdap_not_available' } },
    });
    expect(await call('GET', '/api/v1/rdap/zones', { key: trial })).toMatchObject({ status: 200, body: ['com'] });
  });
});

describe('paths and methods:', () => {
  test.each([
    ['GET', '/auth/me/', 200],
    ['GET', '/auth/api-keys/', 200],
    ['GET', '/api/v1/zones', 200],
    ['GET', '/api/v1/zones/', 200],
    ['GET', '/api/v1/rdap/zones/', 200],
    ['GET', '/api/v1/rdap/fresh.com/', 200],
    ['GET', '/api/v1/zones//', 404],
    ['GET', '/api/v1/rdap/', 404],
    ['GET', '/api/v1/download/', 404],
    ['GET', '/api/v2/zones', 404],
    ['GET', '/auth/nothing', 404],
  ])('%s %s responds with the status %d, and never with a redirect', async (method, path, status) => {
    const json = await rawRequest(server.url, { method, path, headers: { authorization: `Bearer ${enterprise}` } });
    expect([json.status, json.headers.location]).toEqual([status, undefined]);
    if (status === 404) expect(JSON.parse(json.body)).toEqual({ detail: 'Not Found' });
  });

  test.each([
    ['POST', '/api/v1/zones/', 'GET'],
    ['GET', '/auth/register', 'POST'],
    ['GET', '/auth/api-keys/generate', 'DELETE, POST'],
    ['DELETE', '/auth/api-keys/', 'GET'],
    ['PUT', '/api/v1/rdap/zones', 'GET'],
    ['HEAD', '/auth/me', 'GET'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const json = await rawRequest(server.url, { method, path });
    expect([json.status, json.headers.allow]).toEqual([405, allow]);
  });

  test('an invalid media type is ignored if there is no body', async () => {
    const headers = { authorization: `Bearer ${enterprise}`, 'content-type': 'a: b' };
    const json = await rawRequest(server.url, { method: 'DELETE', path: '/auth/api-keys/nothing', headers });
    expect(json.status).toBe(404);
  });
});
