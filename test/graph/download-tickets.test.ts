import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { OperatorTokens } from '../../gateway/index.js';
import { localAdministrator } from '../../platform/caller.js';
import { silentLog } from '../../platform/log.js';
import { createDriveService } from '../../subgraphs/drive/index.js';
import { requestOf } from '../alerts/support/alert-world.js';
import { testConfiguration } from '../support/index.js';
import { describeEnvironment, serveFiles } from './support/environment.js';

const instance = describeEnvironment();
const firstToken = 'the-first-token-of-administrator-ada';
const secondToken = 'another-token-of-the-administrator-ada';
const start = 1_790_086_400_000;
let now = start;
const clock = { now: () => now };
let item: { siteId: string; itemId: string };

beforeAll(async () => {
  const served = (await serveFiles(instance, { 'report.pdf': 'what was found' })).get('report.pdf');
  if (served === undefined) throw new Error('nothing was served');
  item = served;
});
beforeEach(() => {
  now = start;
});

/** A separate server on the same database; `ada` has this token. */
async function serve(adminToken = firstToken): Promise<Rampart> {
  const configuration = testConfiguration({
    ...instance.environment,
    RAMPART_AUTH_ALERTS: 'token',
    RAMPART_AUTH_ADMIN_TOKENS: `ada:${adminToken}`,
    RAMPART_LICENSES_TLS: 'off',
  });
  const server = await startRampart({ configuration, clock, log: silentLog });
  onTestFinished(() => server.close());
  await server.jobsStarted;
  return server;
}

function originOf({ addresses }: Rampart): string {
  return addresses.find(({ name }) => name === 'rest')?.url ?? '';
}

/** The download URLs that a caller with this token gets: of the file, and of its version. */
async function ticketsOf(server: Rampart, token: string): Promise<string[]> {
  const { siteId, itemId } = item;
  const origin = originOf(server);
  const authorization = `Bearer ${token}`;
  const query = `{ driveItem(siteId: "${siteId}", itemId: "${itemId}") { versions { contentLink } } }`;
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { driveItem: { versions: { contentLink: string }[] } } };
  const content = `${origin}/v1.0/sites/${siteId}/drive/items/${itemId}/content`;
  const redirect = await fetch(content, { headers: { authorization }, redirect: 'manual' });
  const location = new URL(redirect.headers.get('location') ?? '');
  return [location.pathname, ...data.driveItem.versions.map(({ contentLink }) => contentLink)];
}

async function requestStatuses(server: Rampart, tickets: readonly string[]): Promise<number[]> {
  const responses = await Promise.all(tickets.map((ticket) => fetch(`${originOf(server)}${ticket}`)));
  return responses.map(({ status }) => status);
}

test('tickets are revoked with the operator token that requested them, on every server', async () => {
  const [server, other] = [await serve(), await serve()];
  const tokens = new OperatorTokens({ database: instance.test.database, clock });
  const { token } = await tokens.create({ name: 'val', role: 'viewer', tenantId: null });
  const tickets = await ticketsOf(server, token);
  expect(await requestStatuses(server, tickets)).toEqual([200, 200]);
  expect(await requestStatuses(other, tickets)).toEqual([200, 200]);
  await tokens.revoke('val');
  expect(await requestStatuses(server, tickets)).toEqual([404, 404]);
  expect(await requestStatuses(other, tickets)).toEqual([404, 404]);
});

test('tickets expire in the same millisecond as the operator token', async () => {
  const server = await serve();
  const tokens = new OperatorTokens({ database: instance.test.database, clock });
  const expiresAt = new Date(start + 60_000);
  const { token } = await tokens.create({ name: 'vic', role: 'viewer', tenantId: null, expiresAt });
  const tickets = await ticketsOf(server, token);
  now = expiresAt.getTime() - 1;
  expect(await requestStatuses(server, tickets)).toEqual([200, 200]);
  now += 1;
  expect(await requestStatuses(server, tickets)).toEqual([404, 404]);
});

test('tickets of an administrator whose token is in the settings are valid on servers with the same token, and invalid after it is replaced', async () => {
  const server = await serve();
  const tickets = await ticketsOf(server, firstToken);
  expect(tickets.join()).not.toContain(firstToken);
  expect(await requestStatuses(server, tickets)).toEqual([200, 200]);
  expect(await requestStatuses(await serve(), tickets)).toEqual([200, 200]);
  expect(await requestStatuses(await serve(secondToken), tickets)).toEqual([404, 404]);
});

test('tickets of a mirror client expire with its access token', async () => {
  const server = await serve();
  const drive = createDriveService({ ...instance.platform, clock });
  onTestFinished(() => drive.close());
  const administrator = requestOf(localAdministrator);
  const { client, secret } = await drive.addMirrorClient(administrator, { name: 'reader' });
  const { accessToken } = await drive.issueMirrorToken(administrator, {
    ...{ tenantId: 'any', grantType: 'client_credentials', scope: 'http://mirror.example/.default' },
    ...{ clientId: client.id, clientSecret: secret },
  });
  now = start + 3_000_000;
  const content = `${originOf(server)}/v1.0/sites/${item.siteId}/drive/items/${item.itemId}/content`;
  const headers = { authorization: `Bearer ${accessToken}` };
  const redirect = await fetch(content, { headers, redirect: 'manual' });
  const address = redirect.headers.get('location') ?? '';
  // The access token expires after an hour; clocks of replicas may differ by 5 seconds.
  now = start + 3_604_000;
  expect((await fetch(address)).status).toBe(200);
  now = start + 3_605_000;
  expect([(await fetch(address)).status, (await fetch(content, { headers })).status]).toEqual([404, 401]);
});

test.each(['admin', 'Command-Line', 'ad\u200bmin'])('a mirror client cannot be named %s', async (name) => {
  await expect(instance.drive.addMirrorClient(requestOf(localAdministrator), { name })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  });
});
