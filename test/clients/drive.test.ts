import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addClient, folderMirror, serveDrive, startReceiver } from '../drive/support/folder-mirror.js';
import {
  createSubscription,
  deleteSubscription,
  getMirrorContent,
  getMirrorDelta,
  getMirrorSite,
  getSubscription,
  issueToken,
  listSubscriptions,
  receiveNotifications,
  renewSubscription,
} from './generated/rest-client.js';
import { describeClients } from './support/describe-clients.js';

/**
 * The requests in part B, sections 4 and 6, of the integration's specification, as clients send them to the mirror and
 * the receiver.
 */
const mirror = await folderMirror();
writeFileSync(join(mirror.folder, 'größe & maß.txt'), '0123456789');
await mirror.scan();
const { url } = await serveDrive(mirror.platform);
const application = await addClient(mirror, 'clients');
const receiver = await startReceiver();

const credentials = {
  grant_type: 'client_credentials',
  client_id: application.id,
  client_secret: application.secret,
  scope: 'https://mirror.example/.default',
};
const tomorrow = new Date(mirror.clock.now() + 86_400_000).toISOString();

function subscriptionTo(siteId: string) {
  return {
    changeType: 'updated',
    notificationUrl: receiver.url,
    resource: `/sites/${siteId}/drive/root`,
    expirationDateTime: tomorrow,
    clientState: 'a secret of the client – ü',
  };
}

describeClients({}, (client) => {
  test('obtains a token, finds the site, subscribes, reads changes and downloads a file', async () => {
    const tokenResponse = await client.send({
      method: 'POST',
      url: `${url}/contoso/oauth2/v2.0/token`,
      form: credentials,
    });
    expect([tokenResponse.status, tokenResponse.headers['content-type']]).toEqual([200, 'application/json']);
    const { access_token: token } = JSON.parse(tokenResponse.body);
    const get = async (path: string) => {
      const { status, body } = await client.send({ method: 'GET', url: new URL(path, url).href, token });
      expect([path, status, body]).toEqual([path, 200, expect.anything()]);
      return body;
    };
    const { id: siteId } = JSON.parse(await get('/v1.0/sites/mirror.example:/sites/field'));
    const json = subscriptionTo(siteId);
    const created = await client.send({ method: 'POST', url: `${url}/v1.0/subscriptions`, token, json });
    const subscription = JSON.parse(created.body);
    expect([created.status, subscription]).toMatchObject([201, json]);
    const subscriptionPath = { url: `${url}/v1.0/subscriptions/${subscription.id}`, token };
    const renewed = await client.send({ ...subscriptionPath, method: 'PATCH', json: { expirationDateTime: tomorrow } });
    expect(renewed.status).toBe(200);
    const deleted = await client.send({ ...subscriptionPath, method: 'DELETE' });
    expect([deleted.status, deleted.body]).toEqual([204, '']);

    const changes = JSON.parse(await get(`/v1.0/sites/${siteId}/drive/root/delta`));
    const file = changes.value.find(({ name }: { name: string }) => name === 'größe & maß.txt');
    expect(await get(`/v1.0/sites/${siteId}/drive/items/${file.id}/content`)).toBe('0123456789');
    expect(JSON.parse(await get(changes.deltaLink))).toMatchObject({ value: [], deltaLink: expect.any(String) });
  });

  test('validates and notifies the receiver', async () => {
    const token = 'Validation: Testing client application reachability & more';
    const address = `${url}/drive/notifications`;
    const encoded = encodeURIComponent(token);
    const validated = await client.send({ method: 'POST', url: `${address}?validationToken=${encoded}` });
    expect([validated.status, validated.headers['content-type'], validated.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      token,
    ]);
    const json = { value: [{ subscriptionId: 'unknown', clientState: 'ü', changeType: 'updated', resource: 'x' }] };
    expect(await client.send({ method: 'POST', url: address, json })).toMatchObject({ status: 202 });
  });

  test('receives the documented errors', async () => {
    const form = { ...credentials, client_secret: 'rdm_wrong' };
    const rejected = await client.send({ method: 'POST', url: `${url}/contoso/oauth2/v2.0/token`, form });
    expect([rejected.status, JSON.parse(rejected.body)]).toMatchObject([401, { error: 'invalid_client' }]);
    const anonymous = await client.send({ method: 'GET', url: `${url}/v1.0/sites/mirror.example:/sites/field` });
    expect([anonymous.status, JSON.parse(anonymous.body)]).toMatchObject([
      401,
      { error: { code: 'InvalidAuthenticationToken' } },
    ]);
  });
});

describe('a client generated from the OpenAPI description', () => {
  test('obtains a token, finds the site, subscribes, reads changes and downloads a file', async () => {
    const issued = await issueToken('contoso', credentials, { baseUrl: url });
    if (issued.status !== 200) throw new Error(`the token was rejected: ${issued.status}`);
    const options = { baseUrl: url, token: issued.data.access_token };
    const site = await getMirrorSite('mirror.example', 'field', options);
    if (site.status !== 200) throw new Error(`the site was rejected: ${site.status}`);
    const siteId = site.data.id;

    const created = await createSubscription(subscriptionTo(siteId), options);
    if (created.status !== 201) throw new Error(`the subscription was rejected: ${created.status}`);
    const { id } = created.data;
    expect(await renewSubscription(id, { expirationDateTime: tomorrow }, options)).toMatchObject({ status: 200 });
    expect(await getSubscription(id, options)).toMatchObject({ status: 200, data: { id, changeType: 'updated' } });
    const listed = await listSubscriptions(options);
    if (listed.status !== 200) throw new Error(`the list was rejected: ${listed.status}`);
    expect(listed.data.value.map((item) => item.id)).toContain(id);
    expect(await deleteSubscription(id, options)).toMatchObject({ status: 204 });

    const changes = await getMirrorDelta(siteId, { top: 100 }, options);
    if (changes.status !== 200) throw new Error(`the changes were rejected: ${changes.status}`);
    const file = changes.data.value.find(({ name }) => name === 'größe & maß.txt');
    expect(file).toMatchObject({ size: 10, file: { hashes: { quickXorHash: expect.any(String) } } });
    const content = await getMirrorContent(siteId, file?.id ?? '', options);
    expect(content.status).toBe(302);
    const downloaded = await fetch(content.headers.get('location') ?? '');
    expect(await downloaded.text()).toBe('0123456789');
  });

  test('notifies the receiver', async () => {
    const value = [{ subscriptionId: 'unknown', clientState: 'ü', changeType: 'updated', resource: 'x' }];
    expect(await receiveNotifications({ value }, {}, { baseUrl: url })).toMatchObject({
      status: 202,
      data: { status: 'accepted' },
    });
  });
});
