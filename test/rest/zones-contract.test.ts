import { describe, expect, test } from 'vitest';
import { describedAnswer, describeService, testEndpoints } from './support/description.js';
import { validate } from './support/open-api-validator.js';
import { prepareFacts, startFailingZones } from './support/zones-worlds.js';
import { zonesContract } from './zones-contract.js';

const { server, facts } = await prepareFacts();
const urls = { working: server.url, ...(await startFailingZones(server)) };

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
    const answer = await response.json();
    expect([response.status, answer]).toEqual([status, expect.anything()]);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(answer).toMatchObject(body as object);
    if (status >= 400) expect(answer).toEqual(body);
    const described = describedAnswer(openApi, { method, path, status });
    const schema = described?.content['application/json']?.schema ?? {};
    expect(validate({ openApi, schema, value: answer })).toEqual([]);
    for (const [name, form] of Object.entries(headers)) expect(response.headers.get(name)).toMatch(form);
    for (const name of Object.keys(described?.headers ?? {})) expect(response.headers.get(name)).not.toBeNull();
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  });
});
