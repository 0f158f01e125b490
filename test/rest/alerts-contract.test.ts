import { describe, expect, test } from 'vitest';
import { openApiText } from '../../rest-adapters/index.js';
import { alertsContract, type World } from './alerts-contract.js';
import { startAlertsServer } from './support/alerts-server.js';
import { startFailingServers } from './support/failing-servers.js';
import { validate } from './support/open-api-validator.js';

const server = await startAlertsServer();
const failing = await startFailingServers(server);
const urls: Readonly<Record<World, string>> = { attached: server.url, ...failing };

/** A key that nothing has; where no request succeeds, none has to. */
const someId = '00000000-0000-4000-8000-000000000000';

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, unknown> }> }>>;
}
const openApi = JSON.parse(openApiText(server.graph.supergraphSdl, ['alerts'])) as OpenApi; // What the function documents.

const endpoints = alertsContract.map((endpoint) => [endpoint.id, endpoint] as const);
const cases = alertsContract.flatMap((endpoint) => endpoint.cases.map((each) => [each.id, endpoint, each] as const));

describe('the documented endpoints', () => {
  test('are exactly those of the OpenAPI description', () => {
    const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(alertsContract.map(({ method, path }) => `${method} ${path}`).sort());
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
  test.each(cases)('%s', async (_id, { method, path }, { world, request, status, body }) => {
    const alertId = world === 'attached' ? await server.openAlert() : someId;
    const { path: target, body: content } = request({ alertId });
    const headers = content === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${urls[world]}${target}`, { method, headers, body: content });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    const answer = await response.json();
    expect(answer).toMatchObject(body as object);
    if (status >= 400) expect(answer).toEqual(body);
    const schema = openApi.paths[path]?.[method.toLowerCase()]?.responses[status]?.content['application/json'];
    expect(validate({ openApi, schema: (schema as { schema: object }).schema, value: answer })).toEqual([]);
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  });
});
