import {
  flag,
  invalidParameter,
  oneOf,
  type ParameterReaders,
  readParameters,
  single,
  time,
} from '../../../../platform/record-parameters.js';
import { AlertStatus, Platform, Severity, SuppressedAlerts } from '../../vocabulary.js';
import type { AlertFilterInput } from './scoped-filter.js';

/** The parameters of a filter in a query string, with the names of REST. Parameters of lists can be repeated. */
const readers = {
  tenant_id: ['tenantId', single],
  endpoint_id: ['endpointId', single],
  severity: ['severity', oneOf(Object.values(Severity))],
  status: ['status', oneOf(Object.values(AlertStatus))],
  platform: ['platform', oneOf(Object.values(Platform))],
  technique: ['technique', (texts) => texts],
  attack: ['attack', (texts) => texts],
  model_name: ['modelName', (texts) => texts],
  min_attack_prob: ['minAttackProb', fraction],
  max_attack_prob: ['maxAttackProb', fraction],
  seen_after: ['seenAfter', time],
  seen_before: ['seenBefore', time],
  created_after: ['createdAfter', time],
  created_before: ['createdBefore', time],
  notes: ['notes', single],
  text: ['text', single],
  assignee_id: ['assigneeId', (texts) => texts],
  is_assigned: ['isAssigned', flag],
  mentioned_id: ['mentionedId', (texts) => texts],
  incident_id: ['incidentId', (texts) => texts],
  breached_before: ['breachedBefore', time],
  due_before: ['dueBefore', time],
  due_after: ['dueAfter', time],
  suppressed: ['suppressed', (texts, name) => oneOf(Object.values(SuppressedAlerts))([single(texts, name)], name)[0]],
} as const satisfies ParameterReaders;

/**
 * Reads a filter from query parameters.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` for an unknown name or an invalid value
 */
export function filterOfParameters(parameters: URLSearchParams): AlertFilterInput {
  return readParameters(parameters, readers) as AlertFilterInput; // Each reader returns a value of its field.
}

function fraction(texts: readonly string[], name: string): number {
  const text = single(texts, name);
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw invalidParameter(name, 'must be a number from 0 to 1');
  return value;
}
