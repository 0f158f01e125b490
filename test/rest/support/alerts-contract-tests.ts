import { describe, expect, test } from 'vitest';
import type { GraphForm } from '../../support/graph-forms.js';
import { alertsContract, type World } from '../alerts-contract.js';
import { startAlertsServer } from './alerts-server.js';
import { describedResponse, describeService, testEndpoints } from './description.js';
import { startFailingServers } from './failing-servers.js';
import { validate } from './open-api-validator.js';

/** An unused id, for states in which no request succeeds. */
const someId = '00000000-0000-4000-8000-000000000000';

/** Declares the tests of the documented endpoints of the alert service, for any form of deployment. */
export async function testAlertsContract(form: GraphForm): Promise<void> {
  const server = await startAlertsServer({}, form);
  const failing = await startFailingServers(server, form);
  const urls: Readonly<Record<World, string>> = { attached: server.url, ...failing };

  const openApi = describeService(server.graph, 'alerts');
  const cases = alertsContract.flatMap((endpoint) => endpoint.cases.map((each) => [each.id, endpoint, each] as const));

  describe('the documented endpoints', () => testEndpoints(alertsContract, openApi));

  describe('every documented status occurs', () => {
    test.each(cases)('%s', async (_id, { method, path }, { world, request, status, body }) => {
      const alertId = world === 'attached' ? await server.openAlert() : someId;
      const { path: target, body: content } = request({ alertId });
      const headers = content === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(`${urls[world]}${target}`, { method, headers, body: content });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/json');
      const json = await response.json();
      expect(json).toMatchObject(body as object);
      if (status >= 400) expect(json).toEqual(body);
      const schema = describedResponse(openApi, { method, path, status })?.content['application/json']?.schema ?? {};
      expect(validate({ openApi, schema, value: json })).toEqual([]);
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    });
  });
}
