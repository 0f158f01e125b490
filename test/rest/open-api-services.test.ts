import 'reflect-metadata';
import { Validator } from '@seriousme/openapi-schema-validator';
import { isEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadServices, openApiText } from '../../rest-adapters/index.js';
import { graphWith } from '../support/whole-graph.js';
import { validate } from './support/open-api-validator.js';

/** One description of all documented services; each service is tested with its contract. */
const graph = graphWith();
const text = openApiText(graph.supergraphSdl);
// biome-ignore lint/suspicious/noExplicitAny: the test accesses any part of the document
const description: any = JSON.parse(text);
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
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
});

test('every operation has a unique id in camel case, a summary, a description, and a tag with a description', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
  const undescribed = operations.filter((operation) => !operation.summary || !operation.description);
  expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
  const tags: { name: string; description: string }[] = description.tags;
  expect(tags.filter((tag) => !tag.description)).toEqual([]);
  const names = new Set(tags.map(({ name }) => name));
  expect(operations.flatMap((operation) => operation.tags).filter((tag) => !names.has(tag))).toEqual([]);
});

describe('types that clients generate', () => {
  const { schemas } = description.components;

  test('have names for the items of arrays and for nested objects', () => {
    expect(schemas.SearchPage.properties.results.items).toEqual(refTo('ObservationResponse'));
    expect(schemas.ZoneList.items).toEqual(refTo('ZoneResponse'));
    expect(schemas.MeResponse.properties.subscription.anyOf).toEqual([refTo('SubscriptionResponse'), { type: 'null' }]);
    expect(schemas.MeResponse.properties.quota.anyOf).toEqual([refTo('QuotaResponse'), { type: 'null' }]);
    expect(schemas.RdapDossier.properties.registrar).toMatchObject(refTo('RdapRegistrar'));
    expect(schemas.ChangeNotifications.properties.value.items).toEqual(refTo('ChangeNotification'));
    expect(schemas.ChangeNotification.required).toEqual(['subscriptionId', 'clientState']);
  });

  test('are objects where any object is possible', () => {
    for (const [name, field] of [
      ['CheckLicenseResponse', 'default'],
      ['RdapDossier', 'raw'],
      ['MirrorItemResponse', 'root'],
    ] as const) {
      expect([name, schemas[name].properties[field]]).toMatchObject([
        name,
        { type: 'object', additionalProperties: true },
      ]);
    }
  });

  test('have defaults of their own type', () => {
    const wrong = nodesOf(description).filter(
      ({ type, default: value }) => value !== undefined && typeof type === 'string' && typeof value !== jsonTypes[type],
    );
    expect(wrong).toEqual([]);
    expect(schemas.ResetPasswordRequest.properties.revoke_keys.default).toBe(false);
  });
});

const jsonTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function refTo(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** All objects of a JSON value. */
// biome-ignore lint/suspicious/noExplicitAny: the test accesses any part of the document
function nodesOf(value: any): any[] {
  if (value === null || typeof value !== 'object') return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(nodesOf)];
}

describe('the descriptions', () => {
  /** Values of Microsoft Graph in descriptions. */
  const wireValues = new Set(['documentLibrary', 'malwareDetected', 'reauthorizationRequired', 'subscriptionRemoved']);

  /** Values of enums, except those that are ordinary terms. */
  const enumNames = Object.values(graph.internal.apiSchema.getTypeMap())
    .flatMap((type) => (isEnumType(type) && !type.name.startsWith('_') ? type.getValues().map(({ name }) => name) : []))
    .filter((name) => !['GUID', 'HTTPS', 'DNSSEC'].includes(name));

  test.each(['alerts', 'licenses', 'zones', 'drive'])(
    'of the service %s contain the names of the REST API, not those of the GraphQL API',
    (service) => {
      const nodes = nodesOf(JSON.parse(openApiText(graph.supergraphSdl, [service])));
      const restNames = new Set(
        nodes.flatMap(({ name, properties, headers, enum: values = [] }) => {
          return [name, ...Object.keys({ ...properties, ...headers }), ...values];
        }),
      );
      for (const name of Object.keys(description.components.headers)) restNames.add(name);
      const texts: string[] = nodes.flatMap((node) =>
        [node.description, node.summary].filter((description) => typeof description === 'string'),
      );
      const quoted = texts.flatMap((description) =>
        [...description.matchAll(/`([A-Za-z_]+)`/g)].map(([, name = '']) => name),
      );
      const camelCase = quoted.filter((name) => /[a-z][A-Z]/.test(name));
      expect(camelCase.filter((name) => !restNames.has(name) && !wireValues.has(name))).toEqual([]);
      const isGraphValue = new RegExp(`\\b(${enumNames.join('|')})\\b`);
      expect(texts.filter((description) => isGraphValue.test(description))).toEqual([]);
    },
  );
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

function operationOf(name: string): Operation {
  const id = name.charAt(0).toLowerCase() + name.slice(1);
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`${id} is not described`);
  return operation;
}

test('every rate-limited route documents status 429, and every status 429 documents Retry-After', () => {
  for (const { operationName, isLimited, errors } of routes) {
    const { headers = {} } = operationOf(operationName).responses['429'] ?? {};
    const isDescribed = Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after');
    expect([operationName, isDescribed]).toEqual([operationName, isLimited || errors.includes('RATE_LIMITED')]);
  }
});

test('every status 503 documents Retry-After', () => {
  const unavailable = operations.flatMap(({ operationId, responses }) =>
    operationId !== 'getReadiness' && '503' in responses ? [{ operationId, response: responses['503'] }] : [],
  );
  expect(unavailable.length).toBeGreaterThan(30);
  for (const { operationId, response } of unavailable) {
    const names = Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());
    expect([operationId, ...names]).toEqual([operationId, 'retry-after']);
  }
});

test('every authenticated route documents the statuses 401 and 403', () => {
  for (const { operationName } of routes.filter((route) => !route.ignoresCredentials)) {
    const { responses } = operationOf(operationName);
    expect([operationName, '401' in responses, '403' in responses]).toEqual([operationName, true, true]);
  }
});

test('the description documents the optional secret and client certificate of controllers', () => {
  for (const id of ['CheckLicense', 'GetLicenses']) {
    const { security, responses } = operationOf(id);
    expect(security).toEqual([{}, { enrolmentSecret: [] }, { controllerCertificate: [] }]);
    expect(Object.keys(responses['401']?.headers ?? {})).toEqual(['WWW-Authenticate']);
    expect(Object.keys(responses['403']?.content?.['application/json']?.examples ?? {})).toContain('certificate');
  }
});

test('the description documents the validation of notification URLs: its parameter, and its plain text response', () => {
  const { parameters, responses } = operationOf('ReceiveNotifications');
  expect(parameters).toMatchObject([{ name: 'validationToken', in: 'query' }]);
  expect(Object.keys(responses['200']?.content ?? {})).toEqual(['text/plain; charset=utf-8']);
  expect(Object.keys(responses)).toContain('202');
});
