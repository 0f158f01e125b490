import { expect, test } from 'vitest';
import type { Graph } from '../../../gateway/index.js';
import { openApiText } from '../../../rest-adapters/index.js';
import { validate } from './open-api-validator.js';
import type { RawResponse } from './raw-request.js';

/** A response in OpenAPI. */
export interface DescribedResponse {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
  readonly headers?: Readonly<Record<string, object>>;
}

/** The parts of an OpenAPI description that tests use. */
export interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DescribedResponse>> }>>>
  >;
}

/** An endpoint of a contract, without its requests. */
export interface ContractEndpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly cases: readonly { readonly id: string; readonly status: number }[];
}

export function describeService(graph: Graph, service: string): Description {
  return JSON.parse(openApiText(graph.supergraphSdl, [service])) as Description; // The function documents this result.
}

/** The description of a status of an endpoint. */
export function describedResponse(
  description: Description,
  { method, path, status }: { method: string; path: string; status: number },
): DescribedResponse | undefined {
  return description.paths[path]?.[method.toLowerCase()]?.responses[status];
}

/** Paths of imports, exports and keys, which have separate tests. */
export const streamPaths: ReadonlySet<string> = new Set([
  '/api/alerts/inferences',
  '/api/alerts/export',
  '/api/endpoints/export',
  '/.well-known/jwks.json',
  '/api/brands/blocklist',
  '/api/v1/export/{zone}',
]);

/** Tests that a contract and the description name the same endpoints and statuses. */
export function testEndpoints(contract: readonly ContractEndpoint[], description: Description): void {
  test('equal those of the OpenAPI document', () => {
    const described = Object.entries(description.paths)
      .filter(([path]) => !streamPaths.has(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(described.sort()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).sort());
  });

  const endpoints = contract.map((endpoint) => [endpoint.id, endpoint] as const);
  test.each(endpoints)('%s: every documented status has a test case', (_id, { method, path, cases }) => {
    const own = new Set(cases.map(({ status }) => String(status)));
    // Rate limits are the same for all routes and tested in test/rest/requests-beyond-the-limit.test.ts.
    const described = Object.keys(description.paths[path]?.[method.toLowerCase()]?.responses ?? {}).filter(
      (status) => status !== '429' || own.has(status),
    );
    expect(cases.map(({ status }) => String(status)).sort()).toEqual(described.sort());
  });

  test('have unique permanent ids', () => {
    const ids = contract.flatMap(({ cases }) => cases.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
}

/** Expects a response with a documented status and schema, and never an internal error. */
export function expectDocumented(
  description: Description,
  { response, method, path }: { response: RawResponse; method: string; path: string },
): void {
  const { status } = response;
  expect([status, response.body]).not.toEqual([500, response.body]);
  const described = describedResponse(description, { method, path, status });
  expect([status, described]).toEqual([status, expect.anything()]);
  const schema = described?.content['application/json']?.schema ?? {};
  expect(validate({ openApi: description, schema, value: JSON.parse(response.body) })).toEqual([]);
  expect(response.headers['content-type']).toBe('application/json');
}
