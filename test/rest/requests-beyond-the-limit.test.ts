import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { loadServices } from '../../rest-adapters/index.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { graphWith } from '../support/whole-graph.js';
import { describedResponse, describeService } from './support/description.js';
import { validate } from './support/open-api-validator.js';

const graph = graphWith();
const services = loadServices(graph.internal.apiSchema).filter(({ adapter }) => adapter.listener === undefined);
const routes = services.flatMap(({ adapter, routes: routesOfService }) =>
  routesOfService.map((route) => [`${route.method} ${route.path}`, adapter.name, route] as const),
);
const descriptions = new Map(services.map(({ adapter: { name } }) => [name, describeService(graph, name)]));
const folder = temporaryFolder();
let opened: TestDatabase;
let server: Rampart;
let addresses = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
    ...{ RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1', RAMPART_AUTH_ALERTS: 'token' },
    RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: '1',
  });
  server = await startRampart({ configuration, clock: systemClock, log: silentLog });
});
afterAll(async () => {
  await server.close();
  await opened.close();
  folder.remove();
});

/** Sends the second request of an address within a minute that allows one. */
async function sendSecondRequest(method: string, path: string): Promise<Response> {
  const from = `192.0.2.${++addresses}`;
  const url = `${server.listening[0]}${path.replaceAll(/\{\w+\}/g, 'x')}`;
  const sendRequest = () => fetch(url, { method, redirect: 'manual', headers: { 'x-forwarded-for': from } });
  await (await sendRequest()).arrayBuffer();
  return await sendRequest();
}

describe('a request over the limit of its caller', () => {
  test.each(routes.filter(([, , { isLimited }]) => isLimited))(
    'has the documented response: %s',
    async (_, name, route) => {
      const { method, path } = route;
      const response = await sendSecondRequest(method, path);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const openApi = descriptions.get(name) ?? { paths: {} };
      const schema = describedResponse(openApi, { method, path, status: 429 })?.content['application/json']?.schema;
      expect(schema).toBeDefined();
      expect(validate({ openApi, schema: schema ?? {}, value: await response.json() })).toEqual([]);
    },
  );

  test.each(routes.filter(([, , { isLimited }]) => !isLimited))(
    'is served if the route is not limited: %s',
    async (_, __, { method, path }) => {
      expect((await sendSecondRequest(method, path)).status).not.toBe(429);
    },
  );
});
