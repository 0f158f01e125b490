import { eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  byShape,
  cast,
  encodedFrom,
  enumeration,
  float8,
  optional,
  type Placeholders,
  rawQuery,
  runForRow,
  statement,
  text,
  uuid,
  type ValueType,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { alertComment } from '../../discussion/tables.js';
import { alert, alertTally, endpoint, platformType, severityType, statusType, suppressedTally } from '../../tables.js';
import type { Targets } from '../../targets.js';
import { matchesTenants, tenantsType } from '../../tenants.js';
import type { AlertOrderField, AlertStatus, Platform, Severity } from '../../vocabulary.js';
import { isBreachedBefore, isDueBefore } from './due-times.js';

const zeroSeconds = { low: 0, medium: 0, high: 0, critical: 0 };
const noTargets: Targets = { acknowledge: zeroSeconds, resolve: zeroSeconds };

/** A filter of alerts. An alert must match all criteria, and any value of a list. Times are Unix epoch seconds. */
export interface AlertCriteria {
  readonly tenants?: readonly string[];
  readonly endpointId?: string;
  /** Substring of the hostname, in lower case. */
  readonly endpointPart?: string;
  readonly severities?: readonly Severity[];
  readonly statuses?: readonly AlertStatus[];
  readonly platforms?: readonly Platform[];
  readonly techniques?: readonly string[];
  /** The alert must have at least one of these techniques, independently of the criterion `techniques`. */
  readonly attackTechniques?: readonly string[];
  readonly modelNames?: readonly string[];
  readonly minAttackProb?: number;
  readonly maxAttackProb?: number;
  readonly seenAfter?: number;
  readonly seenBefore?: number;
  readonly createdAfter?: number;
  readonly createdBefore?: number;
  readonly notes?: string;
  /**
   * Each word must occur in the endpoint, tenant, model, explanation or notes, or the alert must have a technique that
   * the word identifies.
   */
  readonly words?: readonly string[];
  /** For each word of `words`, the techniques that it identifies, separated by line breaks. */
  readonly techniquesOfWords?: readonly string[];
  readonly assigneeIds?: readonly string[];
  readonly isAssigned?: boolean;
  readonly mentionedIds?: readonly string[];
  readonly incidentIds?: readonly string[];
  readonly hasIncident?: boolean;
  /**
   * True: only suppressed alerts; false: only others; absent: both. It is part of the SQL text of statements, so they
   * can use partial indexes.
   */
  readonly isSuppressed?: boolean;
  readonly breachedBefore?: number;
  readonly dueBefore?: number;
  readonly dueAfter?: number;
  /** The configured targets; not a criterion, but required by `breachedBefore`, `dueBefore` and `dueAfter`. */
  readonly targets?: Targets;
}

/** The criteria that the tally supports. */
const talliedCriteria: ReadonlySet<keyof AlertCriteria> = new Set([
  'tenants',
  'severities',
  'statuses',
  'platforms',
  'modelNames',
  'isSuppressed',
]);

/**
 * Whether the tally (precomputed counts) contains the exact number of matching alerts, so they need not be counted
 * individually.
 */
export function isTallied(criteria: AlertCriteria): boolean {
  return namesOf(criteria).every((name) => talliedCriteria.has(name));
}

/** Whether an index contains the matching alerts in this order, so a page reads only its own rows. */
export function isIndexed({ tenants, isSuppressed, ...criteria }: AlertCriteria, order: AlertOrderField): boolean {
  if (order === 'due') return false;
  // Only the index by time exists for suppressed alerts alone. The other indexes contain all alerts, and pages skip the
  // suppressed ones.
  if (isSuppressed === true)
    return tenants === undefined && Object.keys(criteria).length === 0 && order === 'created_at';
  // The alerts of several tenants are in several ranges of an index.
  if (tenants !== undefined && tenants.length > 1) return false;
  const names = Object.keys(criteria);
  if (names.length === 0) return true;
  return names.length === 1 && criteria.statuses?.length === 1 && order === 'created_at';
}

/** The parameter types of a statement with these criteria, named like the criteria. */
export function criteriaTypes(criteria: AlertCriteria) {
  const { tenants, severities, statuses, platforms, modelNames, assigneeIds } = criteria;
  return {
    tenants: optional(tenantsType(tenants)),
    endpointId: optional(text),
    endpointPart: optional(encodedFrom(text, likePattern)),
    severities: optional(anyOf(enumeration(severityType), severities)),
    statuses: optional(anyOf(enumeration(statusType), statuses)),
    platforms: optional(anyOf(enumeration(platformType), platforms)),
    techniques: optional(array(text)),
    attackTechniques: optional(array(text)),
    modelNames: optional(anyOf(text, modelNames)),
    minAttackProb: optional(float8),
    maxAttackProb: optional(float8),
    seenAfter: optional(float8),
    seenBefore: optional(float8),
    createdAfter: optional(float8),
    createdBefore: optional(float8),
    notes: optional(encodedFrom(text, likePattern)),
    words: optional(encodedFrom(array(text), (words: readonly string[]) => words.map(likePattern))),
    techniquesOfWords: optional(array(text)),
    assigneeIds: optional(anyOf(text, assigneeIds)),
    isAssigned: optional(boolean),
    mentionedIds: optional(array(text)),
    incidentIds: optional(array(uuid)),
    hasIncident: optional(boolean),
    breachedBefore: optional(float8),
    dueBefore: optional(float8),
    dueAfter: optional(float8),
  };
}

/**
 * The parameter type of a criterion that matches any of these values. A single value is compared by equality, so
 * PostgreSQL can use the sort order of an index after the compared column.
 */
function anyOf<Value>(type: ValueType<Value>, values: readonly Value[] | undefined): ValueType<Value[]> {
  // There is exactly one.
  return values?.length === 1 ? encodedFrom(type, ([onlyValue]: Value[]) => onlyValue as Value) : array(type);
}

/** The parts of the criteria that determine the SQL text of a statement. */
export function shapeOf(criteria: AlertCriteria): string {
  let shape = criteria.targets === undefined ? '' : JSON.stringify(criteria.targets);
  for (const [name, value] of Object.entries(criteria)) shape += ` ${name}${isSingle(value) ? '=' : ''}`;
  if (criteria.words !== undefined) shape += ` ${criteria.words.length} ${areAscii(criteria.words)}`;
  return criteria.isSuppressed === true ? `${shape} only` : shape;
}

function isSingle(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1;
}

/** Columns that both the alert table and the tally have. */
type TalliedColumns = Readonly<Record<'tenantId' | 'severity' | 'status' | 'platform' | 'modelName', AnyPgColumn>>;

/** Converts criteria to SQL conditions on alerts or on rows of the tally. */
export function conditionsOf(
  criteria: AlertCriteria,
  parameters: CriteriaParameters,
  columns: TalliedColumns = alert,
): SQL[] {
  function matchesAny(
    column: AnyPgColumn,
    name: 'severities' | 'statuses' | 'platforms' | 'modelNames' | 'assigneeIds',
  ): SQL {
    return isSingle(criteria[name]) ? eq(column, parameters[name]) : sql`${column} = any(${parameters[name]})`;
  }
  const targets = criteria.targets ?? noTargets;
  const conditions: Readonly<Record<Criterion, () => SQL>> = {
    tenants: () => matchesTenants(columns.tenantId, criteria.tenants ?? [], parameters.tenants),
    endpointId: () => eq(alert.endpointId, parameters.endpointId),
    // The endpoint table has a trigram index on hostnames.
    endpointPart: () =>
      sql`${alert.endpointId} in (select ${endpoint.hostname} from ${endpoint} where ${endpoint.hostname} like ${parameters.endpointPart})`,
    severities: () => matchesAny(columns.severity, 'severities'),
    statuses: () => matchesAny(columns.status, 'statuses'),
    platforms: () => matchesAny(columns.platform, 'platforms'),
    techniques: () => sql`${alert.ttpTechniques} && ${parameters.techniques}`,
    attackTechniques: () => sql`${alert.ttpTechniques} && ${parameters.attackTechniques}`,
    modelNames: () => matchesAny(columns.modelName, 'modelNames'),
    minAttackProb: () => gte(alert.attackProb, parameters.minAttackProb),
    maxAttackProb: () => lte(alert.attackProb, parameters.maxAttackProb),
    seenAfter: () => gte(alert.lastSeenEpoch, parameters.seenAfter),
    seenBefore: () => lt(alert.firstSeenEpoch, parameters.seenBefore),
    createdAfter: () => gte(alert.createdAtEpoch, parameters.createdAfter),
    createdBefore: () => lt(alert.createdAtEpoch, parameters.createdBefore),
    notes: () => sql`${alert.notes} <> '' and ${alert.notes} ilike ${parameters.notes}`,
    words: () =>
      sql.join(
        (criteria.words ?? []).map((_, index, words) => containsWord(index + 1, areAscii(words), parameters)),
        sql` and `,
      ),
    // For a single person, the index contains the alerts in the order of the list.
    assigneeIds: () => matchesAny(alert.assigneeId, 'assigneeIds'),
    isAssigned: () => sql`(${alert.assigneeId} is not null) = ${parameters.isAssigned}`,
    mentionedIds: () =>
      sql`${alert.id} in (select ${alertComment.alertId} from ${alertComment} where ${alertComment.mentionIds} && ${parameters.mentionedIds})`,
    incidentIds: () => sql`${alert.incidentId} = any(${parameters.incidentIds})`,
    hasIncident: () => sql`(${alert.incidentId} is not null) = ${parameters.hasIncident}`,
    isSuppressed: () => sql`${alert.suppressedBy} is ${sql.raw(criteria.isSuppressed === true ? 'not null' : 'null')}`,
    breachedBefore: () => isBreachedBefore(alert, targets, parameters.breachedBefore),
    dueBefore: () => isDueBefore(alert, targets, parameters.dueBefore),
    // Without a target, the condition is null.
    dueAfter: () => sql`(${isDueBefore(alert, targets, parameters.dueAfter)}) is not true`,
  };
  const names = namesOf(criteria);
  // Suppressed alerts have their own tally.
  return (columns === alert ? names : names.filter((name) => name !== 'isSuppressed')).map((name) =>
    conditions[name](),
  );
}

/** Whether all words consist of ASCII characters. */
function areAscii(words: readonly string[]): boolean {
  return words.every((word) => /^\p{ASCII}*$/u.test(word));
}

/**
 * Whether an alert contains the word at a position, starting at 1, or has a technique that this word identifies. The
 * collation of the columns ignores the case of ASCII letters only, but compares faster than the default collation.
 */
function containsWord(position: number, isAscii: boolean, parameters: CriteriaParameters): SQL {
  const at = sql.raw(`[${position}]`);
  const columns = [alert.endpointId, alert.tenantId, alert.modelName, alert.notes, alert.ttpExplanation];
  const collation = isAscii ? sql`` : sql` collate "default"`;
  const matches = columns.map((column) => sql`${column}${collation} ilike (${parameters.words}::text[])${at}`);
  // A subquery is evaluated once, not for each alert.
  const techniques = sql`(select string_to_array((${parameters.techniquesOfWords}::text[])${at}, chr(10)))`;
  return sql`(${alert.ttpTechniques} && ${techniques} or ${sql.join(matches, sql` or `)})`;
}

type CriteriaParameters = Placeholders<ReturnType<typeof criteriaTypes>>;
type Criterion = Exclude<keyof AlertCriteria, 'targets' | 'techniquesOfWords'>;

function namesOf({ targets: _, techniquesOfWords: __, ...criteria }: AlertCriteria): Criterion[] {
  return Object.keys(criteria) as Criterion[]; // Object.keys returns the keys of the type as plain strings.
}

const total = byShape(shapeOf, (criteria) =>
  statement(criteriaTypes(criteria), (parameters) => {
    const counts = countedFrom(criteria, { parameters, fromTally: isTallied(criteria) }).map(
      ({ count, from }) => sql`coalesce((select ${count} ${from()}), 0)`,
    );
    return rawQuery({ total: cast(float8, sql.join(counts, sql` + `)) }, (columns) => sql`select ${columns}`);
  }),
);

/** The exact number of alerts that match, from the tally if it supports the criteria. */
export async function countAlerts(executor: Executor, criteria: AlertCriteria): Promise<number> {
  return (await runForRow(executor, total(criteria), criteria))?.total ?? 0;
}

/**
 * A source of counts: rows of alerts or of a tally (precomputed counts), and the SQL expression that counts them. The
 * expression is negative for rows whose count is subtracted.
 */
export interface CountedRows {
  readonly count: SQL;
  /** The clauses `from` (with an additional join if given) and `where`. */
  from(join?: SQL): SQL;
}

/**
 * The sources whose counts add up to the number of matching alerts. If the criteria exclude suppressed alerts, the
 * sources are all alerts, and the suppressed alerts with a negative count: the column of suppressions is one of the
 * last, and reading it from every row would take a third longer.
 */
export function countedFrom(
  criteria: AlertCriteria,
  options: { parameters: CriteriaParameters; fromTally: boolean },
): readonly CountedRows[] {
  const { isSuppressed, ...others } = criteria;
  const all = countedRows(others, options);
  if (isSuppressed === undefined) return [all];
  const suppressed = countedRows({ ...others, isSuppressed: true }, options);
  if (isSuppressed) return [suppressed];
  return [all, { ...suppressed, count: sql`-${suppressed.count}` }];
}

/** The rows to count for criteria. The tally has separate rows for the totals of all tenants. */
function countedRows(
  criteria: AlertCriteria,
  { parameters, fromTally }: { parameters: CriteriaParameters; fromTally: boolean },
): CountedRows {
  if (!fromTally) {
    const where = whereAll(conditionsOf(criteria, parameters));
    return { count: sql`count(*)`, from: (join = sql``) => sql`from ${alert} ${join} ${where}` };
  }
  const tally = criteria.isSuppressed === true ? suppressedTally : alertTally;
  const conditions = conditionsOf(criteria, parameters, tally);
  if (criteria.tenants === undefined) conditions.push(isNull(tally.tenantId));
  return { count: sql`sum(${tally.alerts})`, from: () => sql`from ${tally} ${whereAll(conditions)}` };
}
