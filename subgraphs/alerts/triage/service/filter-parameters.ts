import { DomainError } from '../../../../platform/domain-error.js';
import { AlertStatus, Platform, Severity, SuppressedAlerts } from '../../vocabulary.js';
import type { AlertFilterInput } from './scoped-filter.js';

type Reader<Value> = (texts: readonly string[], name: string) => Value;

/** The parameters of a filter in a query string, with the names of REST. Parameters of lists can be repeated. */
const readers: Readonly<Record<string, readonly [field: keyof AlertFilterInput, read: Reader<unknown>]>> = {
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
};

/**
 * Reads a filter from query parameters.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` for an unknown name or an invalid value
 */
export function filterOfParameters(parameters: URLSearchParams): AlertFilterInput {
  return readParameters(parameters, readers) as AlertFilterInput; // Each reader returns a value of its field.
}

/** Readers of the parameters of a filter: by name, the field, and the function that reads its value. */
export type ParameterReaders = Readonly<Record<string, readonly [field: string, read: Reader<unknown>]>>;

/** @throws {DomainError} BAD_USER_INPUT `{ argument }` for an unknown name or an invalid value */
export function readParameters(parameters: URLSearchParams, known: ParameterReaders): Record<string, unknown> {
  const fields = [...new Set(parameters.keys())].map((name) => {
    const reader = Object.hasOwn(known, name) ? known[name] : undefined;
    // If an invalid filter were ignored, alerts that the client excluded would be exported.
    if (reader === undefined) throw invalid(name, `is unknown: expected format, ${Object.keys(known).join(', ')}`);
    const [field, read] = reader;
    return [field, read(parameters.getAll(name), name)];
  });
  return Object.fromEntries(fields);
}

/** @throws {DomainError} BAD_USER_INPUT if there are several values */
export function single(texts: readonly string[], name: string): string {
  const [text = '', ...others] = texts;
  if (others.length > 0) throw invalid(name, 'must be specified once');
  return text;
}

export function oneOf<Value extends string>(values: readonly Value[]): Reader<Value[]> {
  return (texts, name) =>
    texts.map((text) => {
      const found = values.find((value) => value === text);
      if (found === undefined) throw invalid(name, `must be one of ${values.join(', ')}`);
      return found;
    });
}

function fraction(texts: readonly string[], name: string): number {
  const text = single(texts, name);
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw invalid(name, 'must be a number from 0 to 1');
  return value;
}

function flag(texts: readonly string[], name: string): boolean {
  return oneOf(['true', 'false'])([single(texts, name)], name)[0] === 'true';
}

function time(texts: readonly string[], name: string): Date {
  const text = single(texts, name);
  const value = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isTime || Number.isNaN(value.getTime())) {
    throw invalid(name, 'must be an ISO 8601 time with its offset, such as 2027-01-31T12:00:00Z');
  }
  return value;
}

function invalid(argument: string, rule: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `${argument} ${rule}`, { argument });
}
