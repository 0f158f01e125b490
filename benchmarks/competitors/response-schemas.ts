import type { alertFields } from './operations.js';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;
const strings = { type: 'array', items: text } as const;
const optionalText = { type: 'string', nullable: true } as const;

const types: Record<keyof typeof alertFields, object> = {
  alert_id: text,
  tenant_id: text,
  endpoint_id: text,
  severity: text,
  status: text,
  platform: text,
  attack_prob: number,
  confidence: number,
  prediction: text,
  ttp_techniques: strings,
  ttp_explanation: optionalText,
  inference_ids: strings,
  related_endpoints: strings,
  first_seen: number,
  last_seen: number,
  created_at: number,
  updated_at: number,
  analyst_notes: text,
  resolved_by: optionalText,
  model_name: text,
  num_nodes: integer,
  num_edges: integer,
};

/** Properties of an alert in the specification, as JSON Schema. */
export const alertSchema = { type: 'object', properties: types };

export const alertListSchema = {
  type: 'object',
  properties: {
    alerts: { type: 'array', items: alertSchema },
    total: integer,
    limit: integer,
    offset: integer,
  },
};

const dossierSchema = {
  type: 'object',
  nullable: true,
  properties: { analyst: text, summary: text, openedEpoch: number, pages: integer },
};

const joinedAlertSchema = {
  type: 'object',
  properties: {
    id: text,
    severity: text,
    status: text,
    endpointId: text,
    attackProb: number,
    lastSeen: text,
    dossier: dossierSchema,
  },
};

/** JSON Schema of the response to the joined operation. */
export const joinedSchema = wrapInObject(
  'data',
  wrapInObject('alerts', wrapInObject('nodes', { type: 'array', items: joinedAlertSchema })),
);

function wrapInObject(name: string, schema: object): object {
  return { type: 'object', properties: { [name]: schema } };
}
