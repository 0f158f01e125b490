import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, localAdministrator } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { inference, start } from '../alerts/support/alert-world.js';
import { type AlertsServer, serveAlerts, serveGraph, startAlertsServer } from './support/alerts-server.js';
import { adminToken, analystToken } from './support/serve-services.js';

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
        ...{ attack_prob: 0.5 + (index % 50) / 100, ttp_techniques: ['T1059', `T${index}`] },
        ttp_explanation: texts[index % texts.length] ?? null,
      }),
    ),
  ).join('\n');
  const headers = { ...admin, 'content-type': 'application/x-ndjson' };
  const response = await server.fetch('/api/alerts/inferences', { method: 'POST', headers, body });
  expect((await response.text()).trim().split('\n')).toHaveLength(alertCount + 1);
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
  test('streams all alerts as newline-delimited JSON in the form and order of GET /alerts', async () => {
    const lines = (await read(''))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ alert_id }) => alert_id)).toEqual((await rowsOf()).map(({ id }) => id));
    expect(lines).toHaveLength(alertCount);
    const response = await server.fetch('/alerts?limit=1000', { headers: admin });
    const { alerts } = (await response.json()) as { alerts: object[] }; // The documented format.
    expect(lines.slice(0, 1000)).toEqual(alerts);
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
  ])('exports the alerts of the filter %s', async (query, sqlFilter) => {
    const lines = (await read(`?${query}`)).split('\n').filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line).alert_id)).toEqual((await rowsOf(sqlFilter)).map(({ id }) => id));
  });

  test('exports only the tenant of the token', async () => {
    const bearer = { authorization: `Bearer ${analystToken}` };
    const lines = (await read('', bearer)).trimEnd().split('\n');
    expect(lines).toHaveLength((await rowsOf("tenant_id = 'acme'")).length);
    expect(await read('?tenant_id=globex', bearer)).toBe('');
    const header = await read('?tenant_id=globex&format=csv', bearer);
    expect(header).toMatch(/^alert_id,tenant_id,.*,num_edges\r\n$/);
  });

  test.each([
    ['viewer', 200],
    ['ingest', 403],
  ] as const)('responds to the role %s with %i', async (role, expected) => {
    const { configuration, database } = server.testDatabase;
    const caller = { kind: 'operator', name: role, role, tenantId: 'acme' } as const;
    const own = await serveAlerts({ configuration, database, caller });
    const response = await fetch(`${own.url}/api/alerts/export?endpoint_id=ws-1`);
    expect(response.status).toBe(expected);
    await response.text();
    await own.close();
  });

  test.each([
    ['format=xml', 'format', /format must be one of csv, ndjson, navigator/],
    ['stauts=open', 'stauts', /stauts is unknown: expected format, tenant_id/],
    ['status=closed', 'status', /status must be one of open/],
    ['min_attack_prob=1.1', 'min_attack_prob', /number from 0 to 1/],
    ['seen_after=yesterday', 'seen_after', /ISO 8601/],
    ['tenant_id=a&tenant_id=b', 'tenant_id', /must be specified once/],
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
      const own = await serveGraph({
        ...{ graph: server.graph, configuration, database, authenticators: [authenticate], recordStreams },
      });
      const of = (token: string) =>
        fetch(`${own.url}/api/alerts/export`, { headers: { authorization: `Bearer ${token}` } });
      const first = await of('a');
      const again = await of('a');
      expect([again.status, await again.json()]).toEqual([
        429,
        { detail: 'Too many exports: at most 1 at once per caller' },
      ]);
      const second = await of('b');
      expect([second.status, (await of('c')).status]).toEqual([200, 503]);
      isRevoked = revokes;
      if (!revokes) await second.body?.cancel();
      await expect.poll(async () => (await of('c')).status).toBe(200);
      // The rest is what the client and the server had buffered.
      if (revokes) await expect(first.text()).rejects.toThrow('terminated');
      await own.close();
    },
    25_000,
  );
});

/** Never ends; larger than all buffers. */
const endlessExport: RecordExport = {
  authorize() {},
  async run(_request, { write }) {
    for (;;) await write('x'.repeat(100_000));
  },
};
