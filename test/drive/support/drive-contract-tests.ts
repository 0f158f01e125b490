import { describe, expect, test } from 'vitest';
import { describedResponse, describeService, testEndpoints } from '../../rest/support/description.js';
import { validate } from '../../rest/support/open-api-validator.js';
import type { GraphForm } from '../../support/graph-forms.js';
import { driveContract } from '../drive-contract.js';
import type { ContractRequest } from './contract-cases.js';
import { startContractWorld } from './contract-world.js';

/** Declares the tests of the documented endpoints of receiver and mirror, for any form of deployment. */
export async function testDriveContract(deployment: GraphForm): Promise<void> {
  const { servers, graph, facts, clock } = await startContractWorld(deployment);
  const openApi = describeService(graph, 'drive');
  const cases = driveContract.flatMap((endpoint) =>
    endpoint.cases.map((contractCase) => [contractCase.id, endpoint, contractCase] as const),
  );

  describe('the documented endpoints', () => testEndpoints(driveContract, openApi));

  describe('every documented status occurs', () => {
    test.each(cases)('%s', async (_id, { method, path }, { world, request, status, body, headers = {} }) => {
      const response = await send(servers[world].url, method, request(facts));
      const responseBody = await response.text();
      expect([response.status, responseBody]).toEqual([status, expect.anything()]);
      const described = describedResponse(openApi, { method, path, status });
      for (const [name, deployment] of Object.entries(headers)) expect(response.headers.get(name)).toMatch(deployment);
      for (const name of Object.keys(described?.headers ?? {})) expect(response.headers.get(name)).not.toBeNull();
      if (body === undefined || typeof body === 'string') {
        expect(responseBody).toBe(body ?? '');
        return;
      }
      expect(JSON.parse(responseBody)).toMatchObject(body as object);
      expect(responseBody).not.toContain('a secret of the inside');
      const schema = described?.content['application/json']?.schema ?? {};
      expect(validate({ openApi, schema, value: JSON.parse(responseBody) })).toEqual([]);
    });
  });

  test.each([
    ['administrator', 400, 'invalidRequest'],
    ['analyst', 403, 'accessDenied'],
    [undefined, 401, 'InvalidAuthenticationToken'],
  ] as const)('with an invalid page size, the caller %s gets %i', async (caller, status, code) => {
    for (const size of ['none', '0', '-1', '1.5', '12345678901']) {
      const path = `/v1.0/sites/${facts.siteId}/drive/root/delta?$top=${size}`;
      const token = caller && facts.tokens[caller];
      const response = await send(servers.working.url, 'GET', { path, ...(token !== undefined && { token }) });
      expect([size, response.status, await response.json()]).toMatchObject([size, status, { error: { code } }]);
    }
  });

  test('an access token is valid for one hour, with a tolerance of a few seconds between clocks', async () => {
    const request = { path: '/v1.0/subscriptions', token: facts.tokens.client };
    clock.advance(3600_000);
    expect((await send(servers.working.url, 'GET', request)).status).toBe(200);
    clock.advance(6000);
    expect((await send(servers.working.url, 'GET', request)).status).toBe(401);
  });
}

async function send(url: string, method: string, { path, token, body, from }: ContractRequest): Promise<Response> {
  const isForm = body instanceof URLSearchParams;
  return await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}
