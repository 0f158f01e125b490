import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HttpServer } from '../../gateway/index.js';
import { type Authenticator, localAdministrator } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { inference } from '../alerts/support/alert-world.js';
import { type AlertsServer, serveAlerts, startAlertsServer } from './support/alerts-server.js';
import { adminToken, analystToken } from './support/serve-services.js';

const path = '/api/alerts/inferences';
const ndjson = { 'content-type': 'application/x-ndjson' };
const mebibyte = 1024 * 1024;
let server: AlertsServer;

beforeAll(async () => {
  server = await startAlertsServer();
});

interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly lines: readonly Record<string, unknown>[];
}

type Body = NonNullable<RequestInit['body']>;

async function send(
  body: Body,
  headers: Record<string, string> = {},
  token = adminToken,
  url = server.url,
): Promise<TestResponse> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...ndjson, authorization: `Bearer ${token}`, ...headers },
    body,
    duplex: 'half',
  } as RequestInit); // The types lack `duplex`.
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line !== '');
  return { status: response.status, headers: response.headers, lines: lines.map((line) => JSON.parse(line)) };
}

function linesOf(...inferences: readonly object[]): string {
  return inferences.map((each) => `${JSON.stringify(each)}\n`).join('');
}

async function countStored(tenant: string): Promise<number> {
  const { sql } = server.testDatabase.database;
  const [row] = await sql`select count(*)::int as count from alerts.inference where tenant_id = ${tenant}`;
  return row?.count;
}

describe('POST /api/alerts/inferences', () => {
  test('imports valid lines, and reports each line by its number', async () => {
    const ownTenant = { tenant_id: 'import-lines' };
    const [first, second, ignored] = [
      inference(ownTenant),
      inference(ownTenant),
      inference({ ...ownTenant, attack_prob: 0.1 }),
    ];
    const body = `\ufeff${linesOf(first)}\n{"inference_id":\n${linesOf({ ...second, platform: 'beos' }, second, ignored)}`;
    const { status, headers, lines } = await send(body);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const alertId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(lines.toSorted((a, b) => Number(a.line) - Number(b.line))).toEqual(
      expect.arrayContaining([
        { line: 1, inference_id: first.inference_id, outcome: 'opened', alert_id: alertId },
        { line: 3, outcome: 'rejected', errors: [expect.stringMatching(/^is not JSON/)] },
        { line: 4, outcome: 'rejected', errors: ['platform: must be "windows" or "linux", not "beos"'] },
        { line: 5, inference_id: second.inference_id, outcome: 'joined', alert_id: alertId },
        { line: 6, inference_id: ignored.inference_id, outcome: 'ignored', alert_id: null },
      ]),
    );
    expect(lines).toHaveLength(6);
    const summary = { opened: 1, joined: 1, ignored: 1, repeated: 0, rejected: 2, lines: 5 };
    expect(lines.at(-1)).toEqual({ summary: { ...summary, bytes: Buffer.byteLength(body) } });
    expect(await countStored('import-lines')).toBe(3);
  });

  test('reports a repeated inference with the alert of the first import', async () => {
    const body = linesOf(inference({ tenant_id: 'import-repeated' }));
    const [first] = (await send(body)).lines;
    const [repeated, end] = (await send(body)).lines;
    expect(repeated).toEqual({ ...first, outcome: 'repeated' });
    expect(end).toMatchObject({ summary: { repeated: 1, opened: 0 } });
  });

  test.each([
    ['gzip with the header Content-Encoding', (text: string) => gzipSync(text), { 'content-encoding': 'gzip' }],
    ['gzip without the header Content-Encoding', (text: string) => gzipSync(text), {}],
    [
      'a body in chunks of one byte',
      (text: string) => Readable.toWeb(Readable.from([...Buffer.from(text)].map((byte) => Buffer.of(byte)))),
      {},
    ],
  ])('accepts %s', async (_name, encode, headers) => {
    const body = encode(linesOf(inference({ tenant_id: 'import-codings' }))) as Body; // Buffers and streams are bodies.
    const { status, lines } = await send(body, headers);
    expect({ status, end: lines.at(-1) }).toMatchObject({
      status: 200,
      end: { summary: { opened: expect.anything(), lines: 1 } },
    });
    expect(lines[0]).toMatchObject({ line: 1, outcome: expect.stringMatching(/opened|joined/) });
  });

  test.each([
    ['text/plain', undefined, 415],
    ['application/json', undefined, 415],
    ['application/x-ndjson; charset=utf-8', undefined, 200],
    ['Application/JSONL', undefined, 200],
    ['application/x-ndjson', 'br', 415],
    ['application/x-ndjson', 'gzip, gzip', 415],
    ['application/x-ndjson', 'Identity', 200],
    ['application/x-ndjson', 'gzip', 400],
    ['application/x-ndjson', 'X-GZIP', 400],
  ])('responds to Content-Type %s and Content-Encoding %s with the status %i', async (type, coding, expected) => {
    const headers = { 'content-type': type, ...(coding && { 'content-encoding': coding }) };
    const { status, lines } = await send('\n', headers);
    expect(status).toBe(expected);
    if (expected !== 200)
      expect(lines).toEqual([{ detail: expect.stringMatching(/Content-Type|Content-Encoding|gzip/) }]);
  });

  test.each([
    [{ 'content-encoding': 'br' }, 'Unsupported Content-Encoding: br; expected gzip, or none'],
    [{ 'content-type': 'text/plain; a=b' }, 'Unsupported Content-Type: text/plain; expected application/x-ndjson'],
    [{}, 'The request has no Content-Type; expected application/x-ndjson'],
  ])('names what is accepted instead of %j', async (headers, detail) => {
    const bearer = { authorization: `Bearer ${adminToken}` };
    const init = { method: 'POST', headers: { ...bearer, ...headers }, body: Buffer.from('\n') };
    const response = await server.fetch(path, init);
    expect([response.status, await response.json()]).toEqual([415, { detail }]);
    const accepted = ['accept-encoding', 'accept-post'].map((name) => response.headers.get(name));
    const types = 'application/x-ndjson, application/ndjson, application/jsonl, application/x-jsonlines';
    expect(accepted).toEqual('content-encoding' in headers ? ['gzip', null] : [null, types]);
  });

  test.each([
    ['without a token', {}, 401],
    ['with another media type', { 'content-type': 'text/plain', authorization: `Bearer ${adminToken}` }, 415],
  ])('rejects a request %s whose body never ends, and closes its connection', async (_name, headers, status) => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{\n')) });
    const init = { method: 'POST', headers: { ...ndjson, ...headers }, body, duplex: 'half' };
    const response = await server.fetch(path, init as RequestInit); // The types lack `duplex`.
    expect([response.status, response.headers.get('connection')]).toEqual([status, 'close']);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  });

  test('responds with 503 while the database has no free disk space', async () => {
    const { sql } = server.testDatabase.database;
    await sql`create function fail_on_full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
    await sql`create trigger full_disk before insert on alerts.inference
      for each row when (new.tenant_id = 'import-full-disk') execute function fail_on_full_disk()`;
    const response = await send(linesOf(inference({ tenant_id: 'import-full-disk' })));
    expect(response).toMatchObject({ status: 503, lines: [{ detail: expect.any(String) }] });
  });

  test('reports that an empty body has no lines', async () => {
    expect(await send('')).toMatchObject({ status: 200, lines: [{ summary: { lines: 0 } }] });
  });

  test('requires a token, and rejects each line for another tenant', async () => {
    const lines = linesOf(inference({ tenant_id: 'import-other' }), inference({ tenant_id: 'acme' }));
    const anonymous = await server.fetch(path, { method: 'POST', headers: ndjson, body: lines });
    expect([anonymous.status, await anonymous.json()]).toEqual([401, { detail: 'Not authenticated' }]);
    expect((await send(lines, {}, 'wrong')).status).toBe(401);
    const other = await send(lines, {}, analystToken);
    expect(other.lines[0]).toEqual({
      line: 1,
      outcome: 'rejected',
      errors: ['tenant_id: you may not import inferences for the tenant "import-other": use one of your tenants'],
    });
    expect(other.lines.at(-1)).toMatchObject({ summary: { rejected: 1, lines: 2 } });
    expect(await countStored('import-other')).toBe(0);
  });

  test.each([
    ['viewer', 403],
    ['ingest', 200],
    ['analyst', 200],
  ] as const)('responds to the role %s with the status %i', async (role, expected) => {
    const { configuration, database } = server.testDatabase;
    const caller = { kind: 'operator', name: role, role, tenantId: 'acme' } as const;
    const ownServer = await serveAlerts({ configuration, database, caller });
    const body = linesOf(inference());
    const response = await fetch(`${ownServer.url}${path}`, { method: 'POST', headers: ndjson, body });
    expect(response.status).toBe(expected);
    await response.text();
    await ownServer.close();
  });

  test('imports and reports lines before the body ends', async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const body = writable.getWriter();
    const sent = server.fetch(path, {
      method: 'POST',
      headers: { ...ndjson, authorization: `Bearer ${adminToken}` },
      body: readable,
      duplex: 'half',
    } as RequestInit); // The types lack `duplex`.
    const ownTenant = { tenant_id: 'import-open' };
    await body.write(Buffer.from(linesOf(inference(ownTenant))));
    const results = (await sent).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(JSON.parse((await results?.read())?.value ?? '')).toMatchObject({ line: 1, outcome: 'opened' });
    expect(await countStored('import-open')).toBe(1);
    await body.write(Buffer.from(linesOf(inference(ownTenant))));
    expect(JSON.parse((await results?.read())?.value ?? '')).toMatchObject({ line: 2, outcome: 'joined' });
    await body.close();
    expect(JSON.parse((await results?.read())?.value ?? '')).toMatchObject({ summary: { lines: 2 } });
  });

  test('records a batch in the audit log with the caller', async () => {
    await send(linesOf(inference({ tenant_id: 'import-audit' })));
    const { sql } = server.testDatabase.database;
    const entries = await sql`
      select action, pending.via, actor_name from platform.audit_pending pending where tenant_id = 'import-audit'
      union all select action, entry.via, actor_name from platform.audit_entry entry where tenant_id = 'import-audit'`;
    expect(entries).toEqual([{ action: 'import.inferences', via: 'rest', actor_name: 'admin' }]);
  });

  test('accepts a line of 1 MiB and rejects a longer one', async () => {
    const text = JSON.stringify(inference({ tenant_id: 'import-long' }));
    const body = `${text.padEnd(mebibyte)}\n${text.padEnd(mebibyte + 1)}\n`;
    const { lines } = await send(body);
    expect(lines).toContainEqual({ line: 2, outcome: 'rejected', errors: ['is longer than 1048576 bytes'] });
    expect(lines.at(-1)).toMatchObject({ summary: { opened: 1, rejected: 1 } });
  });

  test('rejects gzip content that expands more than 200 times to more than 16 MiB', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    expect((await send(gzipSync(Buffer.alloc(15 * mebibyte, '\n')), gzip)).status).toBe(200);
    expect(await send(gzipSync(Buffer.alloc(18 * mebibyte, '\n')), gzip)).toMatchObject({
      status: 413,
      lines: [{ detail: expect.stringContaining('200 times') }],
    });
  });

  test('reports truncated gzip content', async () => {
    const completeContent = gzipSync(
      linesOf(...Array.from({ length: 20 }, () => inference({ tenant_id: 'import-cut' }))),
    );
    const cut = await send(completeContent.subarray(0, completeContent.length - 30), { 'content-encoding': 'gzip' });
    expect(cut).toMatchObject({ status: 400, lines: [{ detail: expect.stringContaining('gzip content is invalid') }] });
    expect(await countStored('import-cut')).toBe(0);
  });

  test('responds with 408 to a client that sends nothing until the timeout', async () => {
    const { configuration, database } = server.testDatabase;
    const graphql = { ...configuration.graphql, timeoutSeconds: 1 };
    const ownServer = await serveAlerts({
      configuration: { ...configuration, graphql },
      database,
      caller: localAdministrator,
    });
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('\n')) });
    const init = { method: 'POST', headers: ndjson, body, duplex: 'half' } as RequestInit; // The types lack `duplex`.
    const response = await fetch(`${ownServer.url}${path}`, init);
    expect([response.status, await response.json()]).toEqual([
      408,
      { detail: expect.stringContaining('neither sent nor read for 1 s') },
    ]);
    await ownServer.close();
  });

  test('accepts 4 concurrent imports, at most 2 of them with the same token, and another one when one ends', async () => {
    const ownServer = await serveAlerts({ ...server.testDatabase, authenticators: [authenticateByName] });
    const openImports = await Promise.all(['a', 'a', 'b', 'b'].map((token) => openImport(ownServer.url, { token })));
    const perCaller = await send('\n', {}, 'a', ownServer.url);
    expect([perCaller.status, perCaller.headers.get('retry-after')]).toEqual([429, '5']);
    expect(perCaller.lines).toEqual([{ detail: 'Too many imports: at most 2 at once per caller' }]);
    const rejected = await send('\n', {}, 'c', ownServer.url);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    for (const each of openImports) each.request.destroy();
    await expect.poll(async () => (await send('\n', {}, 'a', ownServer.url)).status).toBe(200);
    await ownServer.close();
  });

  test('stops writing after the client has disconnected', async () => {
    const lines = Array.from({ length: 50 }, () => inference({ tenant_id: 'import-gone' }));
    const { request } = await openImport(server.url, { lines: linesOf(...lines) });
    request.destroy();
    // The next import with the same token is accepted when this one has ended.
    const other = await openImport(server.url);
    await expect.poll(async () => (await send('\n')).status).toBe(200);
    other.request.destroy();
    expect(await countStored('import-gone')).toBe(0);
  });

  test('counts an import as running until its client has read the results, and ends it after the timeout', async () => {
    const ownServer = await serveImpatiently(1);
    const tenant = 'import-unread';
    const lines = `${'{}\n'.repeat(45_000)}${linesOf(inference({ tenant_id: tenant }))}`;
    const openImports = await Promise.all([1, 2].map(() => openImport(ownServer.url, { lines })));
    for (const { request } of openImports) request.end();
    await expect.poll(() => countStored(tenant), { interval: 5 }).toBe(1);
    expect((await send('\n', {}, adminToken, ownServer.url)).status).toBe(429);
    await expect.poll(async () => (await send('\n', {}, adminToken, ownServer.url)).status).toBe(200);
    for (const { request } of openImports) request.destroy();
    await ownServer.close();
  });

  test('ends with an error when the credentials are no longer valid', async () => {
    let isRevoked = false;
    const authenticate: Authenticator = (request, bearer) => {
      if (isRevoked) throw new DomainError('UNAUTHENTICATED', 'The token is revoked');
      return authenticateByName(request, bearer);
    };
    const ownServer = await serveAlerts({ ...server.testDatabase, authenticators: [authenticate] });
    const { request, response } = await openImport(ownServer.url, { token: 'a' });
    isRevoked = true;
    const summary = JSON.parse((await textOf(response)).trimEnd().split('\n').at(-1) ?? '');
    expect(summary).toEqual({ error: { code: 'UNAUTHENTICATED', message: 'The token is revoked' } });
    // The server closes the connection, because it does not read the remaining body.
    await expect.poll(() => request.destroyed).toBe(true);
    await ownServer.close();
  });

  test('ends with an error after the current batch when the server stops', async () => {
    const ownServer = await serveAlerts({ ...server.testDatabase });
    const { response } = await openImport(ownServer.url);
    const closed = ownServer.close();
    const summary = JSON.parse((await textOf(response)).trimEnd().split('\n').at(-1) ?? '');
    expect(summary).toEqual({
      error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('shutting down') },
    });
    // Running requests have 30 s.
    await closed;
  }, 20_000);
});

/** A server that ends streams if the client neither sends nor reads for this time. */
async function serveImpatiently(timeoutSeconds: number): Promise<HttpServer> {
  const { configuration, database } = server.testDatabase;
  const graphql = { ...configuration.graphql, timeoutSeconds };
  return await serveAlerts({ configuration: { ...configuration, graphql }, database });
}

/** Administrators whose tokens are single letters. */
const authenticateByName: Authenticator = ({ headers: { authorization = '' } }) => {
  const name = /^Bearer ([a-z])$/.exec(authorization)?.[1];
  return name === undefined ? undefined : { ...localAdministrator, name };
};

async function textOf(response: IncomingMessage): Promise<string> {
  return (await response.toArray()).join('');
}

interface OpenImport {
  readonly request: ClientRequest;
  /** The body is not read. */
  readonly response: IncomingMessage;
}

/** Starts an import, and returns it after the server has read these lines; its body remains open. */
async function openImport(url: string, { lines = '', token = adminToken } = {}): Promise<OpenImport> {
  const headers = { ...ndjson, authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' };
  const request = httpRequest(`${url}${path}`, { method: 'POST', headers });
  request.on('error', () => {});
  // The last line is rejected immediately.
  request.write(`${lines}{\n`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return { request, response: response.on('error', () => {}) };
}
