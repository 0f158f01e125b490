import { describe, expect, test } from 'vitest';
import { openApiText } from '../../rest-adapters/index.js';
import { validate } from './support/open-api-validator.js';
import { prepareFacts, startFailingZones } from './support/zones-worlds.js';
import { zonesContract } from './zones-contract.js';

const { server, facts } = await prepareFacts();
const urls = { working: server.url, ...(await startFailingZones(server)) };

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
}
interface Described {
  content: Record<string, { schema: object }>;
  headers?: Record<string, object>;
}
const openApi = JSON.parse(openApiText(server.graph.supergraphSdl, ['zones'])) as OpenApi; // What the function documents.

const endpoints = zonesContract.map((endpoint) => [endpoint.id, endpoint] as const);
const cases = zonesContract.flatMap((endpoint) => endpoint.cases.map((each) => [each.id, endpoint, each] as const));

describe('the documented endpoints', () => {
  test('are exactly those of the OpenAPI description', () => {
    const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(zonesContract.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test.each(endpoints)('%s: every status that is documented has a case here', (_id, { method, path, cases: own }) => {
    const described = Object.keys(openApi.paths[path]?.[method.toLowerCase()]?.responses ?? {});
    expect(own.map(({ status }) => String(status)).sort()).toEqual(described.sort());
  });

  test('have permanent ids, each only once', () => {
    const ids = cases.map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

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
    const described = openApi.paths[path]?.[method.toLowerCase()]?.responses[status];
    const schema = described?.content['application/json']?.schema ?? {};
    expect(validate({ openApi, schema, value: answer })).toEqual([]);
    for (const [name, form] of Object.entries(headers)) expect(response.headers.get(name)).toMatch(form);
    for (const name of Object.keys(described?.headers ?? {})) expect(response.headers.get(name)).not.toBeNull();
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  });
});
