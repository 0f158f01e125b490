import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Sessions } from '../../gateway/index.js';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog as log } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { createLicenseService } from '../../subgraphs/licenses/index.js';
import { fromController, guidOf, LicenseFolder } from '../licenses/support/license-world.js';
import { validate } from '../rest/support/open-api-validator.js';
import { testConfiguration } from '../support/index.js';
import { adminToken, type EventDeployment, openEventDeployment, type Replica } from './support/event-deployment.js';
import { Listener } from './support/listen.js';

let deployment: EventDeployment;
/** Two servers on one database, and one that requires tokens. */
let one: Replica;
let other: Replica;
let closed: Replica;

beforeAll(async () => {
  deployment = await openEventDeployment();
  // 32.3 seconds are not a whole number of milliseconds in floating-point arithmetic.
  const environment = { RAMPART_EVENTS_HEARTBEAT_SECONDS: '2', RAMPART_GRAPHQL_TIMEOUT_SECONDS: '32.3' };
  one = await deployment.replica(environment);
  other = await deployment.replica();
  closed = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token' });
});
afterAll(() => deployment.close());

const openApi = JSON.parse(readFileSync(join(projectRoot, 'schema', 'openapi.json'), 'utf8'));

function schemaNameOf(event: string): string {
  return `${event.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** All data that a client has received has the form that OpenAPI documents for its event. */
function expectDocumented({ messages }: Listener): void {
  for (const { event, data } of messages) {
    const schema = openApi.components.schemas[schemaNameOf(event)];
    expect([event, data, validate({ openApi, schema, value: data })]).toEqual([event, data, []]);
  }
}

function idsOf(listener: Listener): string[] {
  return listener.messagesOf('alerts').flatMap(({ data }) => data.ids);
}

async function statusOf(url: string, token?: string): Promise<number> {
  const abort = new AbortController();
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { status } = await fetch(url, { headers, signal: abort.signal });
  abort.abort();
  return status;
}

/** Waits until a metric of the server has this value. */
async function expectMetric(replica: Replica, name: string, value: number): Promise<void> {
  const read = async (): Promise<string> => await (await fetch(`${replica.url}/metrics`)).text();
  await expect.poll(read).toContain(`${name} ${value}\n`);
}

describe('an event stream', () => {
  test('sends opened and changed alerts on every replica, each once', async () => {
    const listeners = await Promise.all([one, other].map(({ url }) => Listener.open(`${url}/events?types=alerts`)));
    const [id = ''] = await deployment.alert('acme', 'ws-1');
    const body = JSON.stringify({ status: 'acknowledged' });
    await fetch(`${one.url}/alerts/${id}`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
    for (const listener of listeners) {
      await listener.waitFor(() => listener.messagesOf().length === 2);
      expect(listener.messagesOf().map(({ data }) => data)).toEqual([
        expect.objectContaining({ change: 'opened', tenantId: 'acme', ids: [id] }),
        expect.objectContaining({
          change: 'changed',
          alerts: [expect.objectContaining({ id, status: 'ACKNOWLEDGED' })],
        }),
      ]);
      expectDocumented(listener);
    }
  });

  test('sends check-ins and syncs to callers who may read controllers and the document site', async () => {
    const listener = await Listener.open(`${closed.url}/events`, { token: adminToken });
    const files = new LicenseFolder();
    onTestFinished(() => files.remove());
    files.write('public.pem', files.keys.publicKey);
    await files.license({ issuedAt: new Date(Date.now() - 60_000), expiresAt: new Date(Date.now() + 3_600_000) });
    const { database } = deployment.test;
    const configuration = testConfiguration(files.settings());
    const licenses = createLicenseService({ configuration, database, clock: systemClock, log });
    const report = {
      ...{ guid: guidOf(1), hostname: 'plc-1', version: '4.1.0', ipAddresses: ['10.0.0.1'] },
      ...{ macAddress: '00:00:5e:00:53:01', os: 'linux', label: '', logdir: '' },
    };
    for (const _ of ['registers', 'comes again']) {
      await licenses.checkLicense(fromController(), { report, isMalformed: false });
    }
    await database.sql`insert into drive.site (id, hostname, path, name, web_url, created_at)
      values ('site', 'documents.example', '/sites/a', 'a', 'https://documents.example', 0)`;
    await database.sql`insert into drive.sync_run (site_id, trigger, outcome, started_at)
      values ('site', 'request', 'running', 0)`;
    await database.sql`update drive.sync_run set pages = 1`;
    await database.sql`update drive.sync_run set outcome = 'done', downloads = 3`;
    await listener.waitFor(
      () => listener.messagesOf('syncs').length === 2 && listener.messagesOf('check-ins').length === 2,
    );
    expect(listener.messagesOf('check-ins').map(({ data }) => data)).toEqual([
      expect.objectContaining({ guid: guidOf(1), hostname: 'plc-1', version: '4.1.0', isNew: true }),
      expect.objectContaining({ guid: guidOf(1), isNew: false }),
    ]);
    expect(listener.messagesOf('syncs').map(({ data }) => [data.outcome, data.downloads])).toEqual([
      ['RUNNING', 0],
      ['DONE', 3],
    ]);
    expectDocumented(listener);
  });

  test('sends opened and changed incidents and brand hits', async () => {
    const listener = await Listener.open(`${one.url}/events?types=incidents,brand-hits`, { token: adminToken });
    const { sql } = deployment.test.database;
    const [incident, brand] = [randomUUID(), randomUUID()];
    await sql`insert into alerts.incident (id, tenant_id, title, status, created_at, updated_at, is_automatic)
      values (${incident}, 'acme', 'Phishing', 'open', 1, 1, false)`;
    await sql`update alerts.incident set status = 'resolved' where id = ${incident}`;
    await sql`insert into zones.brand values (${brand}, null, 'acme', '{}', null, '{}', 2, 1, false, 0, 'ana', 0)`;
    await sql`insert into zones.brand_hit (brand_id, zone_id, label, kind, distance, source, status, is_active, is_unmatched,
        revision, since, found_at) values (${brand}, 1, 'acrne', 'homoglyph', 1, 'import', 'open', true, false, 1, 1, 1)`;
    await sql`update zones.brand_hit set status = 'dismissed', triaged_at = 2`;
    await sql`update zones.brand_hit set status = 'open', reopened_at = 3`;
    const incidents = ['opened', 'changed'].map((change) => ({ change, tenantId: 'acme', ids: [incident] }));
    const hits = ['found', 'changed', 'reopened'].map((change) => ({ change, source: 'import', brandId: brand }));
    await expect.poll(() => listener.messagesOf('incidents').map(({ data }) => data)).toMatchObject(incidents);
    await expect.poll(() => listener.messagesOf('brand-hits').map(({ data }) => data)).toMatchObject(hits);
    expectDocumented(listener);
  });

  test('has the types of events that OpenAPI documents', async () => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const response = await fetch(`${one.url}/events?types=alert`, { headers });
    const { parameters, responses } = openApi.paths['/events'].get;
    const types: string[] = parameters.find(({ name }: { name: string }) => name === 'types').schema.items.enum;
    expect(await response.text()).toContain(`unknown event type alert: expected ${types.join(', ')}`);
    expect(JSON.stringify(responses[400])).toContain(`unknown event type alert: expected ${types.join(', ')}`);
    // Each has a schema of its data.
    for (const type of types) expect(openApi.components.schemas).toHaveProperty(schemaNameOf(type));
  });

  test('sends the ids of all alerts of a large import, in events of at most 500 ids', async () => {
    const { url } = one;
    const listener = await Listener.open(`${url}/events?types=alerts&tenantId=bulk`);
    const ids = await deployment.alert('bulk', ...Array.from({ length: 1200 }, (_, index) => `host-${index}`));
    await listener.waitFor(() => idsOf(listener).length >= ids.length);
    expect(idsOf(listener).sort()).toEqual([...ids].sort());
    expect(Math.max(...listener.messagesOf().map(({ data }) => data.ids.length))).toBeLessThanOrEqual(500);
  });

  test('resumes on another replica', async () => {
    const firstListener = await Listener.open(`${one.url}/events?types=alerts`);
    const [heard = ''] = await deployment.alert('acme', 'heard');
    await firstListener.waitFor(() => idsOf(firstListener).includes(heard));
    firstListener.close();
    const missed = [...(await deployment.alert('acme', 'missed-1')), ...(await deployment.alert('acme', 'missed-2'))];
    const after = await Listener.open(`${other.url}/events?types=alerts`, { lastId: firstListener.lastId });
    const next = await deployment.alert('acme', 'next');
    await after.waitFor(() => idsOf(after).length >= 3);
    expect(idsOf(after)).toEqual([...missed, ...next]);
  });

  test('requests a reload from a client that cannot resume, and continues with new events', async () => {
    const { url } = one;
    for (const lastId of ['nonsense', 'fffffffffff-10']) {
      const listener = await Listener.open(`${url}/events?types=alerts`, { lastId });
      await listener.waitFor(() => listener.messagesOf('reset').length === 1);
      expect(listener.messagesOf('reset')[0]?.data).toEqual({ reason: 'other-database' });
      expectDocumented(listener);
      const ids = await deployment.alert('acme', `after ${lastId}`);
      await listener.waitFor(() => listener.messagesOf().length === 1);
      expect(idsOf(listener)).toEqual(ids);
    }
  });
});

describe('event authorization', () => {
  test('sends no events of other tenants to an analyst of one tenant', async () => {
    const { url } = closed;
    const token = await deployment.token({ role: 'analyst', tenantId: 'acme' });
    const listener = await Listener.open(`${url}/events`, { token });
    await deployment.alert('globex', 'secret');
    // A single statement that changes alerts of both tenants.
    await deployment.test.database
      .sql`update alerts.alert set updated_at = updated_at + 1 where tenant_id in ('acme', 'globex')`;
    const ownAlert = await deployment.alert('acme', 'own');
    await listener.waitFor(() => idsOf(listener).includes(ownAlert[0] ?? ''));
    expect(new Set(listener.messagesOf().map(({ data }) => data.tenantId))).toEqual(new Set(['acme']));
    expect(listener.messagesOf('ready')[0]?.data).toEqual({
      ...{ types: ['alerts', 'incidents', 'brand-hits'], tenantId: 'acme', tenants: ['acme'] },
      heartbeatSeconds: 15,
    });
    const foreign = await deployment.test.database.sql<
      { id: string }[]
    >`select id from alerts.alert where tenant_id <> 'acme'`;
    expect(foreign.length).toBeGreaterThan(0);
    const serialized = JSON.stringify(listener.messages);
    for (const { id } of foreign) expect(serialized).not.toContain(id);
    // Neither resuming with an id nor naming the tenant helps.
    const resumedListener = await Listener.open(`${url}/events?types=alerts`, {
      token,
      lastId: listener.messagesOf('ready')[0]?.id ?? '',
    });
    await resumedListener.waitFor(() => idsOf(resumedListener).includes(ownAlert[0] ?? ''));
    expect(new Set(resumedListener.messagesOf().map(({ data }) => data.tenantId))).toEqual(new Set(['acme']));
    expect(await statusOf(`${url}/events?tenantId=globex`, token)).toBe(403);
  });

  test('is defined for each caller and event type', async () => {
    const analyst = await deployment.token({ role: 'analyst', tenantId: 'acme' });
    const everywhere = await deployment.token({ role: 'analyst' });
    const paths = [
      '',
      '?types=alerts',
      '?types=check-ins',
      '?types=syncs',
      '?types=alerts,syncs',
      '?types=others',
      '?tenantId=',
    ];
    const requestStatuses = async (url: string, token?: string): Promise<number[]> =>
      await Promise.all(paths.map((path) => statusOf(`${url}/events${path}`, token)));
    expect(await requestStatuses(closed.url)).toEqual([401, 401, 401, 401, 401, 400, 400]);
    expect(await requestStatuses(other.url)).toEqual([200, 200, 401, 401, 401, 400, 400]);
    expect(await requestStatuses(closed.url, analyst)).toEqual([200, 200, 403, 403, 403, 400, 400]);
    expect(await requestStatuses(closed.url, everywhere)).toEqual([200, 200, 200, 200, 200, 400, 400]);
    expect(await requestStatuses(closed.url, adminToken)).toEqual([200, 200, 200, 200, 200, 400, 400]);
    expect(await requestStatuses(closed.url, 'rpt_unknown')).toEqual([401, 401, 401, 401, 401, 401, 400]);
  });

  test('closes a stream once its token is revoked', async () => {
    const { url } = closed;
    const token = await deployment.token({ role: 'analyst', tenantId: 'acme' });
    const listener = await Listener.open(`${url}/events`, { token });
    await deployment.test.database.sql`update gateway.operator_tokens set revoked_at = now()`;
    await listener.waitForEnd();
    expect(listener.messagesOf('end')[0]?.data).toEqual({ reason: 'credentials' });
    expect(await statusOf(`${url}/events`, token)).toBe(401);
  });

  test('closes a stream once its token is revoked, even while its source has too many failed authentications', async () => {
    // The clock of the limit is stopped, so failures remain limited.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url } = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token', RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.1' });
    const token = await deployment.token({ role: 'analyst', tenantId: 'acme' });
    const listener = await Listener.open(`${url}/events`, { token });
    for (let failures = 0; failures < 20; failures++) await statusOf(`${url}/events`, 'rpt_unknown');
    expect(await statusOf(`${url}/events`, 'rpt_unknown')).toBe(429);
    await deployment.test.database.sql`update gateway.operator_tokens set revoked_at = now()`;
    await listener.waitForEnd();
    expect(listener.messagesOf('end')[0]?.data).toEqual({ reason: 'credentials' });
  });
});

describe('the service of event streams', () => {
  test('limits the streams per caller and in total', async () => {
    const environment = { RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '2', RAMPART_EVENTS_MAX_STREAMS: '3' };
    const replica = await deployment.replica(environment);
    const ownListeners = await Promise.all([1, 2].map(() => Listener.open(`${replica.url}/events`)));
    const rejected = await fetch(`${replica.url}/events`);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
    await Listener.open(`${replica.url}/events`, { token: adminToken });
    expect(await statusOf(`${replica.url}/events`, adminToken)).toBe(503);
    for (const listener of ownListeners) listener.close();
    await expectMetric(replica, 'rampart_event_streams', 1);
    await Listener.open(`${replica.url}/events`);
  });

  test('limits the streams of a caller by id, because a person can have the name of another caller', async () => {
    const replica = await deployment.replica({ RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '1' });
    const { database } = deployment.test;
    const sessions = new Sessions({ database, clock: systemClock, configuration: testConfiguration({}) });
    const person = { kind: 'operator', name: 'admin', role: 'viewer', tenantId: null } as const;
    const caller = { ...person, credentialId: 'person:corp:mallory' };
    const { secret } = await sessions.create({ caller, sourceAddress: '' }, localRequest);
    const cookie = `rampart-session-${new URL(replica.url).port}=${secret}`;
    const listener = await Listener.open(`${replica.url}/events`, { cookie });
    await listener.waitFor((messages) => messages.length > 0);
    await (await Listener.open(`${replica.url}/events`, { token: adminToken })).waitFor(({ length }) => length > 0);
  });

  test('counts IPv6 clients without a token by /64 network', async () => {
    const { url } = await deployment.replica({
      RAMPART_EVENTS_MAX_STREAMS_PER_CALLER: '2',
      RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
      RAMPART_AUTH_ALERTS: 'open open',
    });
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const statuses: number[] = [];
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:1:2::', '2001:db8:0:1:ffff::3', '2001:db8:0:2::1']) {
      const headers = { 'x-forwarded-for': address };
      statuses.push((await fetch(`${url}/events`, { headers, signal: closing.signal })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test('disconnects a client that does not read, without an effect on others', async () => {
    const replica = one;
    const { hostname, port } = new URL(replica.url);
    const slow: Socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void slow.destroy());
    slow.on('error', () => {}); // The server disconnects it.
    slow.write(`GET /events?types=alerts HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    await new Promise((resolve) => slow.once('data', resolve));
    slow.pause();
    const quick = await Listener.open(`${replica.url}/events?types=alerts`);
    // Exceeds the socket buffers.
    const payload = 'x'.repeat(200_000);
    await deployment.test.database.sql`insert into platform.event (type, tenant_id, data)
      select 'alerts', 'acme', jsonb_build_object('ids', '[]'::jsonb, 'number', number, 'payload', ${payload}::text)
      from generate_series(1, 150) number`;
    await quick.waitFor(() => quick.messagesOf().length === 150);
    expect(quick.messagesOf().map(({ data }) => data.number)).toEqual(
      Array.from({ length: 150 }, (_, index) => index + 1),
    );
    await expectMetric(replica, 'rampart_event_streams_ended_total{reason="slow"}', 1);
  });

  test('ends the streams of a stopping server, which resume at another one', async () => {
    const stopping = await deployment.replica();
    const listener = await Listener.open(`${stopping.url}/events?types=alerts`);
    await listener.waitFor((messages) => messages.length > 0);
    const startedAtMs = performance.now();
    await stopping.close();
    await listener.waitForEnd();
    expect(performance.now() - startedAtMs).toBeLessThan(20_000);
    expect(listener.messagesOf('end')[0]?.data).toEqual({ reason: 'stopped' });
    const missed = await deployment.alert('acme', 'while it stopped');
    const next = await Listener.open(`${other.url}/events?types=alerts`, { lastId: listener.lastId });
    await next.waitFor(() => next.messagesOf().length === 1);
    expect(idsOf(next)).toEqual(missed);
  });

  test('continues streams after the loss of database connections', async () => {
    const { url } = one;
    const listener = await Listener.open(`${url}/events?types=alerts`);
    await deployment.alert('acme', 'before');
    await listener.waitFor(() => listener.messagesOf().length === 1);
    await deployment.test.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    const insert = (): Promise<unknown> => deployment.alert('acme', 'after').catch(() => undefined);
    await expect.poll(insert).toEqual([expect.any(String)]);
    await listener.waitFor(() => listener.messagesOf().length >= 2);
    expect(listener.messagesOf('reset')).toEqual([]);
  });
});
