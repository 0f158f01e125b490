import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withUnmigratedDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { inference } from '../alerts/support/alert-world.js';
import { runHere } from '../command-line/support/run-here.js';
import { sendTls } from '../gateway/support/tls-request.js';
import { createEmptyDatabase, testConfiguration } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';

/**
 * The gateway and each domain as separate processes on one database, started once for all tests. The documented paths
 * are tested completely in contracts.test.ts.
 */

const domains = ['alerts', 'zones', 'licenses', 'drive'] as const;
type Domain = (typeof domains)[number];

const secret = 'a-secret-of-gateway-and-subgraphs-in-this-test';
const adminToken = 'the-administrator-of-this-test-only';
const admin = { authorization: `Bearer ${adminToken}` };
const folder = temporaryFolder();
const gatewayFolder = join(folder.path, 'gateway');
const database = await createEmptyDatabase();
const subgraphs = {} as Record<Domain, RunningServer>; // Assigned before the first test runs.
let gateway: RunningServer;
let rest: string;

function environmentOf(settings: Record<string, string> = {}): Record<string, string> {
  return {
    ...{ DATABASE_URL: database.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_CLUSTER_SHARED_SECRET: secret },
    ...{ RAMPART_AUTH_ADMIN_TOKEN: adminToken, RAMPART_LICENSES_RATE: '1000/d' },
    ...settings,
  };
}

async function startDomain(domain: Domain, port = '0'): Promise<void> {
  const documents: Record<string, string> =
    domain === 'drive' ? { RAMPART_DRIVE_FOLDER: join(folder.path, 'documents') } : {};
  subgraphs[domain] = await startServer(environmentOf({ RAMPART_SERVER_PORT: port, ...documents }), [domain]);
}

function urlOf(domain: Domain): string {
  return subgraphs[domain].addresses[`${domain}-subgraph`] ?? '';
}

beforeAll(async () => {
  mkdirSync(join(folder.path, 'documents'));
  writeFileSync(join(folder.path, 'documents', 'report.txt'), '0123456789');
  await Promise.all(domains.map((domain) => startDomain(domain)));
  const addresses = domains.map((domain) => [`RAMPART_CLUSTER_${domain.toUpperCase()}_URL`, urlOf(domain)]);
  const settings = { ...Object.fromEntries(addresses), RAMPART_SERVER_DATA_DIR: gatewayFolder };
  gateway = await startServer(environmentOf(settings), ['gateway']);
  rest = gateway.addresses.rest ?? '';
});

afterAll(async () => {
  for (const server of [gateway, ...Object.values(subgraphs)]) {
    server?.command.process.kill('SIGTERM');
    await server?.command.result;
  }
  await database.drop();
  folder.remove();
});

interface GraphResponse {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: Readonly<Record<string, unknown>> }[];
}

async function sendRequest(query: string, variables: object = {}): Promise<GraphResponse> {
  const response = await fetch(`${rest}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...admin },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as GraphResponse; // The format of a GraphQL response.
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const content = { 'content-type': 'application/json', ...headers };
  return fetch(`${rest}${path}`, { method: 'POST', headers: content, body: JSON.stringify(body) });
}

/** A metric of a running process; 0 if it has not been counted yet. */
async function readMetric(url: string, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0);
}

function fetches(domain: Domain, outcome: string): Promise<number> {
  return readMetric(rest, `rampart_subgraph_fetch_duration_seconds_count{subgraph="${domain}",outcome="${outcome}"}`);
}

describe('with all processes', () => {
  test('alerts can be queried', async () => {
    const list = await fetch(`${rest}/alerts`);
    expect([list.status, await list.json()]).toEqual([200, { alerts: [], total: 0, limit: 100, offset: 0 }]);
  });

  test('inferences are imported and alerts exported over HTTP', async () => {
    const line = inference({ tenant_id: 'distributed' });
    const response = await fetch(`${rest}/api/alerts/inferences`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/x-ndjson' },
      body: JSON.stringify(line),
    });
    const [result = ''] = (await response.text()).split('\n');
    expect(JSON.parse(result)).toMatchObject({ line: 1, outcome: 'opened' });
    const exported = await fetch(`${rest}/api/alerts/export?tenant_id=distributed`, { headers: admin });
    expect(JSON.parse(await exported.text())).toMatchObject({ inference_ids: [line.inference_id] });
  });

  test('a token of two tenants reads and changes the data of these tenants only, in other processes', async () => {
    const args = ['tokens', 'create', 'ana', '--tenant', 'acme', '--tenant', 'globex', '--json'];
    const created = await runHere(args, { environment: environmentOf() });
    const { token, tenants } = JSON.parse(created.output);
    expect(tenants).toEqual(['acme', 'globex']);
    const lines = ['acme', 'globex', 'theirs'].map((tenant_id) => JSON.stringify(inference({ tenant_id })));
    const headers = { authorization: `Bearer ${token}` };
    const importAs = (authorization: Record<string, string>) =>
      fetch(`${rest}/api/alerts/inferences`, {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      });
    await (await importAs(admin)).text();
    const results = (await (await importAs(headers)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      results
        .slice(0, 3)
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['rejected', 'repeated', 'repeated']);
    const list = (await (await fetch(`${rest}/alerts`, { headers })).json()) as { alerts: Record<string, string>[] };
    expect(list.alerts.map(({ tenant_id: tenant }) => tenant).toSorted()).toEqual(['acme', 'globex']);
    const { data } = await sendRequest('{ alerts { nodes { id tenantId } } }');
    const { nodes } = (data?.alerts ?? { nodes: [] }) as { nodes: { id: string; tenantId: string }[] };
    const statuses = nodes.map(async ({ id, tenantId }) => {
      const body = JSON.stringify({ status: 'acknowledged' });
      const request = { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' }, body };
      return [tenantId, (await fetch(`${rest}/alerts/${id}`, request)).status];
    });
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      ...{ acme: 200, globex: 200, theirs: 404, distributed: 404 },
    });
  });

  test('a zone feed account registers, is approved, creates a key and authenticates with it', async () => {
    const password = 'correct horse battery';
    expect((await post('/auth/register', { username: 'ada', email: 'ada@mail.example', password })).status).toBe(201);
    const approved = await runHere(['accounts', 'approve', 'ada'], { environment: environmentOf() });
    expect(approved).toMatchObject({ code: 0 });
    const created = await post('/auth/api-keys/generate', {
      username: 'ada',
      password,
      name: 'laptop',
      expires_in_days: 9,
    });
    expect(created.status).toBe(201);
    const { key } = (await created.json()) as { key: string };
    const me = await fetch(`${rest}/auth/me`, { headers: { authorization: `Bearer ${key}` } });
    expect([me.status, await me.json()]).toEqual([200, expect.objectContaining({ username: 'ada' })]);
    expect((await fetch(`${rest}/auth/me`)).status).toBe(401);
  });

  test('the gateway sends notifications, with its own settings', async () => {
    const create = `createNotificationRule(input: { name: "opened", kinds: [ALERT_OPENED], target: MAIL,
      address: "soc@mail.example" }) { rule { id } }`;
    const { data } = await sendRequest(`mutation { ${create} }`);
    const { id } = (data as { createNotificationRule: { rule: { id: string } } }).createNotificationRule.rule;
    await sendRequest(`mutation { sendTestNotification(input: { id: "${id}" }) { delivery { id } } }`);
    const emails = join(gatewayFolder, 'mail');
    await expect
      .poll(() => (existsSync(emails) ? readdirSync(emails) : []), { timeout: 60_000 })
      .toEqual([expect.stringMatching(/\.eml$/)]);
  });

  test('the gateway deletes no old data while the records of uptime do not confirm its clock', async () => {
    let log = '';
    gateway.command.process.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const configuration = testConfiguration(environmentOf());
    await withUnmigratedDatabase({ configuration, log: silentLog }, async (sql) => {
      await sql`insert into licenses.uptime (started_at, ended_at)
        select now - 9 * 86400, now - 8 * 86400 from extract(epoch from now()) now`;
      await sql`select graphile_worker.add_job('platform.sweep-audit')`;
    });
    await expect
      .poll(() => log, { timeout: 60_000 })
      .toMatch(/"platform\.sweep-audit".* was skipped, because the clock/);
  });

  test('controllers check in on their listener', async () => {
    const url = `${gateway.addresses.licenses}/api/get-licenses/`;
    expect(await sendTls(url, {})).toMatchObject({ status: 403, body: '{"message":"Invalid license"}' });
  });

  test('file content is served through the gateway, complete and in ranges', async () => {
    const added = await runHere(['drive', 'clients', 'add', 'reader', '--json'], { environment: environmentOf() });
    const client: { client_id: string; client_secret: string } = JSON.parse(added.output);
    const token = await fetch(`${rest}/contoso/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: `${rest}/.default`, ...client }),
    });
    const { access_token: bearer } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${bearer}` };
    const get = async (path: string): Promise<Record<string, unknown>> =>
      (await (await fetch(`${rest}/v1.0/sites/${path}`, { headers })).json()) as Record<string, unknown>;
    const { id } = await get('localhost:/sites/documents');
    const { value } = await get(`${id}/drive/root/delta`);
    const file = (value as { id: string; name: string }[]).find(({ name }) => name === 'report.txt');
    const content = `${rest}/v1.0/sites/${id}/drive/items/${file?.id}/content`;
    expect(await (await fetch(content, { headers })).text()).toBe('0123456789');
    const redirect = await fetch(content, { headers, redirect: 'manual' });
    const part = await fetch(redirect.headers.get('location') ?? '', { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    // The gateway authenticates the operator, and the drive process resolves the ticket.
    const { data } = await sendRequest(
      `{ driveItem(siteId: "${id}", itemId: "${file?.id}") { versions { contentLink } } }`,
    );
    const [version] = ((data?.driveItem ?? { versions: [] }) as { versions: { contentLink: string }[] }).versions;
    expect(await (await fetch(`${rest}${version?.contentLink}`)).text()).toBe('0123456789');
  });

  test('every process reports that it is ready, and has the metrics of its domain', async () => {
    const ofDomains: Record<string, string[]> = {
      [rest]: ['rampart_notifications'],
      [urlOf('alerts')]: [],
      [urlOf('zones')]: ['rampart_zone_sources', 'rampart_rdap_watches', 'rampart_policy_zone_serial'],
      [urlOf('licenses')]: ['rampart_license_seats_used'],
      [urlOf('drive')]: ['rampart_drive_sites', 'rampart_drive_mass_changes', 'rampart_drive_bucket_requests_total'],
    };
    const names = Object.values(ofDomains).flat();
    for (const [url, expected] of Object.entries(ofDomains)) {
      expect([url, (await fetch(`${url}/health/ready`)).status]).toEqual([url, 200]);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toContain('rampart_database_ready 1');
      expect([url, names.filter((name) => metrics.includes(`# HELP ${name} `))]).toEqual([url, expected]);
    }
  });

  test('a domain accepts only requests from the gateway', async () => {
    const call = await fetch(`${urlOf('alerts')}/subgraphs/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...admin },
      body: '{"query":"{ alertStore { status } }"}',
    });
    expect([call.status, await call.json()]).toEqual([401, { detail: 'The call was rejected: unsigned' }]);
    expect((await fetch(`${urlOf('alerts')}/graphql`)).status).toBe(404);
    expect(await readMetric(urlOf('alerts'), 'rampart_calls_rejected_total{reason="unsigned"}')).toBe(1);
  });
});

describe('when a domain stops', () => {
  const query = '{ alertStore { status } zones { name } driveStatus { isConnected } }';

  async function kill(domain: Domain): Promise<void> {
    subgraphs[domain].command.process.kill('SIGKILL');
    await subgraphs[domain].command.result;
  }

  test('the graph returns the data of other domains and names the unavailable one', async () => {
    const port = new URL(urlOf('zones')).port;
    expect(await sendRequest(query)).toEqual({ data: expect.objectContaining({ zones: [] }) });
    await kill('zones');
    const { data, errors } = await sendRequest(query);
    expect(data).toMatchObject({ alertStore: { status: 'ok' }, zones: null, driveStatus: expect.anything() });
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'SERVICE_UNAVAILABLE', subgraph: 'zones' }]);
    const rejected = await post('/auth/register', { username: 'b', email: 'b@mail.example', password: 'x' });
    expect([rejected.status, await rejected.json()]).toEqual([
      503,
      { detail: 'The zone feed is not available at the moment' },
    ]);
    expect((await fetch(`${rest}/alerts`)).status).toBe(200);
    expect(await fetches('zones', 'failed')).toBe(2);
    const completed = await fetches('zones', 'completed');
    expect((await fetch(`${rest}/health/ready`)).status).toBe(200);
    await startDomain('zones', port);
    expect(await sendRequest(query)).toEqual({ data: expect.objectContaining({ zones: [] }) });
    expect([await fetches('zones', 'completed'), await fetches('zones', 'failed')]).toEqual([completed + 1, 2]);
  });

  test('its documented paths return 503 in their own format', async () => {
    await Promise.all([kill('alerts'), kill('licenses'), kill('drive')]);
    for (const path of ['/alerts', '/endpoints', '/health']) {
      const response = await fetch(`${rest}${path}`);
      expect([response.status, await response.json()]).toEqual([503, { detail: 'Alert store not attached' }]);
    }
    const list = await sendTls(`${gateway.addresses.licenses}/api/get-licenses/`, {});
    expect(list).toMatchObject({ status: 503, body: '{"message":"The licenses service cannot be reached"}' });
    const notified = await post('/drive/notifications', { value: [] });
    const download = await fetch(`${rest}/drive/download/any-ticket`);
    for (const response of [notified, download]) {
      expect([response.status, await response.json()]).toMatchObject([503, { error: { code: 'serviceNotAvailable' } }]);
    }
  });

  test('no log contains the secret', async () => {
    gateway.command.process.kill('SIGTERM');
    subgraphs.zones.command.process.kill('SIGTERM');
    for (const server of [gateway, ...Object.values(subgraphs)]) {
      const { output, errors } = await server.command.result;
      expect(output + errors).not.toContain(secret);
    }
  });
});
