import { describe, expect, test } from 'vitest';
import type { GraphForm } from '../../support/graph-forms.js';
import { zonesContract } from '../zones-contract.js';
import { describedResponse, describeService, testEndpoints } from './description.js';
import { validate } from './open-api-validator.js';
import { prepareFacts, startFailingZones } from './zones-environments.js';

/** Declares the tests of the documented endpoints of the zone feed, for any form of deployment. */
export async function testZonesContract(form: GraphForm): Promise<void> {
  const { server, facts } = await prepareFacts(form);
  const urls = { working: server.url, ...(await startFailingZones(server, form)) };

  const openApi = describeService(server.graph, 'zones');
  const cases = zonesContract.flatMap((endpoint) => endpoint.cases.map((each) => [each.id, endpoint, each] as const));

  describe('the documented endpoints', () => testEndpoints(zonesContract, openApi));

  describe('every documented status occurs', () => {
    test.each(cases)('%s', async (_id, { method, path }, { world, request, status, body, headers = {} }) => {
      const { path: target, body: content, key, from } = request(facts);
      const response = await fetch(`${urls[world]}${target}`, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(from !== undefined && { 'x-forwarded-for': from }),
          ...(content !== undefined && { 'content-type': 'application/json' }),
        },
        ...(content !== undefined && { body: JSON.stringify(content) }),
      });
      const json = await response.json();
      expect([response.status, json]).toEqual([status, expect.anything()]);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(json).toMatchObject(body as object);
      if (status >= 400) expect(json).toEqual(body);
      const described = describedResponse(openApi, { method, path, status });
      const schema = described?.content['application/json']?.schema ?? {};
      expect(validate({ openApi, schema, value: json })).toEqual([]);
      for (const [name, form] of Object.entries(headers)) expect(response.headers.get(name)).toMatch(form);
      for (const name of Object.keys(described?.headers ?? {})) expect(response.headers.get(name)).not.toBeNull();
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    });
  });
}
