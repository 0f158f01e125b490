// Sends a request to each service of a running instance, as README describes them, and again after a restart.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

const inference = {
  ...{ inferenceId: 'newcomer-1', tenantId: 'contoso', endpointId: 'WS-001', platform: 'WINDOWS', attackProb: 0.97 },
  ...{ confidence: 0.9, prediction: 'ATTACK', timestamp: 1790000000, modelName: 'gat-2', numNodes: 120, numEdges: 340 },
};
const checkIn = {
  ...{ guid: '6f1c9a52-3d3b-4f0e-9a57-2c1f0b8f6d11', hostname: 'plc-1', version: '4.1.0', ip_addresses: ['10.10.0.7'] },
  ...{ mac_address: '00:00:5e:00:53:01', os: 'linux', label: '', logdir: '' },
};
const importMutation =
  'mutation($inferences: [InferenceInput!]!) { importInferences(input: { inferences: $inferences }) { opened } }';

/** Settings that give each service data to serve; `fill` creates the license. */
export function serviceSettings(folder) {
  const documents = join(ownFolder(folder), 'documents');
  mkdirSync(documents, { recursive: true });
  writeFileSync(join(documents, 'first.md'), 'A document.\n');
  return {
    RAMPART_DRIVE_FOLDER: documents,
    RAMPART_LICENSES_LICENSE_FILE: licenseFile(folder),
    RAMPART_LICENSES_PUBLIC_KEY_FILE: join(keyFolder(folder), 'license-public.pem'),
  };
}

/**
 * Uses every service for the first time, and stores what is needed to verify after a restart that nothing was lost.
 * @param instance `folder` of the checkout, `addresses` as printed; `command(...args)` runs `npm run rampart`
 */
export async function fill(instance) {
  const { folder, addresses, command } = instance;
  const imported = await postJson(addresses.graphql, {
    body: { query: importMutation, variables: { inferences: [inference] } },
    headers: { authorization: `Bearer ${adminToken(folder)}` },
  });
  expectThat(imported.data?.importInferences?.opened === 1, 'the import opens an alert', imported);

  const account = { username: 'ada', email: 'ada@mail.example', password: 'correct horse battery' };
  const registered = await postJson(`${addresses.rest}/auth/register`, { body: account });
  expectThat(registered.status === 'pending', 'the account is registered', registered);
  await command('accounts', 'approve', 'ada');

  const keys = keyFolder(folder);
  await command('license', 'keypair', keys);
  await command(
    ...['license', 'issue', '--private-key', join(keys, 'license-private.pem'), '--customer', 'Newcomer', '--cap', '5'],
    ...['--expires', '2099-01-01', '--out', licenseFile(folder)],
  );

  const client = JSON.parse(await command('drive', 'clients', 'add', 'newcomer', '--json'));
  const key = await untilFound('a mail with the key of the account', () => keyInMails(join(folder, 'data', 'mail')));
  writeFileSync(storedFile(folder), JSON.stringify({ key, client }), { mode: 0o600 });
}

/** Verifies the data of `fill` in every service. */
export async function use({ folder, addresses }) {
  const stored = JSON.parse(readFileSync(storedFile(folder), 'utf8'));

  const alerts = await getJson(`${addresses.rest}/alerts`);
  expectThat(alerts.total === 1 && alerts.alerts[0].endpoint_id === 'ws-001', 'the alert is listed', alerts);

  const me = await getJson(`${addresses.rest}/auth/me`, { authorization: `Bearer ${stored.key}` });
  expectThat(JSON.stringify(me).includes('ada'), 'the key knows its account', me);

  const message = await untilFound('a valid license', async () => {
    const { message } = await postInsecurely(`${addresses.licenses}/api/check-license/`, checkIn);
    return message === 'Valid License' ? message : undefined;
  });
  expectThat(message === 'Valid License', 'the controller checks in', message);

  const { client_id, client_secret } = stored.client;
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope: `${addresses.rest}/.default` };
  const token = await (
    await fetch(`${addresses.rest}/any/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(form) })
  ).json();
  const authorization = `Bearer ${token.access_token}`;
  const site = await getJson(`${addresses.rest}/v1.0/sites/localhost:/sites/documents`, { authorization });
  const items = await untilFound('the document', async () => {
    const delta = await getJson(`${addresses.rest}/v1.0/sites/${site.id}/drive/root/delta`, { authorization });
    return delta.value?.some(({ name }) => name === 'first.md') ? delta.value : undefined;
  });
  expectThat(items.length > 0, 'the document is listed', items);
}

/** The server's version of Node.js. */
export async function runtimeVersion({ folder, addresses }) {
  const authorization = `Bearer ${adminToken(folder)}`;
  const metrics = await (await fetch(`${addresses.rest}/metrics`, { headers: { authorization } })).text();
  return /^nodejs_version_info\{version="v([^"]+)"/m.exec(metrics)?.[1];
}

function adminToken(folder) {
  return readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
}

/** Outside of the data directory, which the first start creates. */
function ownFolder(folder) {
  return join(folder, 'newcomer');
}

function keyFolder(folder) {
  return join(ownFolder(folder), 'keys');
}

function licenseFile(folder) {
  return join(ownFolder(folder), 'license.json');
}

function storedFile(folder) {
  return join(ownFolder(folder), 'kept.json');
}

function keyInMails(folder) {
  if (!existsSync(folder)) return undefined;
  const mails = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return mails.map((name) => /zf_live_\w+/.exec(readFileSync(join(folder, name), 'utf8'))?.[0]).find(Boolean);
}

async function untilFound(description, find, seconds = 60) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    const result = await find();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${description} was not found within ${seconds} seconds`);
}

async function getJson(url, headers = {}) {
  return await readJson(url, await fetch(url, { headers }));
}

async function postJson(url, { body, headers = {} }) {
  const all = { 'content-type': 'application/json', ...headers };
  return await readJson(url, await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) }));
}

async function readJson(url, response) {
  const text = await response.text();
  expectThat(response.ok, `${url} responds`, `${response.status} ${text}`);
  return JSON.parse(text);
}

/** Sends a POST to the listener of controllers, which has a self-signed certificate. */
function postInsecurely(url, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', headers, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

function expectThat(isTrue, expectation, actual) {
  if (!isTrue) throw new Error(`expected that ${expectation}, but found ${JSON.stringify(actual)?.slice(0, 500)}`);
}
