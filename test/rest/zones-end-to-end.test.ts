import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { createMigratedDatabase } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';

const folder = temporaryFolder();
const { url: databaseUrl, drop } = await createMigratedDatabase();
const environment = {
  DATABASE_URL: databaseUrl,
  RAMPART_SERVER_DATA_DIR: folder.path,
  RAMPART_SERVER_LOG_LEVEL: 'trace',
  RAMPART_LICENSES_PORT: '0',
};
const server = await startServer(environment);
const printed: string[] = [];
server.command.process.stdout?.on('data', (chunk) => printed.push(String(chunk)));
server.command.process.stderr?.on('data', (chunk) => printed.push(String(chunk)));

afterAll(async () => {
  server.command.process.kill('SIGTERM');
  await server.command.result;
  await drop();
  folder.remove();
});

const password = 'a-password-nobody-else-has';
const account = { username: 'Grace', email: 'grace@example.com', password };

async function call(method: string, path: string, options: { key?: string; body?: object } = {}) {
  const response = await fetch(`${server.addresses.rest}${path}`, {
    method,
    headers: {
      ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test accesses responses of any type
  const body = (await response.json()) as any;
  return { status: response.status, body, remaining: response.headers.get('ratelimit-remaining') };
}

async function runRampart(...args: string[]): Promise<void> {
  const { code, errors } = await runHere(args, { environment });
  expect([args, code, errors]).toEqual([args, 0, expect.any(String)]);
}

/** The contents of the delivered emails. */
function readMails(): string[] {
  const directory = join(folder.path, 'mail');
  const names = readdirSync(directory).filter((name) => name.endsWith('.eml'));
  return names.map((name) => readFileSync(join(directory, name), 'utf8'));
}

test('an account works from its registration to its last query', async () => {
  const zone = join(folder.path, 'com.zone');
  const names = Array.from({ length: 25 }, (_, index) => `brand${index}.com. 3600 in ns ns${index % 2}.example.net.`);
  writeFileSync(zone, ['com. 3600 in soa a. b. 1 1 1 1 1', ...names, ''].join('\n'));
  await runRampart('zones', 'import', 'com', zone);

  const registered = await call('POST', '/auth/register', { body: account });
  expect([registered.status, registered.body]).toMatchObject([201, { username: 'Grace', status: 'pending' }]);
  const generate = { username: 'GRACE', password, name: 'my laptop/1', expires_in_days: 2 };
  expect((await call('POST', '/auth/api-keys/generate', { body: generate })).status).toBe(403);

  await runRampart('accounts', 'approve', 'grace');
  await vi.waitFor(() => expect(readMails()).toHaveLength(2), { timeout: 60_000, interval: 50 });
  const mailed = readMails().flatMap((mail) => mail.match(/zf_live_\w+/) ?? []);
  expect(mailed).toHaveLength(1);
  const [defaultKey = ''] = mailed;

  expect((await call('GET', '/auth/me', { key: defaultKey })).body).toMatchObject({
    username: 'Grace',
    status: 'approved',
    subscription: { tier: 'trial', status: 'active' },
    quota: { limit: 100, used: 0, remaining: 100 },
  });
  const generated = await call('POST', '/auth/api-keys/generate', { body: generate });
  expect([generated.status, generated.body.name]).toEqual([201, 'my laptop/1']);
  const { key } = generated.body;
  const listed = await call('GET', '/auth/api-keys', { key });
  expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['default', 'my laptop/1']);
  expect(JSON.stringify(listed.body)).not.toContain(key);

  expect((await call('GET', '/api/v1/zones/', { key })).body).toMatchObject([{ zone: 'com.zone', domains: 25 }]);
  const search = `/api/v1/download/com.zone?search=brand&limit=10&start=${new Date(Date.now() - 3_600_000).toISOString()}`;
  const domains: string[] = [];
  let page = await call('GET', search, { key });
  expect(page.remaining).toBe('99');
  for (;;) {
    expect([page.status, page.remaining]).toEqual([200, '99']);
    domains.push(...page.body.results.map(({ domain }: { domain: string }) => domain));
    if (page.body.next_cursor === undefined) break;
    page = await call('GET', `${search}&pit=${page.body.pit}&after=${page.body.next_cursor}`, { key });
  }
  expect(domains.sort()).toEqual(Array.from({ length: 25 }, (_, index) => `brand${index}.com`).sort());

  const statuses = new Map<number, number>();
  for (let query = 0; query < 100; query++) {
    const { status } = await call('GET', search, { key });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 99, 429: 1 });
  expect((await call('GET', '/auth/me', { key })).body.quota).toMatchObject({ used: 100, remaining: 0 });

  const removal = await call('DELETE', '/auth/api-keys/my%20laptop%2F1', { key: defaultKey });
  expect([removal.status, removal.body]).toEqual([200, { detail: 'API key my laptop/1 deleted' }]);
  expect((await call('GET', '/auth/me', { key })).status).toBe(401);

  await runRampart('accounts', 'suspend', 'grace');
  expect((await call('GET', '/auth/me', { key: defaultKey })).status).toBe(401);
  const log = printed.join('');
  expect(log).not.toBe('');
  for (const secret of [password, key, defaultKey]) expect(log).not.toContain(secret);
});
