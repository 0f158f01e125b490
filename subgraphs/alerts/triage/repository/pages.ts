import { eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byFields,
  cast,
  float8,
  integer,
  optional,
  type Placeholders,
  rawQuery,
  run,
  type Selection,
  statement,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { alert } from '../../tables.js';
import type { Targets } from '../../targets.js';
import type { AlertOrderField, OrderDirection } from '../../vocabulary.js';
import { type AlertFields, type AlertPosition, type AlertRecord, alertFieldsOf, endpointJoin, row } from './alerts.js';
import { type AlertCriteria, conditionsOf, criteriaTypes, shapeOf } from './criteria.js';
import { nextDue } from './due-times.js';

export interface AlertOrdering {
  readonly field: AlertOrderField;
  readonly direction: OrderDirection;
}

interface PageQuery {
  readonly criteria: AlertCriteria;
  readonly order: AlertOrdering;
  readonly limit: number;
  readonly fields: AlertFields;
  /** Maximum number of seconds between related alerts. */
  readonly windowSeconds: number;
  /** The configured targets, for the order by due time. */
  readonly targets: Targets;
}

type OrderedQuery = Pick<PageQuery, 'order' | 'targets'>;

/** The column to sort by. Severity is derived from the score, so the order by severity is the order by score. */
function orderColumn({ order: { field }, targets }: OrderedQuery, table: typeof alert | typeof row) {
  if (field === 'due') return nextDue(table, targets);
  if (field === 'created_at') return table.createdAtEpoch;
  return field === 'last_seen' ? table.lastSeenEpoch : table.attackProb;
}

/** The sort value of an alert, as a number. */
function orderValue(query: OrderedQuery): SQL<number> {
  return cast(float8, sql`${orderColumn(query, row)}`);
}

/** The parts of a page query that determine the SQL text of its statement. */
function pageShape({ windowSeconds, order, limit, criteria, targets }: PageQuery): string {
  const due = order.field === 'due' ? JSON.stringify(targets) : '';
  return `${windowSeconds} ${order.field}${due} ${order.direction} ${limit}${shapeOf(criteria)}`;
}

/** Selects the alerts of a page. Computed columns are evaluated only for the rows of the page. */
function pageRows<Selected extends Selection>(query: PageQuery, selection: Selected, page: SQL) {
  const { fields } = query;
  return rawQuery(
    selection,
    (columns) => sql`select ${columns} from (${page}) alert ${endpointJoin(fields)} ${orderBy(query, row)}`,
  );
}

/** Minimum offset at which the skipped rows are read by an index-only scan. */
const minDeepOffset = 500;

type OffsetQuery = PageQuery & { readonly offset: number };

const offsetPage = byFields(
  (query: OffsetQuery) => `${pageShape(query)} ${query.offset === 0} ${query.offset < minDeepOffset}`,
  (query) => {
    const { criteria, limit, offset, fields, windowSeconds } = query;
    return statement({ ...criteriaTypes(criteria), offset: optional(integer) }, (parameters) => {
      const where = whereAll(conditionsOf(criteria, parameters));
      const skip = offset === 0 ? sql`` : sql`offset ${parameters.offset}`;
      const tail = sql`${where} ${orderBy(query, alert)} limit ${limit} ${skip}`;
      const page = offset < minDeepOffset ? tail : sql`where ${alert.id} in (select ${alert.id} from ${alert} ${tail})`;
      return pageRows(query, alertFieldsOf(fields, windowSeconds), sql`select * from ${alert} ${page}`);
    });
  },
);

/** Selects a page by offset. */
export async function selectAlertPage(executor: Executor, query: OffsetQuery): Promise<AlertRecord[]> {
  const { criteria, offset } = query;
  return await run(executor, offsetPage(query), { ...criteria, offset });
}

type MatchingQuery = Pick<PageQuery, 'criteria' | 'fields' | 'windowSeconds'>;

const matchingAlerts = byFields(
  ({ windowSeconds, criteria }: MatchingQuery) => `${windowSeconds}${shapeOf(criteria)}`,
  ({ criteria, fields, windowSeconds }) =>
    statement({ ...criteriaTypes(criteria), ids: array(uuid) }, (parameters) => {
      const where = whereAll([...conditionsOf(criteria, parameters), sql`${alert.id} = any(${parameters.ids})`]);
      return rawQuery(
        alertFieldsOf(fields, windowSeconds),
        (columns) => sql`select ${columns} from (select * from ${alert} ${where}) alert ${endpointJoin(fields)}`,
      );
    }),
);

/** The alerts with the given ids that match the criteria, in any order. */
export async function selectMatchingAlerts(
  executor: Executor,
  query: MatchingQuery & { readonly ids: readonly string[] },
): Promise<AlertRecord[]> {
  return await run(executor, matchingAlerts(query), { ...query.criteria, ids: query.ids });
}

interface CursorQuery extends PageQuery {
  readonly after: AlertPosition | null;
  readonly before: AlertPosition | null;
}

const positionTypes = {
  afterValue: optional(float8),
  afterId: optional(uuid),
  beforeValue: optional(float8),
  beforeId: optional(uuid),
};

const cursorPage = byFields(
  (query: CursorQuery) => `${pageShape(query)} ${query.after === null} ${query.before === null}`,
  (query) => {
    const { criteria, fields, windowSeconds } = query;
    const selection = { ...alertFieldsOf(fields, windowSeconds), orderValue: orderValue(query) };
    return statement({ ...criteriaTypes(criteria), ...positionTypes }, (parameters) => {
      const conditions = conditionsOf(criteria, parameters);
      if (query.before !== null) conditions.push(precedes(query, parameters.beforeValue, parameters.beforeId));
      return pageRows(query, selection, afterPosition(query, conditions, parameters));
    });
  },
);

/** Selects the alerts between two positions in sort order, each with its sort value. */
export async function selectAlertsBetween(
  executor: Executor,
  query: CursorQuery,
): Promise<(AlertRecord & { orderValue: number })[]> {
  const { criteria, after, before } = query;
  return await run(executor, cursorPage(query), {
    ...criteria,
    afterValue: after?.value,
    afterId: after?.id,
    beforeValue: before?.value,
    beforeId: before?.id,
  });
}

/**
 * Selects a page after a position. Because equal values and later values are separate sorted branches, PostgreSQL can
 * find the position in the index even among the alerts of one import, which have equal values.
 */
function afterPosition(
  query: CursorQuery,
  conditions: readonly SQL[],
  parameters: Placeholders<typeof positionTypes>,
): SQL {
  const { order, limit, after } = query;
  const page = (where: readonly SQL[]) =>
    sql`select * from ${alert} ${whereAll(where)} ${orderBy(query, alert)} limit ${limit}`;
  if (after === null) return page(conditions);
  const column = sql`${orderColumn(query, alert)}`;
  const [isBeyond, isNext] = order.direction === 'desc' ? [lt, gt] : [gt, lt];
  const equal = page([...conditions, eq(column, parameters.afterValue), isNext(alert.id, parameters.afterId)]);
  const nextPage = page([...conditions, isBeyond(column, parameters.afterValue)]);
  return sql`select * from ((${equal}) union all (${nextPage})) alert ${orderBy(query, row)} limit ${limit}`;
}

function precedes(query: OrderedQuery, value: SQL, id: SQL): SQL {
  const column = orderColumn(query, alert);
  return query.order.direction === 'desc'
    ? sql`${column} >= ${value} and (${column} > ${value} or ${alert.id} < ${id})`
    : sql`${column} <= ${value} and (${column} < ${value} or ${alert.id} > ${id})`;
}

/**
 * The sort order of a page. Alerts with equal values are sorted by id; ascending order is the exact reverse of
 * descending order.
 */
function orderBy(query: OrderedQuery, table: typeof alert | typeof row): SQL {
  const column = orderColumn(query, table);
  return query.order.direction === 'desc'
    ? sql`order by ${column} desc, ${table.id}`
    : sql`order by ${column}, ${table.id} desc`;
}
