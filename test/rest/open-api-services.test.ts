import 'reflect-metadata';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { loadServices, openApiText } from '../../rest-adapters/index.js';
import { graphWith } from '../support/whole-graph.js';
import { validate } from './support/open-api-validator.js';

/** One description of all documented services together; each by itself is tried beside its contract. */
const graph = graphWith();
const text = openApiText(graph.supergraphSdl);
// biome-ignore lint/suspicious/noExplicitAny: the test looks into a description of JSON's whole breadth.
const description: any = JSON.parse(text);
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content>; headers?: Record<string, object> }>;
}

const operations: Operation[] = Object.values<object>(description.paths).flatMap((item) =>
  Object.entries(item).flatMap(([key, value]) => (methods.has(key) ? [value] : [])),
);

test('the OpenAPI document of all services is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
  expect(description.tags.length).toBeGreaterThanOrEqual(3);
});

test('every operation has a unique id', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the JSON examples of %s match their schemas',
  (_id, { requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)].map((each) => each?.content?.['application/json']);
    for (const { schema, example, examples = {} } of bodies.filter((each) => each !== undefined)) {
      const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
      for (const value of values) expect(validate({ openApi: description, schema, value })).toEqual([]);
    }
  },
);

const routes = loadServices(graph.internal.apiSchema).flatMap((service) => service.routes);

function operationOf(id: string): Operation {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`${id} is not described`);
  return operation;
}

test('every rate-limited route has a 429 with Retry-After, and so has every other route with 429', () => {
  for (const { operationName, isLimited, errors } of routes) {
    const { headers = {} } = operationOf(operationName).responses['429'] ?? {};
    const isDescribed = Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after');
    expect([operationName, isDescribed]).toEqual([operationName, isLimited || errors.includes('RATE_LIMITED')]);
  }
});

test('every authenticated route has 401 and 403', () => {
  for (const { operationName } of routes.filter((route) => !route.ignoresCredentials)) {
    const { responses } = operationOf(operationName);
    expect([operationName, '401' in responses, '403' in responses]).toEqual([operationName, true, true]);
  }
});

test('documents the optional secret and client certificate of controllers', () => {
  for (const id of ['CheckLicense', 'GetLicenses']) {
    const { security, responses } = operationOf(id);
    expect(security).toEqual([{}, { enrolmentSecret: [] }, { controllerCertificate: [] }]);
    expect(Object.keys(responses['401']?.headers ?? {})).toEqual(['WWW-Authenticate']);
    expect(Object.keys(responses['403']?.content?.['application/json']?.examples ?? {})).toContain('certificate');
  }
});

test('documents the validation of notification URLs: its parameter, and its plain text response', () => {
  const { parameters, responses } = operationOf('ReceiveNotifications');
  expect(parameters).toMatchObject([{ name: 'validationToken', in: 'query' }]);
  expect(Object.keys(responses['200']?.content ?? {})).toEqual(['text/plain; charset=utf-8']);
  expect(Object.keys(responses)).toContain('202');
});
