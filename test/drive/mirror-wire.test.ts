import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { requestToken, startMirror, tokenFor } from './support/mirror-pair.js';

/** A notification URL that records its requests; `respond` returns the response to validations. */
async function startReceiver(respond: (token: string) => { status: number; body: string }) {
  const notifications: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const token = new URL(request.url ?? '/', 'http://receiver').searchParams.get('validationToken');
    const body = await text(request);
    const { status, body: responseBody } = token === null ? { status: 202, body: '' } : respond(token);
    if (token === null) notifications.push(...JSON.parse(body).value);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(responseBody);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  return { url: `http://127.0.0.1:${port}/receiver`, notifications };
}

test('a mirror has the REST interface of the document site', async () => {
  const { folder, mirror, client } = await startMirror();
  writeFileSync(join(folder, 'a.txt'), '0123456789');
  await mirror.drive('sync');

  const validForm = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const scope = `${mirror.url}/.default`;
  const errorOf = async (fields: Record<string, string>): Promise<unknown[]> => {
    const response = await requestToken(mirror.url, fields);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, ((await response.json()) as { error: string }).error]; // The format of RFC 6749.
  };
  expect(await errorOf({ ...validForm, scope, client_secret: 'wrong' })).toEqual([401, 'invalid_client']);
  expect(await errorOf({ ...validForm, scope, client_id: 'nobody' })).toEqual([401, 'invalid_client']);
  expect(await errorOf({ ...validForm, scope, grant_type: 'password' })).toEqual([400, 'unsupported_grant_type']);
  expect(await errorOf({ ...validForm, scope: 'openid' })).toEqual([400, 'invalid_scope']);
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const byBasic = await fetch(`${mirror.url}/contoso/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  expect(byBasic.status).toBe(200);
  expect(await byBasic.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });

  const token = await tokenFor(mirror, client);
  async function call(path: string, init: RequestInit & { token?: string } = {}) {
    const headers = { authorization: `Bearer ${init.token ?? token}`, ...init.headers };
    const response = await fetch(mirror.url + path, { redirect: 'manual', ...init, headers });
    const body = await response.text();
    const json = body.startsWith('{') ? JSON.parse(body) : undefined;
    return { status: response.status, headers: response.headers, body, json };
  }
  const site = await call('/v1.0/sites/mirror.example:/sites/field');
  expect(site).toMatchObject({ status: 200, json: { name: 'field' } });
  expect(await call('/v1.0/sites/mirror.example:/sites/other')).toMatchObject({
    status: 404,
    json: { error: { code: 'itemNotFound', innerError: { 'request-id': expect.any(String) } } },
  });
  const forged = `${token.slice(0, -6)}AAAAAA`;
  expect(await call('/v1.0/subscriptions', { token: forged })).toMatchObject({
    status: 401,
    json: { error: { code: 'InvalidAuthenticationToken' } },
  });
  const drive = `/v1.0/sites/${site.json.id}/drive`;
  const first = await call(`${drive}/root/delta?$top=1`);
  expect(first.json.value).toMatchObject([{ root: {} }]);
  const second = await call(first.json['@odata.nextLink'].slice(mirror.url.length));
  const [file] = second.json.value;
  expect(file).toMatchObject({ name: 'a.txt', size: 10, file: { hashes: { quickXorHash: expect.any(String) } } });
  expect(second.json.deltaLink).toBe(second.json['@odata.deltaLink']);
  const later = await call(second.json.deltaLink.slice(mirror.url.length));
  expect(later.json).toMatchObject({ value: [] });
  expect(await call(`${drive}/root/delta?token=latest`)).toMatchObject({ status: 200, json: { value: [] } });
  expect((await call(`${drive}/root/delta?token=nonsense`)).status).toBe(400);
  expect((await call(`${drive}/root/delta?$top=0`)).status).toBe(400);

  expect((await call(`${drive}/items/nothing/content`)).status).toBe(404);
  const redirect = await call(`${drive}/items/${file.id}/content`);
  expect(redirect.status).toBe(302);
  const location = redirect.headers.get('location') ?? '';
  const completeResponse = await fetch(location);
  expect([completeResponse.status, await completeResponse.text()]).toEqual([200, '0123456789']);
  const entityTag = completeResponse.headers.get('etag') ?? '';
  const fetchPart = async (headers: Record<string, string>) => {
    const response = await fetch(location, { headers });
    return [response.status, response.headers.get('content-range'), await response.text()];
  };
  expect(await fetchPart({ range: 'bytes=3-5' })).toEqual([206, 'bytes 3-5/10', '345']);
  expect(await fetchPart({ range: 'bytes=-2' })).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await fetchPart({ range: 'bytes=4-', 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
  expect((await fetchPart({ range: 'bytes=10-' })).slice(0, 2)).toEqual([416, 'bytes */10']);
  expect(await fetchPart({ 'if-none-match': entityTag })).toEqual([304, null, '']);
  expect((await fetch(`${location.slice(0, -6)}AAAAAA`)).status).toBe(404);

  const echoing = await startReceiver((body) => ({ status: 200, body }));
  const wrong = await startReceiver(() => ({ status: 200, body: 'something else' }));
  const subscribe = async (fields: Record<string, string>) =>
    await call('/v1.0/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        changeType: 'updated',
        notificationUrl: echoing.url,
        resource: `/sites/${site.json.id}/drive/root`,
        expirationDateTime: new Date(Date.now() + 3_600_000).toISOString(),
        clientState: 'our secret',
        ...fields,
      }),
    });
  expect((await subscribe({ notificationUrl: wrong.url })).status).toBe(400);
  expect((await subscribe({ notificationUrl: 'https://10.0.0.1/receiver' })).status).toBe(400);
  expect((await subscribe({ changeType: 'created' })).status).toBe(400);
  const tooLate = new Date(Date.now() + 42_400 * 60_000).toISOString();
  expect((await subscribe({ expirationDateTime: tooLate })).status).toBe(400);
  const created = await subscribe({});
  expect(created).toMatchObject({ status: 201, json: { changeType: 'updated', clientState: 'our secret' } });
  const subscriptionPath = `/v1.0/subscriptions/${created.json.id}`;
  expect((await call('/v1.0/subscriptions')).json.value).toHaveLength(1);
  const renewal = JSON.stringify({ expirationDateTime: new Date(Date.now() + 7_200_000).toISOString() });
  expect((await call(subscriptionPath, { method: 'PATCH', body: renewal })).status).toBe(200);

  writeFileSync(join(folder, 'b.txt'), 'new');
  await expect.poll(() => echoing.notifications, { timeout: 90_000, interval: 500 }).not.toEqual([]);
  expect(echoing.notifications[0]).toEqual({
    ...{ subscriptionId: created.json.id, clientState: 'our secret', changeType: 'updated', tenantId: '' },
    resource: `/sites/${site.json.id}/drive/root`,
    siteUrl: 'https://mirror.example/sites/field',
    subscriptionExpirationDateTime: JSON.parse(renewal).expirationDateTime,
    expirationDateTime: JSON.parse(renewal).expirationDateTime,
    resourceData: { '@odata.type': '#Microsoft.Graph.DriveItem' },
  });
  const changed = await call(second.json.deltaLink.slice(mirror.url.length));
  expect(changed.json.value.map(({ name }: { name: string }) => name)).toContain('b.txt');
  expect((await call(subscriptionPath, { method: 'DELETE' })).status).toBe(204);
  expect((await call(subscriptionPath)).status).toBe(404);

  await mirror.drive('clients', 'remove', 'copy');
  expect((await call('/v1.0/subscriptions')).status).toBe(401);
  expect((await fetch(location)).status).toBe(404);
  expect(await errorOf({ ...validForm, scope })).toEqual([401, 'invalid_client']);
});
