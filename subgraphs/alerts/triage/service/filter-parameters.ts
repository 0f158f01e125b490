import {
  flag,
  invalidParameter,
  oneOf,
  type ParameterReader,
  readParameters,
  single,
  time,
} from '../../../../platform/record-parameters.js';
import { AlertStatus, Platform, Severity, SuppressedAlerts } from '../../vocabulary.js';
import type { AlertFilter } from '../types-list.js';

type Fields = Required<AlertFilter>;
/** The REST name of a field; for example, `tenant_id` for `tenantId`. */
type WireName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
  : Name;

const strings = (texts: readonly string[]) => [...texts];

/** Readers of the query parameters of a filter, one for each field. The parameters of lists may be repeated. */
const readers: {
  readonly [Name in keyof Fields as WireName<Name>]: readonly [Name, ParameterReader<NonNullable<Fields[Name]>>];
} = {
  text: ['text', single],
  tenant: ['tenant', single],
  endpoint: ['endpoint', single],
  model: ['model', strings],
  tenant_id: ['tenantId', single],
  endpoint_id: ['endpointId', single],
  severity: ['severity', oneOf(Object.values(Severity))],
  status: ['status', oneOf(Object.values(AlertStatus))],
  platform: ['platform', oneOf(Object.values(Platform))],
  technique: ['technique', strings],
  attack: ['attack', strings],
  model_name: ['modelName', strings],
  min_attack_prob: ['minAttackProb', fraction],
  max_attack_prob: ['maxAttackProb', fraction],
  seen_after: ['seenAfter', time],
  seen_before: ['seenBefore', time],
  created_after: ['createdAfter', time],
  created_before: ['createdBefore', time],
  notes: ['notes', single],
  assignee_id: ['assigneeId', strings],
  is_assigned: ['isAssigned', flag],
  mentioned_id: ['mentionedId', strings],
  incident_id: ['incidentId', strings],
  has_incident: ['hasIncident', flag],
  breached_before: ['breachedBefore', time],
  due_before: ['dueBefore', time],
  due_after: ['dueAfter', time],
  suppressed: ['suppressed', parseSuppressed],
};

function parseSuppressed(texts: readonly string[], name: string): SuppressedAlerts {
  const [value] = oneOf(Object.values(SuppressedAlerts))([single(texts, name)], name);
  return value ?? SuppressedAlerts.EXCLUDE; // There is exactly one.
}

/**
 * Reads a filter from URL query parameters.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` for an unknown name or an invalid value
 */
export function filterOfParameters(parameters: URLSearchParams): AlertFilter {
  return readParameters(parameters, readers) as AlertFilter; // Each reader returns a value of its field.
}

function fraction(texts: readonly string[], name: string): number {
  const text = single(texts, name);
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw invalidParameter(name, 'must be a number from 0 to 1');
  return value;
}
