import { and, eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  build,
  byShape,
  encodedFrom,
  enumeration,
  float8,
  optional,
  type Placeholders,
  runForOne,
  statement,
  text,
  typed,
  type ValueType,
} from '../../../../platform/database/statements/index.js';
import { alert, alertTally, platformType, severityType, statusType } from '../../tables.js';
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
  return namesOf(criteria).every((name) => tallied.has(name));
}

/** True when an index has the alerts that match one after the other in this order: a page costs no more than its own rows. */
export function isIndexed({ tenantId: _, ...criteria }: AlertCriteria, order: AlertOrderField): boolean {
  const names = Object.keys(criteria);
  if (names.length === 0) return true;
  return names.length === 1 && criteria.statuses?.length === 1 && order === 'created_at';
}

/** The parameters of a statement about these criteria, which are given by the names of the criteria. */
export function criteriaTypes({ severities, statuses, platforms, modelNames }: AlertCriteria) {
  return {
    tenantId: optional(text),
    endpointId: optional(text),
    severities: optional(anyOf(enumeration(severityType), severities)),
    statuses: optional(anyOf(enumeration(statusType), statuses)),
    platforms: optional(anyOf(enumeration(platformType), platforms)),
    techniques: optional(array(text)),
    modelNames: optional(anyOf(text, modelNames)),
    minAttackProb: optional(float8),
    maxAttackProb: optional(float8),
    seenAfter: optional(float8),
    seenBefore: optional(float8),
    createdAfter: optional(float8),
    createdBefore: optional(float8),
    notes: optional(encodedFrom(text, likePattern)),
  };
}

/** With one value the order of an index after this column can be used. */
function anyOf<Value>(type: ValueType<Value>, values: readonly Value[] | undefined): ValueType<Value[]> {
  return values?.length === 1 ? encodedFrom(type, ([only]: Value[]) => only as Value) : array(type); // It has one.
}

/** What distinguishes the texts of statements about criteria. */
export function shapeOf(criteria: AlertCriteria): string {
  let shape = '';
  for (const [name, value] of Object.entries(criteria)) shape += ` ${name}${isSingle(value) ? '=' : ''}`;
  return shape;
}

function isSingle(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1;
}

/** The columns that the tally has too. */
type TalliedColumns = Readonly<Record<'tenantId' | 'severity' | 'status' | 'platform' | 'modelName', AnyPgColumn>>;

/** The conditions of the criteria on an alert, or on a row of the tally when it has them. */
export function conditionsOf(
  criteria: AlertCriteria,
  given: Placeholders<ReturnType<typeof criteriaTypes>>,
  columns: TalliedColumns = alert,
): SQL[] {
  function isAny(column: AnyPgColumn, name: 'severities' | 'statuses' | 'platforms' | 'modelNames'): SQL {
    return isSingle(criteria[name]) ? eq(column, given[name]) : sql`${column} = any(${given[name]})`;
  }
  const conditions: Readonly<Record<keyof AlertCriteria, () => SQL>> = {
    tenantId: () => eq(columns.tenantId, given.tenantId),
    endpointId: () => eq(alert.endpointId, given.endpointId),
    severities: () => isAny(columns.severity, 'severities'),
    statuses: () => isAny(columns.status, 'statuses'),
    platforms: () => isAny(columns.platform, 'platforms'),
    techniques: () => sql`${alert.ttpTechniques} && ${given.techniques}`,
    modelNames: () => isAny(columns.modelName, 'modelNames'),
    minAttackProb: () => gte(alert.attackProb, given.minAttackProb),
    maxAttackProb: () => lte(alert.attackProb, given.maxAttackProb),
    seenAfter: () => gte(alert.lastSeenEpoch, given.seenAfter),
    seenBefore: () => lt(alert.firstSeenEpoch, given.seenBefore),
    createdAfter: () => gte(alert.createdAtEpoch, given.createdAfter),
    createdBefore: () => lt(alert.createdAtEpoch, given.createdBefore),
    notes: () => sql`${alert.notes} <> '' and ${alert.notes} ilike ${given.notes}`,
  };
  return namesOf(criteria).map((name) => conditions[name]());
}

function namesOf(criteria: AlertCriteria): (keyof AlertCriteria)[] {
  return Object.keys(criteria) as (keyof AlertCriteria)[]; // Keys come from the type; Object.keys only forgets that.
}

const total = byShape(shapeOf, (criteria) =>
  statement(criteriaTypes(criteria), (given) => {
    const { table, where, count } = countedFrom(criteria, { given, fromTally: isTallied(criteria) });
    return build
      .select({ total: typed(float8, sql`coalesce(${count}, 0)`) })
      .from(table)
      .where(where);
  }),
);

/** How many alerts there are, exact: from the tally where it has the answer, otherwise by counting. */
export async function countAlerts(executor: Executor, criteria: AlertCriteria): Promise<number> {
  return (await runForOne(executor, total(criteria), criteria))?.total ?? 0;
}

/** The rows that a number of alerts is made of, and how. Of all tenants together the tally has rows of its own. */
export function countedFrom(
  criteria: AlertCriteria,
  options: { given: Placeholders<ReturnType<typeof criteriaTypes>>; fromTally: boolean },
): { table: typeof alert | typeof alertTally; where: SQL | undefined; count: SQL } {
  const { given, fromTally } = options;
  if (!fromTally) return { table: alert, where: and(...conditionsOf(criteria, given)), count: sql`count(*)` };
  const ofAllTenants = criteria.tenantId === undefined ? isNull(alertTally.tenantId) : undefined;
  const where = and(...conditionsOf(criteria, given, alertTally), ofAllTenants);
  return { table: alertTally, where, count: sql`sum(${alertTally.alerts})` };
}
