import { describe, expect, test } from 'vitest';
import { startAlertsServer } from '../rest/support/alerts-server.js';
import {
  getAlert,
  getHealth,
  listAlerts,
  listEndpoints,
  submitFeedback,
  updateAlert,
} from './generated/rest-client.js';
import { describeClients } from './support/describe-clients.js';

/** The requests in section 4 of the alert triage specification, as clients send them. */
const server = await startAlertsServer();
const { url } = server;

describeClients({}, (client, number) => {
  const tenant = `tenant-${number}`;

  async function get(path: string, query?: Record<string, string>): Promise<unknown> {
    const { status, headers, body } = await client.send({ method: 'GET', url: url + path, ...(query && { query }) });
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    return JSON.parse(body);
  }

  test('lists, reads and updates alerts', async () => {
    const id = await server.openAlert({ tenantId: tenant, endpointId: 'WS-1' });
    expect(await get('/health')).toMatchObject({ status: 'ok', service: 'alert-api' });
    expect(await get('/alerts')).toMatchObject({ limit: 100, offset: 0 });
    const page = { tenant_id: tenant, status: 'open', limit: '10', offset: '0' };
    const listed = await get('/alerts', page);
    expect(listed).toMatchObject({ alerts: [{ alert_id: id, status: 'open' }], total: 1, limit: 10, offset: 0 });
    expect(await get(`/alerts/${id}`)).toMatchObject({ alert_id: id, tenant_id: tenant, endpoint_id: 'ws-1' });

    const json = { status: 'acknowledged', notes: 'Bekannter Scanner – gesehen 👀', resolved_by: 'analyst-7' };
    const changed = await client.send({ method: 'PATCH', url: `${url}/alerts/${id}`, json });
    expect([changed.status, JSON.parse(changed.body)]).toMatchObject([
      200,
      { status: 'acknowledged', analyst_notes: json.notes, resolved_by: 'analyst-7' },
    ]);
    expect(changed.body).toContain('"created_at":1772366400.0,');

    const verdict = { alert_id: id, is_true_positive: false, notes: 'a test', analyst: 'analyst-8' };
    const judged = await client.send({ method: 'POST', url: `${url}/feedback`, json: verdict });
    expect([judged.status, JSON.parse(judged.body)]).toEqual([
      200,
      { status: 'ok', alert_id: id, new_status: 'false_positive', is_true_positive: false },
    ]);
    expect(await get('/endpoints', { tenant_id: tenant })).toMatchObject([
      { endpoint_id: 'ws-1', total_alerts: 1, open_alerts: 0 },
    ]);
  });

  test('receives the documented errors', async () => {
    const rejected = async (request: Parameters<typeof client.send>[0]): Promise<unknown[]> => {
      const { status, headers, body } = await client.send(request);
      expect(headers['content-type']).toBe('application/json');
      return [status, JSON.parse(body).detail];
    };
    const unknown = `${url}/alerts/none`;
    const closed = [400, 'Invalid status: closed'];
    expect(await rejected({ method: 'PATCH', url: unknown, json: { status: 'closed' } })).toEqual(closed);
    expect(await rejected({ method: 'GET', url: `${url}/alerts`, query: { status: 'closed' } })).toEqual(closed);
    const notFound = [404, 'Alert none not found'];
    expect(await rejected({ method: 'GET', url: unknown })).toEqual(notFound);
    expect(await rejected({ method: 'PATCH', url: unknown, json: { status: 'open' } })).toEqual(notFound);
    const verdict = { alert_id: 'none', is_true_positive: true };
    expect(await rejected({ method: 'POST', url: `${url}/feedback`, json: verdict })).toEqual(notFound);
    expect(await rejected({ method: 'GET', url: `${url}/alerts`, query: { limit: '1001' } })).toMatchObject([
      422,
      [{ loc: ['query', 'limit'], input: '1001' }],
    ]);
    expect(await rejected({ method: 'POST', url: `${url}/feedback`, json: {} })).toMatchObject([
      422,
      [{ loc: ['body', 'alert_id'] }, { loc: ['body', 'is_true_positive'] }],
    ]);
    expect(await rejected({ method: 'GET', url: `${url}/nowhere` })).toEqual([404, 'Not Found']);
  });
});

describe('a client generated from the OpenAPI description', () => {
  const options = { baseUrl: url };

  test('lists, reads and updates alerts', async () => {
    const id = await server.openAlert({ tenantId: 'generated', endpointId: 'WS-1' });
    const health = await getHealth(options);
    expect(health).toMatchObject({ status: 200, data: { status: 'ok', service: 'alert-api' } });
    const listed = await listAlerts({ tenant_id: 'generated', status: 'open', limit: 10, offset: 0 }, options);
    if (listed.status !== 200) throw new Error(`the list was rejected: ${listed.status}`);
    const [alert] = listed.data.alerts;
    expect(alert).toMatchObject({ alert_id: id, endpoint_id: 'ws-1', ttp_techniques: ['T1059.004'] });
    const changed = await updateAlert(id, { status: 'investigating', notes: 'seen', resolved_by: 'ana' }, options);
    if (changed.status !== 200) throw new Error(`the change was rejected: ${changed.status}`);
    expect(changed.data.updated_at).toBeGreaterThan(alert?.updated_at ?? Number.POSITIVE_INFINITY);
    const judged = await submitFeedback({ alert_id: id, is_true_positive: true }, options);
    expect(judged).toMatchObject({ status: 200, data: { new_status: 'resolved', is_true_positive: true } });
    expect(await getAlert(id, options)).toMatchObject({
      status: 200,
      data: { status: 'resolved', analyst_notes: 'seen' },
    });
    const endpoints = await listEndpoints({ tenant_id: 'generated' }, options);
    if (endpoints.status !== 200) throw new Error(`the summary was rejected: ${endpoints.status}`);
    expect(endpoints.data.map(({ endpoint_id, open_alerts }) => [endpoint_id, open_alerts])).toEqual([['ws-1', 0]]);
  });

  test('receives the documented errors', async () => {
    const unknown = await getAlert('a/b c', options);
    expect(unknown).toMatchObject({ status: 404, data: { detail: 'Alert a/b c not found' } });
    const rejected = await listAlerts({ limit: 1001 }, options);
    if (rejected.status !== 422) throw new Error(`it was not rejected: ${rejected.status}`);
    expect(rejected.data.detail.map(({ loc, msg }) => [loc, msg])).toEqual([
      [['query', 'limit'], 'Input should be less than or equal to 1000'],
    ]);
  });
});
