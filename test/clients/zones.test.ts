import { afterAll, describe, expect, test } from 'vitest';
import { startRdapRegistry } from '../rest/support/rdap-registry.js';
import { password, start, startZonesServer } from '../rest/support/zones-server.js';
import {
  deleteApiKey,
  downloadZone,
  generateApiKey,
  getMe,
  listApiKeys,
  listRdapZones,
  listZones,
  lookUpDomain,
  registerAccount,
} from './generated/rest-client.js';
import { describeClients } from './support/describe-clients.js';

/** The requests in section 4 of the zone feed's specification, as clients send them. */
const registry = await startRdapRegistry();
afterAll(() => registry.close());
const server = await startZonesServer({
  RAMPART_ZONES_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl,
  RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true',
});
const { url, clock } = server;
const nameserver = 'ns1.example.net.';
await server.importZone(
  'com',
  Object.fromEntries(['paypal', 'paypa1', 'pay'].map((name) => [`${name}.com`, [nameserver]])),
);
await server.importZone('net', { 'paypal.net': [nameserver] });
clock.advance(60_000);

/** A time window around the imports. */
const window = { start: '2026-03-01T11:00:00Z', end: new Date(start + 30_000).toISOString() };
const observation = { status: 'active', data: nameserver, timestamp: start };

// biome-ignore lint/suspicious/noExplicitAny: the body of any response
type Json = any;

describeClients({}, (client, number) => {
  const account = { username: `client-${number}`, email: `client-${number}@example.com`, password };

  async function send(request: Parameters<typeof client.send>[0]): Promise<{ status: number; json: Json }> {
    const { status, headers, body } = await client.send({ ...request, url: url + request.url });
    expect(headers['content-type']).toBe('application/json');
    return { status, json: JSON.parse(body) };
  }

  test('registers, creates and deletes keys, searches, pages and looks up domains', async () => {
    const registered = await send({ method: 'POST', url: '/auth/register', json: account });
    expect(registered).toMatchObject({ status: 201, json: { username: account.username, status: 'pending' } });
    await server.approve(account.username, { tier: 'BASIC' });
    const generateKey = async (name: string): Promise<string> => {
      const json = { username: account.username, password, name, expires_in_days: 30 };
      const generated = await send({ method: 'POST', url: '/auth/api-keys/generate', json });
      expect(generated).toMatchObject({ status: 201, json: { name, key: expect.stringMatching(/^zf_live_/) } });
      return String(generated.json.key);
    };
    const token = await generateKey('first key');
    const laptop = await generateKey('my laptop/1 (büro)');
    const get = async (path: string, query?: Record<string, string>) => {
      const { status, json } = await send({ method: 'GET', url: path, token, ...(query && { query }) });
      expect([path, status, json]).toEqual([path, 200, expect.anything()]);
      return json;
    };
    const keys = await get('/auth/api-keys');
    expect(keys.map(({ name }: Json) => name).sort()).toEqual(['default', 'first key', 'my laptop/1 (büro)']);
    const path = `/auth/api-keys/${encodeURIComponent('my laptop/1 (büro)')}`;
    const removed = await send({ method: 'DELETE', url: path, token });
    expect(removed).toEqual({ status: 200, json: { detail: 'API key my laptop/1 (büro) deleted' } });
    expect((await send({ method: 'GET', url: '/auth/me', token: laptop })).status).toBe(401);
    expect(await get('/auth/me')).toMatchObject({ username: account.username, subscription: { tier: 'basic' } });
    expect(await get('/api/v1/zones/')).toMatchObject([{ zone: 'com.zone' }, { zone: 'net.zone' }]);

    const search = { search: 'PayPa', limit: '1', ...window };
    const first = await get('/api/v1/download/com.zone', search);
    expect(first.results).toEqual([{ domain: 'paypa1.com', ...observation }]);
    const next = { ...search, pit: String(first.pit), after: String(first.next_cursor) };
    const second = await get('/api/v1/download/com.zone', next);
    expect(second).toEqual({ results: [{ domain: 'paypal.com', ...observation }], pit: first.pit });
    const everywhere = await get('/api/v1/download/*.zone', { search: 'p*al.*' });
    expect(everywhere.results).toMatchObject([{ domain: 'paypal.com' }, { domain: 'paypal.net' }]);
    const offset = { search: 'pay', start: '2026-03-01T12:00:00+01:00' };
    expect((await get('/api/v1/download/com', offset)).results).toHaveLength(3);

    expect(await get('/api/v1/rdap/example.com')).toMatchObject({ domain: 'example.com' });
    expect(await get('/api/v1/rdap/zones')).toEqual(['com']);
  });

  test('receives the documented errors', async () => {
    const key = await server.openAccount(`rejected-${number}`, { tier: 'BASIC' });
    const rejected = async (path: string, query?: Record<string, string>, token = key): Promise<unknown[]> => {
      const { status, json } = await send({ method: 'GET', url: path, token, ...(query && { query }) });
      return [status, json.detail];
    };
    const download = '/api/v1/download/com.zone';
    expect(await rejected(download, {}, 'zf_live_nobody')).toEqual([401, expect.any(String)]);
    expect(await rejected(download, { search: 'a--.-b' })).toEqual([400, expect.any(String)]);
    expect(await rejected(download, { search: 'pay', pit: 'x' })).toEqual([400, expect.any(String)]);
    expect(await rejected(download, { search: 'pay', start: '2027-01-01T00:00:00Z' })).toEqual([
      400,
      expect.any(String),
    ]);
    expect(await rejected(download, { search: 'nobody' })).toEqual([404, 'No domains found']);
    const search = { method: 'GET', url: download, token: key, query: { search: 'pay', limit: '1' } } as const;
    const { pit, next_cursor: after } = (await send(search)).json;
    clock.advance(120_001);
    expect(await rejected(download, { ...search.query, pit, after })).toEqual([410, expect.any(String)]);
    const missing = { code: 'domain_not_found' };
    expect(await rejected('/api/v1/rdap/missing.com')).toMatchObject([404, missing]);
    expect(await rejected('/api/v1/rdap/www.example.com')).toMatchObject([400, { code: 'invalid_domain' }]);
  });
});

describe('a client generated from the OpenAPI description', () => {
  const options = { baseUrl: url };
  const account = { username: 'generated', email: 'generated@example.com', password };

  test('registers, creates and deletes keys, searches, pages and looks up domains', async () => {
    expect(await registerAccount(account, options)).toMatchObject({ status: 201, data: { status: 'pending' } });
    await server.approve(account.username, { tier: 'BASIC' });
    const created = await generateApiKey(
      { username: 'generated', password, name: 'a b/c', expires_in_days: 3 },
      options,
    );
    if (created.status !== 201) throw new Error(`the key was rejected: ${created.status}`);
    const mine = { ...options, token: created.data.key };
    const keys = await listApiKeys(mine);
    if (keys.status !== 200) throw new Error(`the list was rejected: ${keys.status}`);
    expect(keys.data.map(({ name }) => name).sort()).toEqual(['a b/c', 'default']);
    const me = await getMe(mine);
    if (me.status !== 200) throw new Error(`the account was rejected: ${me.status}`);
    expect([me.data.subscription?.tier, me.data.quota?.used]).toEqual(['basic', 0]);
    const zones = await listZones(mine);
    if (zones.status !== 200) throw new Error(`the zones were rejected: ${zones.status}`);
    expect(zones.data.map(({ zone }) => zone)).toEqual(['com.zone', 'net.zone']);

    const search = { search: 'paypa', limit: 1, ...window };
    const first = await downloadZone('com.zone', search, mine);
    if (first.status !== 200) throw new Error(`the search was rejected: ${first.status}`);
    const { pit, next_cursor: after } = first.data;
    const second = await downloadZone('com.zone', { ...search, pit, after }, mine);
    if (second.status !== 200) throw new Error(`the page was rejected: ${second.status}`);
    const observations = [...first.data.results, ...second.data.results];
    expect(observations.map(({ domain, status, timestamp }) => [domain, status, timestamp])).toEqual([
      ['paypa1.com', 'active', start],
      ['paypal.com', 'active', start],
    ]);
    expect(second.data.next_cursor).toBeUndefined();
    expect(await downloadZone('*.zone', { search: 'paypal' }, mine)).toMatchObject({ status: 200 });

    expect(await lookUpDomain('example.com', mine)).toMatchObject({ status: 200, data: { domain: 'example.com' } });
    expect(await listRdapZones(mine)).toMatchObject({ status: 200, data: ['com'] });
    expect(await deleteApiKey('a b/c', mine)).toMatchObject({ status: 200, data: { detail: 'API key a b/c deleted' } });
    expect(await getMe(mine)).toMatchObject({ status: 401, data: { detail: expect.any(String) } });
  });
});
