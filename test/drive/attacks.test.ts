import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { administrator } from './support/drive-world.js';
import { addClient, requestToken, serveDrive, startReceiver } from './support/folder-mirror.js';
import { mirrorWithClients } from './support/mirror-with-clients.js';

const { mirror, siteId, url, logged, publicOnly, tokens, drive, call, subscribe, notifySubscribers } =
  await mirrorWithClients();
const { configuration } = mirror.platform;

describe('a subsite', () => {
  test.each([
    ['field/sites/north', 200],
    ['field/sites/north/', 200],
    ['FIELD/sites/North', 200],
    ['field%2Fsites%2Fnorth', 200],
    ['field', 404],
    ['field/sites', 404],
    ['field//sites/north', 404],
    ['field/../field/sites/north', 200], // Clients resolve the path before they send it.
    ['field/%2e%2e/sites/north', 404],
    ['field%00', 404],
    ['%ff', 404],
  ])('is found by its full path only: %s', async (path, status) => {
    expect((await call(`/v1.0/sites/mirror.example:/sites/${path}`)).status).toBe(status);
  });
});

test('a path with a string that PostgreSQL cannot store returns 404, and a body with such a string returns 400', async () => {
  const expirationDateTime = new Date(mirror.clock.now() + 3_600_000).toISOString();
  const paths: [method: string, path: string][] = [
    ['GET', '/v1.0/sites/mirror%00.example:/sites/field'],
    ['GET', '/v1.0/sites/%00/drive/root/delta'],
    ['GET', `${drive}/items/%00/content`],
    ['GET', '/v1.0/sites/%00/drive/items/a/content'],
    ['GET', '/v1.0/subscriptions/%00'],
    ['PATCH', '/v1.0/subscriptions/%00'],
    ['DELETE', '/v1.0/subscriptions/%00'],
  ];
  for (const [method, path] of paths) {
    const { status } = await call(path, { method, ...(method === 'PATCH' && { body: { expirationDateTime } }) });
    expect([path, status]).toEqual([path, 404]);
  }
  expect((await subscribe({ resource: '/sites/\0/drive/root' })).status).toBe(400);
  expect((await subscribe({ clientState: '\ud800' })).status).toBe(400);
});

test('an invalid clientState is rejected, because notifications without it could not be verified', async () => {
  const { url: notificationUrl } = await startReceiver();
  for (const clientState of ['x'.repeat(129), 'x'.repeat(5000), 'a\0b', 5, {}]) {
    const { status, json } = await subscribe({ notificationUrl, clientState });
    expect([clientState, status, json]).toMatchObject([clientState, 400, { error: { code: 'invalidRequest' } }]);
  }
  const { status, json } = await subscribe({ notificationUrl, clientState: 'x'.repeat(128) });
  expect([status, json.clientState]).toEqual([201, 'x'.repeat(128)]);
  await call(`/v1.0/subscriptions/${json.id}`, { method: 'DELETE' });
});

describe('the subscription of a client', () => {
  test('is one of at most 50, regardless of how many are requested concurrently', async () => {
    const receiver = await startReceiver();
    const request = async () => await subscribe({ notificationUrl: receiver.url });
    const responses = await Promise.all(Array.from({ length: 60 }, request));
    const created = responses.filter(({ status }) => status === 201);
    expect(created).toHaveLength(50);
    const error = { code: 'accessDenied', message: expect.stringContaining('at most 50 subscriptions') };
    for (const { status, json } of responses.filter(({ status }) => status !== 201)) {
      expect([status, json]).toMatchObject([403, { error }]);
    }
    expect((await request()).status).toBe(403);
    const paths = created.map(({ json }) => `/v1.0/subscriptions/${json.id}`);
    expect((await call(paths[0] ?? '', { method: 'DELETE' })).status).toBe(204);
    const replaced = await request();
    expect(replaced.status).toBe(201);
    for (const path of [...paths.slice(1), `/v1.0/subscriptions/${replaced.json.id}`])
      await call(path, { method: 'DELETE' });
  });

  test('cannot be read, renewed or deleted by another client', async () => {
    const receiver = await startReceiver();
    const created = await subscribe({ notificationUrl: receiver.url });
    const path = `/v1.0/subscriptions/${created.json.id}`;
    const body = { expirationDateTime: new Date(mirror.clock.now() + 7_200_000).toISOString() };
    expect((await call(path, { as: 'other' })).status).toBe(404);
    expect((await call(path, { as: 'other', method: 'PATCH', body })).status).toBe(404);
    expect((await call(path, { as: 'other', method: 'DELETE' })).status).toBe(404);
    expect((await call('/v1.0/subscriptions', { as: 'other' })).json).toEqual({ value: [] });
    const { status, json } = await call(path);
    expect([status, json.expirationDateTime]).toEqual([200, created.json.expirationDateTime]);
  });

  test('has its own secret when another client subscribes with the same URL', async () => {
    const receiver = await startReceiver();
    const mine = await subscribe({ notificationUrl: receiver.url });
    const theirs = await subscribe({ notificationUrl: receiver.url }, 'other');
    writeFileSync(join(mirror.folder, 'b.txt'), 'new');
    await mirror.scan();
    await notifySubscribers();
    expect(receiver.notifications).toHaveLength(2);
    expect(receiver.notifications).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subscriptionId: mine.json.id, clientState: 'secret of one' }),
        expect.objectContaining({ subscriptionId: theirs.json.id, clientState: 'secret of other' }),
      ]),
    );
  });
});

describe('a delta token', () => {
  test('is a position in the changes of a site, for any client', async () => {
    const first = await call(`${drive}/root/delta?token=latest`);
    writeFileSync(join(mirror.folder, 'c.txt'), 'c');
    await mirror.scan();
    const link = String(first.json.deltaLink);
    const [mine, theirs] = [await call(link), await call(link, { as: 'other' })];
    expect(mine.json.value).toMatchObject(
      [expect.anything(), { name: 'c.txt' }].slice(-(mine.json.value as object[]).length),
    );
    expect(theirs.json.value).toEqual(mine.json.value);
  });

  test.each([
    ['of another site', (token: string) => token, 'mirror.example,00000000-0000-4000-8000-000000000000,1', 404],
    ['with a fraction', (token: string) => alterToken(token, (position) => position.with(1, 0.5)), siteId, 400],
    ['below the minimum', (token: string) => alterToken(token, (position) => position.with(1, -1)), siteId, 400],
    [
      'that is not a number',
      (token: string) => alterToken(token, (position) => position.with(1, '1; drop')),
      siteId,
      400,
    ],
    ['beyond the end', (token: string) => alterToken(token, (position) => position.with(1, 1e9)), siteId, 410],
    ['in the future', (token: string) => alterToken(token, (position) => position.with(3, 1e15)), siteId, 200],
    ['with an additional element', (token: string) => alterToken(token, (position) => [...position, 1]), siteId, 200],
    ['in another format', () => Buffer.from('{"length":4}').toString('base64url'), siteId, 400],
    ['that is too long', () => 'x'.repeat(6000), siteId, 400],
  ])('%s does not break the query', async (_, tamper, site, status) => {
    const { json } = await call(`${drive}/root/delta?token=latest`);
    const token = new URL(String(json.deltaLink)).searchParams.get('token') ?? '';
    expect((await call(`/v1.0/sites/${site}/drive/root/delta?token=${tamper(token)}`)).status).toBe(status);
  });
});

function alterToken(token: string, alter: (position: unknown[]) => unknown[]): string {
  const position = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]; // The format of the mirror.
  return Buffer.from(JSON.stringify(alter(position))).toString('base64url');
}

describe('a notification URL', () => {
  test.each([
    'https://127.0.0.1/receiver',
    'https://[::1]/receiver',
    'https://10.0.0.1/receiver',
    'https://192.168.1.1/receiver',
    'https://169.254.169.254/latest/meta-data/',
    'https://0.0.0.0/receiver',
    'https://0x0a000001/receiver',
    'https://167772161/receiver',
    'https://012.0.0.1/receiver',
    'https://10.1/receiver',
    'https://[fd00::1]/receiver',
    'https://[fe80::1]/receiver',
    'https://[::]/receiver',
    'https://[::ffff:10.0.0.1]/receiver',
    'https://[::ffff:a00:1]/receiver',
    'https://[64:ff9b::10.0.0.1]/receiver',
    'https://[2002:a00:1::]/receiver',
    'https://224.0.0.1/receiver',
    'https://255.255.255.255/receiver',
    'https://100.64.0.1/receiver',
    'http://10.0.0.1/receiver',
    'http://example.org/receiver',
    'http://127.0.0.1.example.org/receiver',
    'https://user:password@127.0.0.1/receiver',
    'ftp://127.0.0.1/receiver',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//127.0.0.1/receiver',
    '/receiver',
    '',
    `https://127.0.0.1/${'x'.repeat(3000)}`,
  ])('is rejected: %j', async (notificationUrl) => {
    const startedAtMs = performance.now();
    const { status, json } = await subscribe({ notificationUrl }, 'one', publicOnly.url);
    expect([status, json]).toMatchObject([400, { error: { code: 'invalidRequest' } }]);
    expect(performance.now() - startedAtMs, 'nothing was waited for').toBeLessThan(3000);
  });

  test('is not followed if it redirects, and its response is not revealed', async () => {
    const inner = await startReceiver();
    const redirecting = await startReceiver(() => ({ status: 307, body: 'inner words', location: inner.url }));
    const { status, json } = await subscribe({ notificationUrl: redirecting.url });
    expect([status, JSON.stringify(json)]).toEqual([400, expect.not.stringContaining('inner words')]);
    expect(inner.requestedUrls).toEqual([]);
    expect(redirecting.requestedUrls).toHaveLength(1);
  });

  test('must return the token and nothing else', async () => {
    for (const body of ['', 'something else']) {
      const receiver = await startReceiver(() => ({ status: 200, body }));
      expect((await subscribe({ notificationUrl: receiver.url })).status).toBe(400);
    }
    const chatty = await startReceiver((token) => ({ status: 200, body: `${token}${'x'.repeat(1_000_000)}` }));
    expect((await subscribe({ notificationUrl: chatty.url })).status).toBe(400);
  });

  test('with a loopback address is rejected unless notifications_allow_private is set', async () => {
    const receiver = await startReceiver();
    const rejected = await subscribe({ notificationUrl: receiver.url }, 'one', publicOnly.url);
    expect([rejected.status, receiver.requestedUrls]).toEqual([400, []]);
    expect((await subscribe({ notificationUrl: receiver.url })).status).toBe(201);
  });

  test('is rejected with the same message for every failed validation, and only the log contains the reason', async () => {
    logged.length = 0;
    const responses = [
      { status: 200, body: 'something else' },
      { status: 204, body: '' },
      { status: 401, body: 'internal words' },
      { status: 500, body: '' },
    ];
    const closed = await startReceiver();
    closed.close();
    const urls = [closed.url];
    for (const response of responses) urls.push((await startReceiver(() => response)).url);
    const messages = await Promise.all(
      urls.map(async (notificationUrl) => (await subscribe({ notificationUrl })).json.error),
    );
    const rejected = (await subscribe({ notificationUrl: closed.url }, 'one', publicOnly.url)).json.error;
    expect(new Set([...messages, rejected].map(messageOf))).toEqual(
      new Set([
        'Subscription validation request failed: notificationUrl did not return the validation token with status 200 within 5 seconds',
      ]),
    );
    const lines = logged.map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['a notification URL was rejected']));
    expect(lines.map(({ reason }) => reason).sort()).toEqual([
      'connections to 127.0.0.1 are not allowed',
      ...[204, 401, 500].map((status) => `it responded with status ${status}`),
      'its response is not the validation token',
      'the connection was refused',
    ]);
    expect(lines.at(-1)).toMatchObject({ host: new URL(closed.url).host, clientId: expect.stringMatching(/./) });
    expect(logged.join('')).not.toMatch(/receiver|Validation:|words|secret of/);
  });
});

function messageOf(error: unknown): unknown {
  return (error as { message?: unknown }).message; // The documented error format.
}

describe('links', () => {
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

  async function linksOf(at: string): Promise<string[]> {
    const headers = { authorization: `Bearer ${tokens.one}`, ...forwarded };
    const delta = await (await fetch(`${at}${drive}/root/delta`, { headers })).json();
    const { value, deltaLink } = delta as { value: { id: string; name: string }[]; deltaLink: string };
    const { id } = value.find(({ name }) => name === 'a.txt') ?? {};
    const content = await fetch(`${at}${drive}/items/${id}/content`, { headers, redirect: 'manual' });
    return [deltaLink, content.headers.get('location') ?? ''].map((link) => new URL(link).origin);
  }

  test('begin with public_url if it is set, regardless of forwarded headers', async () => {
    const { server } = configuration;
    const withPublicUrl = await serveDrive({
      ...mirror.platform,
      configuration: { ...configuration, server: { ...server, publicUrl: 'https://mirror.example' } },
    });
    expect(await linksOf(withPublicUrl.url)).toEqual(['https://mirror.example', 'https://mirror.example']);
    expect(await linksOf(url)).toEqual(['https://evil.example', 'https://evil.example']);
  });
});

describe('a download URL', () => {
  test('is valid for its item only, until its client is removed, and forged ones are rejected', async () => {
    const third = await addClient(mirror, 'third');
    const token = await requestToken(url, third);
    const listed = await call(`${drive}/root/delta`);
    const file = (listed.json.value as { id: string; name: string }[]).find(({ name }) => name === 'a.txt');
    const headers = { authorization: `Bearer ${token}` };
    const redirect = await fetch(`${url}${drive}/items/${file?.id}/content`, { headers, redirect: 'manual' });
    const address = redirect.headers.get('location') ?? '';
    expect(await (await fetch(address)).text()).toBe('0123456789');
    const statusOf = async (ticket: string): Promise<number> => (await fetch(`${url}/drive/download/${ticket}`)).status;
    // Access tokens are not tickets, and tickets are not access tokens.
    expect(await statusOf(token)).toBe(404);
    const ticket = address.split('/').at(-1) ?? '';
    const asToken = await fetch(`${url}/v1.0/subscriptions`, { headers: { authorization: `Bearer ${ticket}` } });
    expect(asToken.status).toBe(401);
    const [head, payload, signature] = ticket.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'operator' })).toString('base64url');
    expect(await statusOf([head, forged, signature].join('.'))).toBe(404);
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    expect(await statusOf([none, forged, ''].join('.'))).toBe(404);
    for (const path of ['..%2f..%2fadmin-token', '%2e%2e', 'content', '%00']) expect(await statusOf(path)).toBe(404);
    await mirror.service.removeMirrorClient(administrator, { name: 'third' });
    expect((await fetch(address)).status).toBe(404);
  });
});

describe('the receiver', () => {
  async function notify(body: string, query = ''): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}/drive/notifications${query}`, { method: 'POST', headers, body })).status;
  }

  test('rejects malformed notifications, and drops those of unknown subscriptions', async () => {
    const { receiver: receiverBefore } = await mirror.service.readStatus(administrator);
    expect(await notify('no json')).toBe(400);
    expect(await notify('{"value":{}}')).toBe(400);
    expect(await notify('{"value":[null,5,{"subscriptionId":7},{"subscriptionId":"x\\u0000"}]}')).toBe(202);
    expect(await notify(JSON.stringify({ value: Array(1001).fill({ subscriptionId: 'x' }) }))).toBe(400);
    expect(await notify(`{"value":["${'x'.repeat(1_100_000)}"]}`)).toBe(413);
    expect(await notify('', `?validationToken=${'x'.repeat(5000)}`)).toBe(400);
    expect((await fetch(`${url}/drive/notifications`)).status).toBe(405);
    // The server stores the count at most once a second.
    await vi.waitFor(async () => {
      const { receiver } = await mirror.service.readStatus(administrator);
      expect(receiver).toEqual({ accepted: 0, dropped: receiverBefore.dropped + 4 });
    }, 60_000);
  });

  test('drops notifications without waiting for a lock or occupying a connection', async () => {
    const { receiver: receiverBefore } = await mirror.service.readStatus(administrator);
    const body = JSON.stringify({ value: [{ subscriptionId: 'x', clientState: 'y' }] });
    await mirror.platform.database.sql.begin(async (sql) => {
      await sql`lock table drive.receiver_count in exclusive mode`;
      const statuses = await Promise.all(Array.from({ length: 50 }, () => notify(body)));
      expect(new Set(statuses)).toEqual(new Set([202]));
    });
    await vi.waitFor(async () => {
      const { receiver } = await mirror.service.readStatus(administrator);
      expect(receiver).toEqual({ accepted: 0, dropped: receiverBefore.dropped + 50 });
    }, 60_000);
  });
});
