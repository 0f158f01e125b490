import { beforeEach, describe, expect, test } from 'vitest';
import { openApiText } from '../../../rest-adapters/index.js';
import { licensesSubgraph } from '../../../subgraphs/licenses/index.js';
import { failingDomain, type GraphForm } from '../../support/graph-forms.js';
import { type LicenseWorld, licensesContract } from '../licenses-contract.js';
import { streamPaths } from './description.js';
import { internalError, timeoutError } from './failing-graph.js';
import { type JsonResponse, type LicensesServer, report, startLicensesServer } from './licenses-server.js';
import { validate } from './open-api-validator.js';

type Sender = Pick<LicensesServer, 'send' | 'check'>;

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, unknown> }> }>>;
}
const methods = new Set(['get', 'post']);

/** Declares the tests of the documented endpoints of the license service, for any form of deployment. */
export async function testLicensesContract(form: GraphForm): Promise<void> {
  const server = await startLicensesServer({}, form);
  const worlds: Readonly<Record<LicenseWorld, Sender>> = {
    serving: server,
    limited: await server.startAnother({ environment: { RAMPART_LICENSES_RATE: '1/d' } }),
    secret: await server.startAnother({
      environment: {
        RAMPART_LICENSES_CONTROLLER_AUTH: 'secret',
        RAMPART_LICENSES_ENROLMENT_SECRET: 'an-enrolment-secret-of-more-than-32-characters',
      },
    }),
    detached: await server.startAnother({ environment: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } }),
    broken: await server.startAnother({ definition: failingDomain(licensesSubgraph, internalError) }),
    slow: await server.startAnother({ definition: failingDomain(licensesSubgraph, timeoutError) }),
  };

  beforeEach(async () => {
    await server.reset();
  });

  // The function documents this result.
  const openApi = JSON.parse(openApiText(server.graph.supergraphSdl, ['licenses'])) as OpenApi;
  const endpoints = licensesContract.map((endpoint) => [endpoint.id, endpoint] as const);
  const cases = licensesContract.flatMap((endpoint) =>
    endpoint.cases.map((each) => [each.id, endpoint, each] as const),
  );

  describe('the documented endpoints', () => {
    test('equal those of the OpenAPI document, on a separate server', () => {
      const described = Object.entries(openApi.paths)
        .filter(([path]) => !streamPaths.has(path))
        .flatMap(([path, item]) =>
          Object.keys(item)
            .filter((key) => methods.has(key))
            .map((method) => `${method.toUpperCase()} ${path}`),
        );
      expect(described.sort()).toEqual(licensesContract.map(({ method, path }) => `${method} ${path}`).sort());
      for (const item of Object.values(openApi.paths)) {
        expect(item).toMatchObject({
          servers: [{ url: 'https://{host}:{port}', variables: { port: { default: '8900' } } }],
        });
      }
    });

    test.each(endpoints)('%s: every documented status has a test case', (_id, { method, path, cases: own }) => {
      const described = Object.keys(openApi.paths[path]?.[method.toLowerCase()]?.responses ?? {});
      expect([...new Set(own.map(({ status }) => String(status)))].sort()).toEqual(described.sort());
    });

    test('have unique permanent ids', () => {
      const ids = cases.map(([id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  describe('every documented response occurs over TLS', () => {
    test.each(cases)('%s', async (_id, { method, path }, each) => {
      for (const guid of each.registered ?? []) expect((await server.check(report({ guid }))).status).toBe(200);
      await each.files?.(server.files);
      const sendRequest = (): Promise<JsonResponse> => {
        const content = each.body === undefined ? {} : { body: each.body };
        return worlds[each.world].send(path, { method, headers: { 'content-type': 'application/json' }, ...content });
      };
      if (each.world === 'limited') await sendRequest();
      const response = await sendRequest();
      expect([response.status, response.json]).toEqual([each.status, each.response]);
      expect(response.headers).toMatchObject({ 'content-type': 'application/json', ...each.headers });
      expect(response.headers['retry-after']).toBe(each.headers?.['retry-after']);
      const schema = openApi.paths[path]?.[method.toLowerCase()]?.responses[each.status]?.content['application/json'];
      expect(validate({ openApi, schema: (schema as { schema: object }).schema, value: response.json })).toEqual([]);
    });
  });
}
