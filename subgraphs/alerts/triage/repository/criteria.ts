import { likePattern, type StatementParameters } from '../../../../platform/database/index.js';
import type { AlertOrderField, AlertStatus, Platform, Severity } from '../../vocabulary.js';

/** Which alerts a statement is about; what is given must all hold, of a list any one value. Times are epoch seconds. */
export interface AlertCriteria {
  readonly tenantId?: string;
  readonly endpointId?: string;
  readonly severities?: readonly Severity[];
  readonly statuses?: readonly AlertStatus[];
  readonly platforms?: readonly Platform[];
  readonly techniques?: readonly string[];
  readonly modelNames?: readonly string[];
  readonly minAttackProb?: number;
  readonly maxAttackProb?: number;
  readonly seenAfter?: number;
  readonly seenBefore?: number;
  readonly createdAfter?: number;
  readonly createdBefore?: number;
  readonly notes?: string;
}

/** The criteria that the tally can answer. */
const tallied: ReadonlySet<keyof AlertCriteria> = new Set([
  'tenantId',
  'severities',
  'statuses',
  'platforms',
  'modelNames',
]);

/** True when the tally has the exact number, so that no alert has to be counted. */
export function isTallied(criteria: AlertCriteria): boolean {
  // Keys come from the type; Object.keys only forgets that.
  return (Object.keys(criteria) as (keyof AlertCriteria)[]).every((name) => tallied.has(name));
}

/** True when an index has the alerts that match one after the other in this order: a page costs no more than its own rows. */
export function isIndexed({ tenantId: _, ...criteria }: AlertCriteria, order: AlertOrderField): boolean {
  const names = Object.keys(criteria);
  if (names.length === 0) return true;
  return names.length === 1 && criteria.statuses?.length === 1 && order === 'created_at';
}

/** The conditions of the criteria on a row of `alerts.alert` (or of the tally, when it has them), for WHERE. */
export function conditionsOf(criteria: AlertCriteria, parameters: StatementParameters): string[] {
  const conditions: string[] = [];
  for (const [name, condition] of conditionMakers) {
    const value = criteria[name];
    // Each maker is typed for the criterion of its own name.
    if (value !== undefined) conditions.push((condition as ConditionMaker<unknown>)(value, parameters));
  }
  return conditions;
}

type ConditionMaker<Value> = (value: Value, parameters: StatementParameters) => string;
type ConditionMakers = { [Name in keyof AlertCriteria]-?: ConditionMaker<NonNullable<AlertCriteria[Name]>> };

const makers: ConditionMakers = {
  tenantId: (value, parameters) => `tenant_id = ${parameters.add(value)}`,
  endpointId: (value, parameters) => `endpoint_id = ${parameters.add(value)}`,
  severities: (values, parameters) => anyOf({ column: 'severity', type: 'alerts.severity', values, parameters }),
  statuses: (values, parameters) => anyOf({ column: 'status', type: 'alerts.alert_status', values, parameters }),
  platforms: (values, parameters) => anyOf({ column: 'platform', type: 'alerts.platform', values, parameters }),
  techniques: (values, parameters) => `ttp_techniques && ${parameters.add(values)}::text[]`,
  modelNames: (values, parameters) => anyOf({ column: 'model_name', type: 'text', values, parameters }),
  minAttackProb: (value, parameters) => `attack_prob >= ${parameters.add(value)}::float8`,
  maxAttackProb: (value, parameters) => `attack_prob <= ${parameters.add(value)}::float8`,
  seenAfter: (value, parameters) => `last_seen >= ${parameters.add(value)}::float8`,
  seenBefore: (value, parameters) => `first_seen < ${parameters.add(value)}::float8`,
  createdAfter: (value, parameters) => `created_at >= ${parameters.add(value)}::float8`,
  createdBefore: (value, parameters) => `created_at < ${parameters.add(value)}::float8`,
  notes: (value, parameters) => `analyst_notes <> '' and analyst_notes ilike ${parameters.add(likePattern(value))}`,
};

const conditionMakers = Object.entries(makers) as [keyof AlertCriteria, ConditionMaker<never>][];

function anyOf(options: {
  column: string;
  type: string;
  values: readonly string[];
  parameters: StatementParameters;
}): string {
  const { column, type, values, parameters } = options;
  // With one value the order of an index after this column can be used.
  const [only] = values;
  if (values.length === 1 && only !== undefined) return `${column} = ${parameters.add(only)}::text::${type}`;
  return `${column} = any(${parameters.add(values)}::text[]::${type}[])`;
}
