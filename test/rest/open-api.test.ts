import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { composeSupergraph } from '../../gateway/index.js';
import { openApiText } from '../../rest-adapters/index.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';

const typeDefs = alertsSubgraph.printTypeDefs();
const text = openApiText(composeSupergraph([{ name: 'alerts', typeDefs }]));
// biome-ignore lint/suspicious/noExplicitAny: the test looks into a description of JSON's whole breadth.
const description: any = JSON.parse(text);
const { schemas } = description.components;

describe('the OpenAPI description', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('names the documented resources with their fields, all of them required', () => {
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

  test('tells types, null and the words on the wire', () => {
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

  test('tells parameters with their ranges and defaults', () => {
    const [tenant, status, limit, offset] = description.paths['/alerts'].get.parameters;
    expect(tenant).toMatchObject({ name: 'tenant_id', in: 'query', required: false, schema: { type: 'string' } });
    expect(status.schema.enum).toHaveLength(5);
    expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 100 });
    expect(offset.schema).toEqual({ type: 'integer', minimum: 0, default: 0 });
    expect(description.paths['/alerts/{alert_id}'].get.parameters).toMatchObject([
      { name: 'alert_id', in: 'path', required: true },
    ]);
  });

  test('tells bodies with required fields and documented defaults', () => {
    expect(schemas.UpdateAlertRequest).toMatchObject({
      required: ['status'],
      properties: { notes: { type: 'string', default: '' }, resolved_by: { type: 'string', default: '' } },
    });
    expect(schemas.FeedbackRequest).toMatchObject({
      required: ['alert_id', 'is_true_positive'],
      properties: { is_true_positive: { type: 'boolean' }, notes: { default: '' }, analyst: { default: '' } },
    });
  });
});
