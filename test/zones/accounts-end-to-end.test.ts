import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { systemClock } from '../../platform/clock.js';
import { createMigratedDatabase, testConfiguration } from '../support/index.js';
import { capturingLog, password } from './support/account-world.js';

const adminToken = 'the-administrator-of-this-story-only';
const dataDir = mkdtempSync(join(tmpdir(), 'rampart-story-'));
const logged: string[] = [];
let rampart: Rampart;
let dropDatabase: () => Promise<void>;
let base: string;

beforeAll(async () => {
  const { url, drop } = await createMigratedDatabase();
  dropDatabase = drop;
  const configuration = testConfiguration({
    DATABASE_URL: url,
    RAMPART_SERVER_PORT: '0',
    RAMPART_SERVER_DATA_DIR: dataDir,
    RAMPART_LICENSES_PORT: '0',
    RAMPART_LICENSES_TLS: 'off',
    RAMPART_AUTH_ADMIN_TOKEN: adminToken,
  });
  rampart = await startRampart({ configuration, clock: systemClock, log: capturingLog(logged) });
  base = rampart.addresses.find(({ name }) => name === 'rest')?.url ?? '';
  // Before the queue exists, approvals do not trigger the mail job, which then runs up to a minute later.
  await rampart.jobsStarted;
});

afterAll(async () => {
  await rampart?.close();
  await dropDatabase?.();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(method: string, path: string, options: { body?: unknown; bearer?: string | undefined } = {}) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}

async function sendRequest(query: string, options: { variables?: unknown; bearer?: string } = {}) {
  const { bearer, variables } = options;
  const { body } = await send('POST', '/graphql', { bearer, body: { query, variables } });
  return body;
}

/** The contents of the delivered emails. */
function readMails(): string[] {
  const folder = join(dataDir, 'mail');
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name.endsWith('.eml'))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'));
}

async function waitForMailedKey(): Promise<string> {
  return await vi.waitFor(
    () => {
      const key = /zf_live_[0-9A-Za-z]{36}/.exec(readMails().join('\n'))?.[0];
      if (key === undefined) throw new Error('no key was mailed yet');
      return key;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Creates an account and returns a key. */
async function createAccountWithKey(username: string): Promise<string> {
  await send('POST', '/auth/register', { body: { username, email: `${username}@mail.example`, password } });
  await sendRequest(`mutation { approveAccount(input: { username: "${username}" }) { isFirst } }`, {
    bearer: adminToken,
  });
  return (await send('POST', '/auth/api-keys/generate', { body: { username, password, name: 'mine' } })).body.key;
}

describe('the lifecycle of an account', () => {
  test('leads from registration to suspension over the documented paths and GraphQL', async () => {
    const account = { username: 'Ada.L', email: 'ada@mail.example', password };
    const registered = await send('POST', '/auth/register', { body: account });
    expect(registered).toMatchObject({ status: 201, body: { username: 'Ada.L', status: 'pending' } });
    expect(await send('POST', '/auth/register', { body: account })).toMatchObject({ status: 409 });
    const keyRequest = { username: 'ada.l', password, name: 'laptop' };
    expect(await send('POST', '/auth/api-keys/generate', { body: keyRequest })).toMatchObject({ status: 403 });

    const approve =
      'mutation ($input: AccountDecisionInput!) { approveAccount(input: $input) { isFirst account { status keys { name } } } }';
    const input = { username: 'ADA.L' };
    expect((await sendRequest(approve, { variables: { input } })).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await sendRequest(approve, { variables: { input }, bearer: adminToken })).data).toEqual({
      approveAccount: { isFirst: true, account: { status: 'APPROVED', keys: [{ name: 'default' }] } },
    });

    const key = await waitForMailedKey();
    expect(await send('GET', '/auth/me', { bearer: key })).toMatchObject({
      status: 200,
      body: {
        username: 'Ada.L',
        status: 'approved',
        subscription: { tier: 'trial', status: 'active' },
        quota: { limit: 100 },
      },
    });
    const generated = await send('POST', '/auth/api-keys/generate', { body: { ...keyRequest, expires_in_days: 30 } });
    expect(generated).toMatchObject({ status: 201, body: { name: 'laptop' } });
    const listed = await send('GET', '/auth/api-keys', { bearer: generated.body.key });
    expect(listed.body).toMatchObject([
      { name: 'default', prefix: key.slice(0, 12) },
      { name: 'laptop', prefix: generated.body.key.slice(0, 12) },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(12));

    const viewer = await sendRequest(
      '{ viewer { account { username subscription { tier } quota { remaining } keys { name } events { caller } } } }',
      {
        bearer: key,
      },
    );
    expect(viewer.errors[0].extensions.code).toBe('FORBIDDEN');
    const ownResponse = await sendRequest(
      '{ viewer { name kind account { username subscription { tier } quota { remaining } keys { name } } } }',
      {
        bearer: key,
      },
    );
    expect(ownResponse.data.viewer).toMatchObject({ name: 'Ada.L', kind: 'ACCOUNT' });
    expect(ownResponse.data.viewer.account).toEqual({
      ...{ username: 'Ada.L', subscription: { tier: 'TRIAL' }, quota: { remaining: 100 } },
      keys: [{ name: 'default' }, { name: 'laptop' }],
    });

    expect(await send('DELETE', '/auth/api-keys/laptop', { bearer: key })).toMatchObject({ status: 200 });
    expect(await send('GET', '/auth/me', { bearer: generated.body.key })).toMatchObject({ status: 401 });
    const suspend = 'mutation { suspendAccount(input: { username: "ada.l" }) { account { status } } }';
    expect((await sendRequest(suspend, { bearer: adminToken })).data.suspendAccount.account.status).toBe('SUSPENDED');
    expect(await send('GET', '/auth/me', { bearer: key })).toMatchObject({ status: 401 });
  });

  test('leaves no key and no password in the log', async () => {
    const key = await createAccountWithKey('eve');
    const wrong = 'a password that is wrong';
    const inline = 'a password in the text of an operation';
    const secrets = [password, adminToken, key.slice(8), wrong, inline];
    await send('POST', '/auth/api-keys/generate', { body: { username: 'eve', password: wrong, name: 'x' } });
    await send('POST', '/auth/api-keys/generate', { body: { username: 'eve', password: [password], name: 'x' } });
    await send('POST', '/auth/register', { body: { username: 'eve', password, email: 1 } });
    await send('POST', `/auth/register?password=${encodeURIComponent(password)}`, { body: '{' });
    const literal = `{ username: "eve", password: "${inline}", name: "x" }`;
    await sendRequest(`mutation { generateApiKey(input: ${literal}) { key } }`);
    await sendRequest(`mutation { generateApiKey(input: ${literal}) { key nonsense } }`);
    await sendRequest(`mutation { generateApiKey(input: ${literal} { key }`);
    await sendRequest('mutation ($input: GenerateApiKeyInput!) { generateApiKey(input: $input) { key } }', {
      variables: { input: { username: 'eve', password, name: 'x', more: password } },
    });
    for (const secret of secrets) await send('GET', '/auth/me', { bearer: `zf_live_${secret.replaceAll(' ', '')}` });
    await send('GET', '/api/v1/zones/', { bearer: key });

    // Queries fail: the complete log must not contain the secrets then either.
    const { sql } = rampart.database;
    await sql`alter table zones.api_key_secret rename to lost`;
    await sql`alter table zones.account rename column password_hash to lost`;
    const broken = await send('POST', '/auth/api-keys/generate', { body: { username: 'eve', password, name: 'x' } });
    const unregistered = await send('POST', '/auth/register', {
      body: { username: 'grace', email: 'grace@mail.example', password },
    });
    const failedRead = await send('GET', '/auth/me', { bearer: key });
    expect([broken.status, unregistered.status, failedRead.status]).toEqual([500, 500, 500]);
    await sql`alter table zones.account rename column lost to password_hash`;
    await sql`alter table zones.lost rename to api_key_secret`;

    const log = logged.join('\n');
    expect(log).toContain('password_hash'); // Verifies that the failures above were logged.
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/zf_live_[0-9A-Za-z]/);
    expect(log).not.toMatch(/\$argon2id\$/);
  });
});
