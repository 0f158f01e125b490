import { describe, expect, test } from 'vitest';
import { maxCharacters } from '../../platform/input-limits.js';
import { now, startAlertsServer } from './support/alerts-server.js';
import { rawRequest } from './support/raw-request.js';
import { adminToken, analystToken } from './support/serve-services.js';

const server = await startAlertsServer();

async function get(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
  const response = await server.fetch(path, init);
  return { status: response.status, body: await response.json() };
}

function send(method: string, path: string, body: string, type = 'application/json') {
  return get(path, { method, body, headers: { 'content-type': type } });
}

/** The only issue of a 422 response. */
async function readFirstIssue(received: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await received;
  expect(status).toBe(422);
  const { detail } = body as { detail: unknown[] };
  expect(detail).toHaveLength(1);
  return detail[0];
}

test('every response contains suppressed alerts, like other alerts', async () => {
  const ids = [];
  for (const endpointId of ['a', 'b']) {
    ids.push(
      await server.openAlert({ tenantId: 'suppressed', endpointId, timestamp: 1_772_366_000, attackProb: 0.97 }),
    );
  }
  const paths = [
    ...['/alerts?tenant_id=suppressed', '/alerts?tenant_id=suppressed&status=open&limit=1', '/alerts?limit=1000'],
    ...[`/alerts/${ids[0]}`, '/endpoints?tenant_id=suppressed', '/endpoints', '/health'],
  ];
  const requestAll = async () =>
    await Promise.all(
      paths.map(async (path) => (await (await server.fetch(path)).text()).replace(/"uptime_seconds":[\d.]+/, '')),
    );
  const before = await requestAll();
  expect(before[0]).toContain('"total":2');
  await server.testDatabase.database
    .sql`update alerts.alert set suppressed_by = array[gen_random_uuid()] where id = ${ids[0] ?? ''}`;
  expect(await requestAll()).toEqual(before);
  await server.testDatabase.database.sql`update alerts.alert set suppressed_by = null`;
});

describe('an alert', () => {
  test('has every documented field in its documented format', async () => {
    const id = await server.openAlert({
      tenantId: 'fields',
      endpointId: 'WEB-1',
      timestamp: 1_772_366_000.5,
      attackProb: 0.97,
    });
    expect(await get(`/alerts/${id}`)).toEqual({
      status: 200,
      body: {
        alert_id: id,
        tenant_id: 'fields',
        endpoint_id: 'web-1',
        severity: 'critical',
        status: 'open',
        platform: 'linux',
        attack_prob: 0.97,
        confidence: 0.8,
        prediction: 'attack',
        ttp_techniques: ['T1059.004'],
        ttp_explanation: 'Unix shell',
        inference_ids: [expect.any(String)],
        related_endpoints: [],
        first_seen: 1_772_366_000.5,
        last_seen: 1_772_366_000.5,
        created_at: now / 1000,
        updated_at: now / 1000,
        analyst_notes: '',
        resolved_by: null,
        model_name: 'graph-model',
        num_nodes: 12,
        num_edges: 30,
      },
    });
  });

  test.each(['nope', '%20', 'a%2Fb', '%C3%A9', 'x'.repeat(3000), '%22', '%27;drop table alerts'])(
    'is reported as not found with its id unchanged: %s',
    async (id) => {
      expect(await get(`/alerts/${id}`)).toEqual({
        status: 404,
        body: { detail: `Alert ${decodeURIComponent(id)} not found` },
      });
    },
  );

  test.each([
    ['%', '%'],
    ['%zz', '%zz'],
    ['a%ff', 'a\ufffd'],
    ['%00', '\u0000'],
  ])('with a malformed encoding in its id is reported as not found: %s', async (path, id) => {
    const received = await rawRequest(server.url, { path: `/alerts/${path}` });
    expect([received.status, JSON.parse(received.body)]).toEqual([404, { detail: `Alert ${id} not found` }]);
  });
});

/** The serialized values of each field name in a response. */
function serializedValues(body: string, names: readonly string[]): Record<string, string[]> {
  const values = (name: string): string[] =>
    [...body.matchAll(new RegExp(`"${name}":([^,}]+)`, 'g'))].map(([, value]) => value ?? '');
  return Object.fromEntries(names.map((name) => [name, values(name)]));
}

describe('numbers', () => {
  const floats = ['attack_prob', 'confidence', 'first_seen', 'last_seen', 'created_at', 'updated_at'];
  const integers = ['num_nodes', 'num_edges'];

  test('of type float have the Python format, and those of type int have no fraction', async () => {
    const wholeSeconds = {
      tenantId: 'floats',
      endpointId: 'A',
      attackProb: 1,
      confidence: 0,
      timestamp: 1_772_366_000,
    };
    const id = await server.openAlert(wholeSeconds);
    const alert = {
      attack_prob: ['1.0'],
      confidence: ['0.0'],
      first_seen: ['1772366000.0'],
      last_seen: ['1772366000.0'],
      created_at: ['1772366400.0'],
      updated_at: ['1772366400.0'],
      num_nodes: ['12'],
      num_edges: ['30'],
    };
    const names = [...floats, ...integers];
    const acknowledged = {
      method: 'PATCH',
      body: '{"status":"acknowledged"}',
      headers: { 'content-type': 'application/json' },
    };
    const one = await (await server.fetch(`/alerts/${id}`)).text();
    const list = await (await server.fetch('/alerts?tenant_id=floats')).text();
    const changed = await (await server.fetch(`/alerts/${id}`, acknowledged)).text();
    for (const text of [one, list]) expect(serializedValues(text, names)).toEqual(alert);
    expect(serializedValues(changed, names)).toEqual({ ...alert, updated_at: ['1772366400.000001'] });
    expect(list).toMatch(/"total":1,"limit":100,"offset":0}$/);
    const endpoints = await (await server.fetch('/endpoints?tenant_id=floats')).text();
    expect(serializedValues(endpoints, ['total_alerts', 'open_alerts', 'last_alert_time'])).toEqual({
      total_alerts: ['1'],
      open_alerts: ['0'],
      last_alert_time: ['1772366000.0'],
    });
  });

  test.each([
    [0.9, 1e-5, '0.9', '1e-05'],
    [0.75, 0.0001, '0.75', '0.0001'],
    [0.5, 1.5e-7, '0.5', '1.5e-07'],
    [1, 1e-300, '1.0', '1e-300'],
    [0.9999999999999999, 0.1, '0.9999999999999999', '0.1'],
  ])('%d and %d are formatted as %s and %s', async (attackProb, confidence, ...expected) => {
    const id = await server.openAlert({ tenantId: 'small-floats', attackProb, confidence });
    const text = await (await server.fetch(`/alerts/${id}`)).text();
    const { attack_prob, confidence: confidences } = serializedValues(text, ['attack_prob', 'confidence']);
    expect([attack_prob, confidences]).toEqual(expected.map((number) => [number]));
  });

  test('in the health response are a float of seconds and an int of alerts', async () => {
    const text = await (await server.fetch('/health')).text();
    expect(text).toMatch(/"uptime_seconds":\d+\.\d+,"alerts_count":\d+}$/);
  });

  test('in the GraphQL API have the JavaScript format', async () => {
    const id = await server.openAlert({ attackProb: 1 });
    const query = `{ alert(id: "${id}") { attackProb } }`;
    const response = await server.fetch(`/graphql?query=${encodeURIComponent(query)}`);
    expect(await response.text()).toBe('{"data":{"alert":{"attackProb":1}}}');
  });
});

describe('the list', () => {
  test('contains the page, the total, and the requested limit and offset', async () => {
    const ids = [await server.openAlert({ tenantId: 'pages' }), await server.openAlert({ tenantId: 'pages' })];
    const { status, body } = await get('/alerts?tenant_id=pages&limit=1&offset=1');
    expect([status, body]).toMatchObject([200, { total: 2, limit: 1, offset: 1 }]);
    const all = (await get('/alerts?tenant_id=pages')).body as { alerts: { alert_id: string }[] };
    expect(all).toMatchObject({ total: 2, limit: 100, offset: 0 });
    expect(all.alerts.map((alert) => alert.alert_id).sort()).toEqual(ids.sort());
    expect((body as typeof all).alerts).toEqual(all.alerts.slice(1));
  });

  test('is empty beyond its end, with the correct total', async () => {
    await server.openAlert({ tenantId: 'beyond' });
    expect((await get('/alerts?tenant_id=beyond&offset=50')).body).toEqual({
      alerts: [],
      total: 1,
      limit: 100,
      offset: 50,
    });
  });

  test.each(['2147483648', '99999999999999999999'])('echoes an offset of any size: %s', async (offset) => {
    const response = await server.fetch(`/alerts?tenant_id=none&offset=${offset}`);
    expect([response.status, await response.text()]).toEqual([
      200,
      `{"alerts":[],"total":0,"limit":100,"offset":${offset}}`,
    ]);
  });

  test('is empty for an empty tenant', async () => {
    await server.openAlert();
    expect((await get('/alerts?tenant_id=')).body).toEqual({ alerts: [], total: 0, limit: 100, offset: 0 });
  });

  test('accepts one status, case-sensitively', async () => {
    await server.openAlert({ tenantId: 'states' });
    expect((await get('/alerts?tenant_id=states&status=open')).body).toMatchObject({ total: 1 });
    expect((await get('/alerts?tenant_id=states&status=resolved')).body).toMatchObject({ total: 0 });
    for (const status of ['OPEN', 'Open', ' open', '', 'closed', 'toString', '__proto__']) {
      expect(await get(`/alerts?status=${encodeURIComponent(status)}`)).toEqual({
        status: 400,
        body: { detail: `Invalid status: ${status}` },
      });
    }
  });

  test('uses the last of repeated parameters, and ignores unknown ones', async () => {
    expect(await get('/alerts?limit=x&limit=3&color=red&tenant_id=none')).toMatchObject({
      status: 200,
      body: { limit: 3 },
    });
  });

  test('reports all errors at once, and an invalid status only if there are no other errors', async () => {
    const { status, body } = await get('/alerts?status=closed&offset=-1&limit=');
    expect(status).toBe(422);
    expect(body).toEqual({
      detail: [
        {
          type: 'int_parsing',
          loc: ['query', 'limit'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: '',
        },
        {
          type: 'greater_than_equal',
          loc: ['query', 'offset'],
          msg: 'Input should be greater than or equal to 0',
          input: '-1',
          ctx: { ge: 0 },
        },
      ],
    });
  });
});

describe('an update of an alert', () => {
  test('leaves omitted notes and resolved_by unchanged, and clears empty ones', async () => {
    const path = `/alerts/${await server.openAlert()}`;
    const first = await send('PATCH', path, '{"status":"acknowledged","notes":"seen","resolved_by":"ana"}');
    expect(first.body).toMatchObject({ status: 'acknowledged', analyst_notes: 'seen', resolved_by: 'ana' });
    const second = await send('PATCH', path, '{"status":"investigating"}');
    expect(second.body).toMatchObject({ status: 'investigating', analyst_notes: 'seen', resolved_by: 'ana' });
    const third = await send('PATCH', path, '{"status":"open","notes":"","resolved_by":""}');
    expect(third.body).toMatchObject({ status: 'open', analyst_notes: '', resolved_by: null });
    expect((await get(path)).body).toEqual(third.body);
  });

  test('by a verdict returns the result', async () => {
    const id = await server.openAlert();
    const body = JSON.stringify({ alert_id: id, is_true_positive: 'No', notes: 'a test', analyst: 'ana' });
    const response = await server.fetch('/feedback', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe(
      `{"status":"ok","alert_id":"${id}","new_status":"false_positive","is_true_positive":false}`,
    );
    expect((await get(`/alerts/${id}`)).body).toMatchObject({
      status: 'false_positive',
      analyst_notes: 'a test',
      resolved_by: 'ana',
    });
  });

  test('by a verdict echoes the id unchanged', async () => {
    const id = (await server.openAlert()).toUpperCase();
    expect(await send('POST', '/feedback', JSON.stringify({ alert_id: id, is_true_positive: 1 }))).toEqual({
      status: 200,
      body: { status: 'ok', alert_id: id, new_status: 'resolved', is_true_positive: true },
    });
  });

  test('with text that cannot be stored is rejected without a change', async () => {
    const id = await server.openAlert();
    expect(
      await readFirstIssue(send('PATCH', `/alerts/${id}`, '{"status":"resolved","notes":"a\\u0000b"}')),
    ).toMatchObject({
      type: 'value_error',
      loc: ['body', 'notes'],
      input: 'a\u0000b',
    });
    expect((await get(`/alerts/${id}`)).body).toMatchObject({ status: 'open', analyst_notes: '' });
  });
});

describe('a body', () => {
  const path = '/alerts/any';
  const notAnObject = {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
  };

  test.each([
    ['[1,2.0]', [1, 2]],
    ['"text"', 'text'],
    ['5', 5],
    ['true', true],
    ['[]', []],
  ])('is rejected if it is not an object: %s', async (body, input) => {
    expect(await readFirstIssue(send('PATCH', path, body))).toEqual({ ...notAnObject, input });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
    'application/jsonx',
    'multipart/form-data',
  ])('with Content-Type %s is parsed as text', async (type) => {
    expect(await readFirstIssue(send('PATCH', path, '{"status":"open"}', type))).toEqual({
      ...notAnObject,
      input: '{"status":"open"}',
    });
  });

  test.each([
    'application/json',
    'Application/JSON; charset=latin1',
    'application/merge-patch+json',
    ' application/json;',
  ])('with Content-Type %j is parsed as JSON', async (type) => {
    const body = '{"status":"open"}';
    const received = await rawRequest(server.url, { method: 'PATCH', path, body, headers: { 'content-type': type } });
    expect([received.status, received.body]).toEqual([404, '{"detail":"Alert any not found"}']);
  });

  test('without Content-Type is parsed as JSON', async () => {
    const received = await rawRequest(server.url, { method: 'PATCH', path, body: '{"status":"open"}' });
    expect(received.status).toBe(404);
  });

  test('counts as missing if it is null', async () => {
    expect(await readFirstIssue(send('PATCH', path, 'null'))).toEqual({
      type: 'missing',
      loc: ['body'],
      msg: 'Field required',
      input: null,
    });
  });

  test('with invalid JSON is rejected with only the position and the reason', async () => {
    expect(await readFirstIssue(send('PATCH', path, '{"status": "é😀", }'))).toEqual({
      type: 'json_invalid',
      loc: ['body', 17],
      msg: 'JSON decode error',
      input: {},
      ctx: { error: 'Expecting property name enclosed in double quotes' },
    });
  });

  test('is rejected if it is unreadable', async () => {
    const detail = { detail: 'There was an error parsing the body' };
    for (const body of [new Uint8Array([0x22, 0xff, 0x22]), '9'.repeat(5000), `${'['.repeat(50_000)}`]) {
      const headers = { 'content-type': 'application/json' };
      expect(await get(path, { method: 'PATCH', body, headers })).toEqual({ status: 400, body: detail });
    }
  });

  test('may have a byte order mark', async () => {
    expect((await send('PATCH', path, '\ufeff{"status":"open"}')).status).toBe(404);
  });

  test('is validated completely, and repeated in the error', async () => {
    const sent = '{"b":1.50,"a":12345678901234567890,"notes":null,"resolved_by":[1.0,NaN],"is_true_positive":"maybe"}';
    const response = await server.fetch('/feedback', {
      method: 'POST',
      body: sent,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe(
      '{"detail":[' +
        '{"type":"missing","loc":["body","alert_id"],"msg":"Field required","input":{"b":1.5,"a":12345678901234567890,"notes":null,"resolved_by":[1.0,null],"is_true_positive":"maybe"}},' +
        '{"type":"bool_parsing","loc":["body","is_true_positive"],"msg":"Input should be a valid boolean, unable to interpret input","input":"maybe"},' +
        '{"type":"string_type","loc":["body","notes"],"msg":"Input should be a valid string","input":null}' +
        ']}',
    );
  });

  test('with an invalid status is rejected before the alert is looked up', async () => {
    expect(await send('PATCH', path, '{"status":"OPEN"}')).toEqual({
      status: 400,
      body: { detail: 'Invalid status: OPEN' },
    });
  });
});

describe('paths and methods:', () => {
  test.each([
    ['DELETE', '/alerts', 'GET'],
    ['HEAD', '/alerts', 'GET'],
    ['OPTIONS', '/health', 'GET'],
    ['PUT', '/alerts/any', 'GET, PATCH'],
    ['GET', '/feedback', 'POST'],
    ['POST', '/endpoints', 'GET'],
    ['GET', '/api/alerts/inferences', 'POST'],
    ['PUT', '/api/alerts/export', 'GET'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const response = await server.fetch(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(method === 'HEAD' ? '' : '{"detail":"Method Not Allowed"}');
  });

  test.each(['/alerts/a/b', '/feedback/x', '/nowhere', '/Alerts', '//alerts', '/docs/x', '/console/x.html'])(
    '%s is not found',
    async (path) => {
      const received = await rawRequest(server.url, { path });
      expect([received.status, received.body]).toEqual([404, '{"detail":"Not Found"}']);
      expect(received.headers['content-type']).toBe('application/json');
    },
  );

  test.each([
    [200, 'the OpenAPI document', { path: '/openapi.json' }],
    [401, 'an unknown token', { path: '/schema.graphql', headers: { authorization: 'Bearer nobody' } }],
    [403, 'a page of another site', { method: 'POST', path: '/feedback', headers: { origin: 'https://a.example' } }],
    [404, 'an unknown path with a body', { method: 'POST', path: '/nowhere', body: '{' }],
    [405, 'a wrong method', { method: 'POST', path: '/metrics', body: '{' }],
    [413, 'a large body', { method: 'POST', path: '/feedback', body: ' '.repeat(1_048_577) }],
    [421, 'an unknown Host', { path: '/alerts', headers: { host: 'elsewhere.example' } }],
  ])('the response with status %d for %s is JSON without a charset', async (status, _, request) => {
    const received = await rawRequest(server.url, request);
    expect([received.status, received.headers['content-type']]).toEqual([status, 'application/json']);
  });

  test.each([
    ['/alerts/', '/alerts'],
    ['/alerts/?limit=5&x=?', '/alerts?limit=5&x=?'],
    ['/alerts/a%2Fb/', '/alerts/a%2Fb'],
    ['/health//', '/health'],
  ])('%s redirects to %s', async (path, location) => {
    const received = await rawRequest(server.url, { path });
    expect([received.status, received.headers.location]).toEqual([307, location]);
  });

  test('health paths for orchestrators are separate from this service', async () => {
    expect((await server.fetch('/health/live')).status).toBe(200);
    expect((await server.fetch('/health/live', { method: 'POST' })).status).toBe(405);
  });
});

describe('a caller', () => {
  test('with an unknown token is rejected before other errors', async () => {
    const response = await server.fetch('/alerts?limit=0', { headers: { authorization: 'Bearer nobody' } });
    expect([response.status, response.headers.get('www-authenticate'), await response.json()]).toEqual([
      401,
      'Bearer',
      { detail: 'Not authenticated' },
    ]);
  });

  test('sees the alerts that the token permits', async () => {
    const id = await server.openAlert({ tenantId: 'elsewhere' });
    const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect((await get(`/alerts/${id}`, withToken(adminToken))).status).toBe(200);
    expect(await get(`/alerts/${id}`, withToken(analystToken))).toEqual({
      status: 404,
      body: { detail: `Alert ${id} not found` },
    });
  });
});

describe('the endpoint summary', () => {
  test('has one row for each endpoint', async () => {
    await server.openAlert({ tenantId: 'rows', endpointId: 'A', timestamp: 1_772_366_000 });
    await server.openAlert({ tenantId: 'rows', endpointId: 'a', timestamp: 1_772_300_000 });
    expect(await get('/endpoints?tenant_id=rows')).toEqual({
      status: 200,
      body: [
        {
          endpoint_id: 'a',
          tenant_id: 'rows',
          platform: 'linux',
          total_alerts: 2,
          open_alerts: 2,
          last_alert_time: 1_772_366_000,
        },
      ],
    });
  });
});

test('responses and errors may not be cached', async () => {
  const id = await server.openAlert({ tenantId: 'caches' });
  for (const path of ['/alerts', `/alerts/${id}`, '/alerts/unknown', '/alerts?limit=0', '/endpoints', '/health']) {
    expect([path, (await server.fetch(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
});

describe('maximum lengths:', () => {
  test.each([
    ['PATCH', 'notes', maxCharacters.notes, { status: 'acknowledged' }],
    ['PATCH', 'resolved_by', maxCharacters.actor, { status: 'acknowledged' }],
    ['POST', 'notes', maxCharacters.notes, { is_true_positive: true }],
    ['POST', 'analyst', maxCharacters.actor, { is_true_positive: true }],
  ])(
    '%s: a value of %s with %d characters is stored, and a longer one is rejected as in pydantic',
    async (method, field, maximum, others) => {
      const id = await server.openAlert({ tenantId: 'lengths', endpointId: `${method} ${field}` });
      const path = method === 'PATCH' ? `/alerts/${id}` : '/feedback';
      const submit = async (text: string) =>
        await send(method, path, JSON.stringify({ ...others, alert_id: id, [field]: text }));
      const longest = `${'x'.repeat(maximum - 1)}😀`;
      expect(await submit(longest)).toMatchObject({ status: 200 });
      const stored = field === 'notes' ? 'analyst_notes' : 'resolved_by';
      expect((await get(`/alerts/${id}`)).body).toMatchObject({ [stored]: longest });
      expect(await readFirstIssue(submit(`${longest}x`))).toEqual({
        type: 'string_too_long',
        loc: ['body', field],
        msg: `String should have at most ${maximum} characters`,
        input: `${longest}x`,
        ctx: { max_length: maximum },
      });
      expect((await get(`/alerts/${id}`)).body).toMatchObject({ [stored]: longest });
    },
  );

  test('a tenant beyond the maximum length has no alerts', async () => {
    const tenantId = 'x'.repeat(maxCharacters.tenantId + 1);
    expect(await get(`/alerts?tenant_id=${tenantId}`)).toMatchObject({ status: 200, body: { total: 0 } });
    expect(await get(`/endpoints?tenant_id=${tenantId}`)).toEqual({ status: 200, body: [] });
  });
});
