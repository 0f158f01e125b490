import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, localAdministrator } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { inference, start } from '../alerts/support/alert-world.js';
import { type AlertsServer, serveAlerts, serveGraph, startAlertsServer } from './support/alerts-server.js';
import { ocsfErrors } from './support/ocsf-schema.js';
import { parquetRows } from './support/parquet-rows.js';
import { adminToken, analystToken } from './support/serve-services.js';
import { stixErrors } from './support/stix-schema.js';

const admin = { authorization: `Bearer ${adminToken}` };
const alertCount = 2345;
const texts = ['=1+1', '+2', '-3', '@sum', '\tx', '＝1', 'a,"b"\r\nc', "don't", 'ümläut 😀', ''];
let server: AlertsServer;

beforeAll(async () => {
  server = await startAlertsServer({ RAMPART_AUTH_ALERTS: 'token' });
  const body = Array.from({ length: alertCount }, (_, index) =>
    JSON.stringify(
      inference({
        ...{ endpoint_id: `ws-${index}`, tenant_id: index % 5 === 0 ? 'globex' : 'acme' },
        // Far apart, so the alerts are not related.
        timestamp: start + index * 1000,
        ...{ attack_prob: 0.5 + (index % 50) / 100, ttp_techniques: index === 4 ? ['TA0002'] : ['T1059', `T${index}`] },
        ttp_explanation: texts[index % texts.length] ?? null,
      }),
    ),
  ).join('\n');
  const headers = { ...admin, 'content-type': 'application/x-ndjson' };
  const response = await server.fetch('/api/alerts/inferences', { method: 'POST', headers, body });
  expect((await response.text()).trim().split('\n')).toHaveLength(alertCount + 1);
  await server.testDatabase.database.sql`update alerts.alert
    set assignee_id = 'us:1', assignee_name = 'Ana', status = 'acknowledged', analyst_notes = 'see #1'
    where endpoint_id = 'ws-3'`;
});

async function read(query: string, headers: Record<string, string> = admin): Promise<string> {
  const response = await server.fetch(`/api/alerts/export${query}`, { headers });
  expect(response.status).toBe(200);
  return await response.text();
}

/** The rows in the view of Python's readers, which share no code with the export. */
function readByPython(program: string, input: string): Record<string, unknown>[] {
  return JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8', maxBuffer: 2 ** 28 }));
}

const readCsv = `import csv,io,json,sys
text=io.TextIOWrapper(sys.stdin.buffer,encoding='utf-8',newline='')
print(json.dumps(list(csv.DictReader(text,strict=True))))`;

async function rowsOf(sqlFilter = 'true'): Promise<Record<string, unknown>[]> {
  return await server.testDatabase.database.sql.unsafe(
    `select id::text, tenant_id, ttp_explanation, to_json(ttp_techniques) as techniques from alerts.alert
     where ${sqlFilter} order by created_at desc, id`,
  );
}

describe('GET /api/alerts/export', () => {
  test('streams all alerts as newline-delimited JSON in the format and order of GET /alerts', async () => {
    const lines = (await read(''))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ alert_id }) => alert_id)).toEqual((await rowsOf()).map(({ id }) => id));
    expect(lines).toHaveLength(alertCount);
    const response = await server.fetch('/alerts?limit=1000', { headers: admin });
    const { alerts } = (await response.json()) as { alerts: object[] }; // The documented format.
    expect(lines.slice(0, 1000)).toEqual(alerts.map((alert) => expect.objectContaining(alert)));
    expect(Object.keys(lines[0]).slice(0, 22)).toEqual(Object.keys(alerts[0] ?? {}));
  });

  test('streams CSV that other readers parse, without formulas', async () => {
    const rows = readByPython(readCsv, await read('?format=csv'));
    const expected = await rowsOf();
    expect(rows.map(({ alert_id }) => alert_id)).toEqual(expected.map(({ id }) => id));
    for (const [index, row] of rows.entries()) {
      const text = String(expected[index]?.ttp_explanation ?? '');
      expect(row.ttp_explanation).toBe(/^[=+\-@\t＝]/.test(text) ? `'${text}` : text);
      expect(JSON.parse(String(row.ttp_techniques))).toEqual(expected[index]?.techniques);
    }
    expect(rows.flatMap((row) => Object.values(row)).filter((text) => /^[=+\-@\t\r\n]/.test(String(text)))).toEqual([]);
  });

  test('streams Parquet that an independent reader decodes to the same values as newline-delimited JSON', async () => {
    const response = await server.fetch('/api/alerts/export?format=parquet', { headers: admin });
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    const { columns, rows } = parquetRows(new Uint8Array(await response.arrayBuffer()));
    const lines = linesOf(await read(''));
    expect(columns).toEqual(expect.arrayContaining(['attack_prob Float64', 'num_nodes Int32', 'ttp_names List<Utf8>']));
    expect(columns.find((name) => name.startsWith('first_seen'))).toBe('first_seen Timestamp<MICROSECOND, UTC>');
    expect(rows).toHaveLength(alertCount);
    for (const [index, row] of rows.entries()) expect(inSeconds(row)).toEqual(inSeconds(lines[index] ?? {}));
  });

  test('streams a bundle that is valid against the schemas of STIX 2.1', async () => {
    const response = await server.fetch('/api/alerts/export?format=stix', { headers: admin });
    expect(response.headers.get('content-type')).toBe('application/stix+json;version=2.1');
    const bundle = (await response.json()) as {
      objects: { type: string; id: string; name?: string; object_refs?: string[] }[];
    }; // The format of STIX.
    expect(stixErrors(bundle)).toEqual([]);
    const ids = new Set(bundle.objects.map(({ id }) => id));
    expect(ids.size).toBe(bundle.objects.length);
    const groupings = bundle.objects.filter(({ type }) => type === 'grouping');
    expect(groupings.map(({ id }) => id.slice('grouping--'.length))).toEqual((await rowsOf()).map(({ id }) => id));
    expect(groupings.flatMap(({ object_refs = [] }) => object_refs).filter((id) => !ids.has(id))).toEqual([]);
    expect(bundle.objects.find(({ type }) => type === 'note')).toMatchObject({ content: 'see #1' });
    expect(bundle.objects.find(({ type, name }) => type === 'attack-pattern' && name === 'Execution')).toMatchObject({
      external_references: [{ external_id: 'TA0002', url: 'https://attack.mitre.org/tactics/TA0002/' }],
      kill_chain_phases: [{ kill_chain_name: 'mitre-attack', phase_name: 'execution' }],
    });
    const emptyBundle = await read('?format=stix&tenant_id=');
    expect(stixErrors(JSON.parse(emptyBundle))).toEqual([]);
  });

  test('streams events that the definitions of OCSF accept', async () => {
    const events = linesOf(await read('?format=ocsf'));
    expect(ocsfErrors(events)).toEqual([]);
    expect(events.map(({ metadata }) => (metadata as { uid: string }).uid)).toEqual(
      (await rowsOf()).map(({ id }) => id),
    );
    const ownEvent = events.find(({ message }) => message === 'sage: attack on ws-3');
    expect(ownEvent).toMatchObject({
      activity_id: 2,
      status_id: 2,
      comment: 'see #1',
      assignee: { uid: 'us:1', name: 'Ana' },
    });
    const { finding_info: info } = ownEvent as { finding_info: { attacks: object[] } }; // The format of OCSF.
    expect(info.attacks[0]).toMatchObject({ technique: { uid: 'T1059', name: 'Command and Scripting Interpreter' } });
    const eventOfTactic = events.find(({ message }) => message === 'sage: attack on ws-4');
    const tactic = { uid: 'TA0002', name: 'Execution', src_url: 'https://attack.mitre.org/tactics/TA0002/' };
    expect(eventOfTactic).toMatchObject({ finding_info: { attacks: [{ tactic, version: expect.any(String) }] } });
  });

  test('sends an ATT&CK Navigator layer with the number of alerts per technique', async () => {
    const response = await server.fetch('/api/alerts/export?format=navigator&endpoint_id=ws-3', { headers: admin });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({
      domain: 'enterprise-attack',
      techniques: expect.arrayContaining([expect.objectContaining({ techniqueID: 'T1059', score: 1 })]),
    });
  });

  test.each([
    ['csv', 'gzip', 'gzip'],
    ['csv', 'br, *;q=0.5', 'gzip'],
    ['csv', 'gzip;q=0, br', undefined],
    ['parquet', 'gzip', undefined],
  ])('in the format %s with Accept-Encoding %s has the Content-Encoding %s', async (format, accepted, coding) => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const headers = { ...admin, 'accept-encoding': accepted };
    get(`${server.url}/api/alerts/export?format=${format}&endpoint_id=ws-1`, { headers }, resolve);
    const response = await promise;
    expect([response.headers['content-encoding'], response.headers.vary]).toEqual([coding, 'accept-encoding']);
    const body = Buffer.concat(await response.toArray());
    const head = (coding === 'gzip' ? gunzipSync(body) : body).subarray(0, 4).toString('latin1');
    expect(head).toBe(format === 'csv' ? 'aler' : 'PAR1');
  });

  test.each([
    ['tenant_id=globex', "tenant_id = 'globex'"],
    ['severity=critical&severity=high', "severity in ('critical', 'high')"],
    ['min_attack_prob=0.7&max_attack_prob=0.8', 'attack_prob between 0.7 and 0.8'],
    ['technique=T7&technique=T8', "ttp_techniques && array['T7', 'T8']"],
    ['endpoint_id=WS-12', "endpoint_id = 'ws-12'"],
    ['status=resolved', "status = 'resolved'"],
    ['platform=linux', "platform = 'linux'"],
    ['created_before=2020-01-01T00:00:00Z', 'created_at < 0'],
    ['tenant_id=', 'false'],
    ['tenant=LOB', "tenant_id = 'globex'"],
    ['endpoint=S-234', "endpoint_id like '%s-234%'"],
    ['model=AG&attack=scripting&text=ws-1234%20command', "endpoint_id = 'ws-1234'"],
    ['has_incident=true', 'false'],
    ['is_assigned=true', "endpoint_id = 'ws-3'"],
    ['assignee_id=us%3A1&assignee_id=x', "endpoint_id = 'ws-3'"],
  ])('exports the alerts that match the filter %s', async (query, sqlFilter) => {
    const lines = (await read(`?${query}`)).split('\n').filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line).alert_id)).toEqual((await rowsOf(sqlFilter)).map(({ id }) => id));
  });

  test('reads every parameter that OpenAPI describes, and no others', async () => {
    const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8'));
    const described: { name: string }[] = paths['/api/alerts/export'].get.parameters;
    expect(described.length).toBeGreaterThan(25);
    for (const name of [...described.map((parameter) => parameter.name), 'other']) {
      const response = await server.fetch(`/api/alerts/export?tenant_id=&${name}=%00`, { headers: admin });
      expect([name, (await response.text()).includes('is unknown')]).toEqual([name, name === 'other']);
    }
  });

  test('exports only alerts of the token’s tenant', async () => {
    const bearer = { authorization: `Bearer ${analystToken}` };
    const lines = (await read('', bearer)).trimEnd().split('\n');
    expect(lines).toHaveLength((await rowsOf("tenant_id = 'acme'")).length);
    expect(await read('?tenant_id=globex', bearer)).toBe('');
    const header = await read('?tenant_id=globex&format=csv', bearer);
    expect(header).toMatch(/^alert_id,tenant_id,.*,num_edges,ttp_names,.*,comment_count\r\n$/);
  });

  test.each([
    ['viewer', 200],
    ['ingest', 403],
  ] as const)('responds to the role %s with the status %i', async (role, expected) => {
    const { configuration, database } = server.testDatabase;
    const caller = { kind: 'operator', name: role, role, tenantId: 'acme' } as const;
    const ownServer = await serveAlerts({ configuration, database, caller });
    const response = await fetch(`${ownServer.url}/api/alerts/export?endpoint_id=ws-1`);
    expect(response.status).toBe(expected);
    await response.text();
    await ownServer.close();
  });

  test.each([
    ['format=xml', 'format', /format must be one of csv, ndjson, parquet, stix, ocsf, navigator/],
    ['stauts=open', 'stauts', /stauts is unknown: expected one of format, text/],
    ['status=closed', 'status', /status must be one of open/],
    ['min_attack_prob=1.1', 'min_attack_prob', /number from 0 to 1/],
    ['seen_after=yesterday', 'seen_after', /ISO 8601/],
    ['tenant_id=a&tenant_id=b', 'tenant_id', /must not be specified more than once/],
    ['is_assigned=1', 'is_assigned', /must be one of true, false/],
  ])('rejects %s', async (query, argument, message) => {
    const response = await server.fetch(`/api/alerts/export?${query}`, { headers: admin });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: object[] }; // The documented format.
    expect(detail).toEqual([
      expect.objectContaining({ loc: ['query', argument], msg: expect.stringMatching(message) }),
    ]);
  });

  test('requires a token', async () => {
    const response = await server.fetch('/api/alerts/export');
    expect([response.status, await response.json()]).toEqual([401, { detail: 'Not authenticated' }]);
  });

  test.each([
    ['an export that is not read counts until its client disconnects', false],
    ['an export of credentials that are no longer valid is cut off', true],
  ])(
    '%s',
    async (_name, revokes) => {
      let isRevoked = false;
      const authenticate: Authenticator = ({ headers: { authorization = '' } }) => {
        const name = /^Bearer ([a-z])$/.exec(authorization)?.[1];
        if (name === undefined) return undefined;
        if (name === 'a' && isRevoked) throw new DomainError('UNAUTHENTICATED', 'The token is revoked');
        return { ...localAdministrator, name };
      };
      const recordStreams = new Map([['alerts', { exports: { alerts: endlessExport } }]]);
      const { configuration, database } = server.testDatabase;
      const ownServer = await serveGraph({
        ...{ graph: server.graph, configuration, database, authenticators: [authenticate], recordStreams },
      });
      const openExport = (token: string) =>
        fetch(`${ownServer.url}/api/alerts/export`, {
          // Repeated values would compress to almost nothing.
          headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
        });
      const first = await openExport('a');
      const reopened = await openExport('a');
      expect([reopened.status, await reopened.json()]).toEqual([
        429,
        { detail: 'Too many exports: at most 1 at once per caller' },
      ]);
      const second = await openExport('b');
      expect([second.status, (await openExport('c')).status]).toEqual([200, 503]);
      isRevoked = revokes;
      if (!revokes) await second.body?.cancel();
      await expect.poll(async () => (await openExport('c')).status).toBe(200);
      // The remaining records were buffered by the client and the server.
      if (revokes) await expect(first.text()).rejects.toThrow('terminated');
      await ownServer.close();
    },
    25_000,
  );

  test('that fails over HTTP/1.0 ends with a reset, because the connection closes after complete responses too', async () => {
    const recordStreams = new Map([['alerts', { exports: { alerts: failingExport } }]]);
    const { configuration, database } = server.testDatabase;
    const { graph } = server;
    const ownServer = await serveGraph({ graph, configuration, database, caller: localAdministrator, recordStreams });
    const socket = connect(Number(new URL(ownServer.url).port), '127.0.0.1');
    socket.write('GET /api/alerts/export HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n');
    await expect(socket.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await ownServer.close();
  });
});

describe('GET /api/endpoints/export', () => {
  test.each(['ndjson', 'csv', 'parquet'])('streams all endpoints as %s', async (format) => {
    const response = await server.fetch(`/api/endpoints/export?format=${format}&hostname=WS-1`, { headers: admin });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Buffer.from(bytes).toString();
    const read = {
      ndjson: () => linesOf(text),
      csv: () => readByPython(readCsv, text),
      parquet: () => parquetRows(bytes).rows,
    };
    const rows = read[format as keyof typeof read](); // `format` is one of the keys.
    const expected = await server.testDatabase.database.sql`select tenant_id, hostname, open_alerts,
        (select count(*)::int from alerts.alert a where a.tenant_id = endpoint.tenant_id and a.endpoint_id = hostname
          and status not in ('resolved', 'false_positive')) as active_alerts
      from alerts.endpoint where hostname like '%ws-1%' order by last_alert_time desc, tenant_id, hostname`;
    expect(rows.map((row) => `${row.tenant_id} ${row.endpoint_id} ${row.open_alerts} ${row.active_alerts}`)).toEqual(
      expected.map((row) => `${row.tenant_id} ${row.hostname} ${row.open_alerts} ${row.active_alerts}`),
    );
  });

  test('exports only endpoints of the token’s tenant, and rejects unknown parameters', async () => {
    const headers = { authorization: `Bearer ${analystToken}` };
    const lines = linesOf(await (await server.fetch('/api/endpoints/export?platform=windows', { headers })).text());
    expect(new Set(lines.map((line) => line.tenant_id))).toEqual(new Set(['acme']));
    expect(await (await server.fetch('/api/endpoints/export?tenant_id=globex', { headers })).text()).toBe('');
    for (const query of ['status=open', 'format=stix', 'platform=mac']) {
      expect((await server.fetch(`/api/endpoints/export?${query}`, { headers })).status).toBe(422);
    }
    expect((await server.fetch('/api/endpoints/export')).status).toBe(401);
  });
});

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * Converts times to Unix epoch seconds: Arrow returns the times of Parquet, which have microseconds, in milliseconds.
 */
function inSeconds(row: Record<string, unknown>): object {
  const times = new Set([
    'first_seen',
    'last_seen',
    'created_at',
    'updated_at',
    'acknowledged_at',
    'resolved_at',
    'reopened_at',
  ]);
  const entries = Object.entries(row).map(([name, value]) => {
    if (!times.has(name) || value === null) return [name, value];
    const seconds = Number(value) > 1e11 ? Number(value) / 1000 : Number(value);
    return [name, seconds.toFixed(3)];
  });
  return Object.fromEntries(entries);
}

/** An export that never ends, and exceeds all buffers. */
const endlessExport: RecordExport = {
  authorize() {},
  async run(_request, { write }) {
    for (;;) await write('x'.repeat(100_000));
  },
};

/** An export that fails after its first part. */
const failingExport: RecordExport = {
  authorize() {},
  async run(_request, { write }) {
    await write('{}\n');
    throw new DomainError('STORE_UNAVAILABLE', 'The database is unavailable');
  },
};
