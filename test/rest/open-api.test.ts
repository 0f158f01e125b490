import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { openApiText, trustedDocuments } from '../../rest-adapters/index.js';
import { startAlertsServer } from './support/alerts-server.js';
import { validate } from './support/open-api-validator.js';

const server = await startAlertsServer();
const text = openApiText(server.graph.supergraphSdl, ['alerts']);
// biome-ignore lint/suspicious/noExplicitAny: the test accesses any part of the document
const description: any = JSON.parse(text);
const { schemas } = description.components;

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has the documented schemas with their fields, all required', () => {
    expect(Object.keys(schemas.AlertResponse.properties)).toEqual(
      (
        'alert_id tenant_id endpoint_id severity status platform attack_prob confidence prediction ttp_techniques ' +
        'ttp_explanation inference_ids related_endpoints first_seen last_seen created_at updated_at analyst_notes ' +
        'resolved_by model_name num_nodes num_edges'
      ).split(' '),
    );
    expect(schemas.AlertResponse.required).toHaveLength(22);
    expect(Object.keys(schemas.HealthResponse.properties)).toEqual([
      'status',
      'service',
      'uptime_seconds',
      'alerts_count',
    ]);
    expect(Object.keys(schemas.AlertListResponse.properties)).toEqual(['alerts', 'total', 'limit', 'offset']);
    expect(Object.keys(schemas.EndpointStatusResponse.properties)).toEqual([
      'endpoint_id',
      'tenant_id',
      'platform',
      'total_alerts',
      'open_alerts',
      'last_alert_time',
    ]);
    expect(Object.keys(schemas.FeedbackResponse.properties)).toEqual([
      'status',
      'alert_id',
      'new_status',
      'is_true_positive',
    ]);
  });

  test('has the types, nullability and enum values of the REST API', () => {
    const { properties } = schemas.AlertResponse;
    expect(properties.severity.enum).toEqual(['low', 'medium', 'high', 'critical']);
    expect(properties.status.enum).toEqual(['open', 'acknowledged', 'investigating', 'resolved', 'false_positive']);
    expect(properties.platform.enum).toEqual(['windows', 'linux']);
    expect(properties.prediction.enum).toEqual(['attack', 'benign', 'error']);
    expect(properties.resolved_by.type).toEqual(['string', 'null']);
    expect(properties.ttp_explanation.type).toEqual(['string', 'null']);
    expect(properties.first_seen.type).toBe('number');
    expect(properties.num_nodes.type).toBe('integer');
    expect(properties.inference_ids).toMatchObject({ type: 'array', items: { type: 'string' } });
    expect(schemas.EndpointStatusResponse.properties.last_alert_time.type).toEqual(['number', 'null']);
  });

  test('has parameters with ranges and defaults', () => {
    const [tenant, status, limit, offset] = description.paths['/alerts'].get.parameters;
    expect(tenant).toMatchObject({ name: 'tenant_id', in: 'query', required: false, schema: { type: 'string' } });
    expect(status.schema.enum).toHaveLength(5);
    expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 100 });
    expect(offset.schema).toEqual({ type: 'integer', minimum: 0, default: 0 });
    expect(description.paths['/alerts/{alert_id}'].get.parameters).toMatchObject([
      { name: 'alert_id', in: 'path', required: true },
    ]);
  });

  test('has bodies with required fields and documented defaults', () => {
    expect(schemas.UpdateAlertRequest).toMatchObject({
      required: ['status'],
      properties: { notes: { type: 'string', default: '' }, resolved_by: { type: 'string', default: '' } },
    });
    expect(schemas.FeedbackRequest).toMatchObject({
      required: ['alert_id', 'is_true_positive'],
      properties: { is_true_positive: { type: 'boolean' }, notes: { default: '' }, analyst: { default: '' } },
    });
  });

  test('has examples that match their schemas', () => {
    for (const [path, methods] of Object.entries<object>(description.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const contents = Object.values<{ content: object }>(operation.responses).map(contentOf);
        if (operation.requestBody) contents.push(contentOf(operation.requestBody));
        for (const { schema, example, examples = {} } of contents) {
          const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
          expect(values.length, `${method} ${path} has no example: add one to examples.ts of the service`).not.toBe(0);
          for (const value of values) expect(validate({ openApi: description, schema, value })).toEqual([]);
        }
      }
    }
  });
});

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

function contentOf({ content }: { content: object }): Content {
  return Object.values(content)[0] as Content; // Each body has at least one media type.
}

describe('over HTTP', () => {
  test('the document is served as generated', async () => {
    const response = await server.fetch('/openapi.json');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.text()).toBe(text);
  });

  test('the page serves only files of the build, and no files of parent directories', async () => {
    for (const path of ['/docs/nothing.js', '/docs/..%2f..%2fpackage.json', '/docs/%2e%2e%2fconsole']) {
      expect([path, (await server.fetch(path)).status]).toEqual([path, 404]);
    }
  });
});

test('the trusted documents of the alerts service are its six operations, without the directives of the adapters', () => {
  const documents = trustedDocuments(server.graph, ['alerts']);
  expect(documents).toHaveLength(6);
  for (const document of documents) {
    expect(document).not.toContain('@');
    expect(() => server.graph.internal.prepare({ document })).not.toThrow();
  }
});
