import { type ConnectionRecord, connectionOf, maxPageSize, pageSize } from '../../../../platform/connection.js';
import { decodeUuidCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { assertBetween, isUuid } from '../../../../platform/input-limits.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertOrderField, OrderDirection } from '../../vocabulary.js';
import type { AlertFields, AlertPosition, AlertRecord } from '../repository/alerts.js';
import { countAlerts, isIndexed, isTallied } from '../repository/criteria.js';
import { type AlertOrdering, selectAlertPage, selectAlertsBetween, selectMatchingAlerts } from '../repository/pages.js';
import type { AlertFilter, AlertOrder } from '../types-list.js';
import { AlertEdge, type OrderedAlert } from './cursor.js';
import { criteriaOf, type ScopedFilter } from './scoped-filter.js';

interface ListInput {
  filter: AlertFilter | null | undefined;
  orderBy: AlertOrder | null | undefined;
  fields: AlertFields;
  /** Whether the request selects alerts, not only counts. */
  wantsItems: boolean;
}

export interface AlertPageRecord {
  nodes: AlertRecord[];
  total: number;
  limit: number;
  offset: number;
}

/**
 * A page of alerts by offset (specification, section 4, "GET alerts").
 * @throws {DomainError} BAD_USER_INPUT for a limit outside of 1–1000 or a negative offset
 */
export async function pageAlerts(
  request: AlertRequest,
  input: ListInput & { limit: number; offset: number; wantsTotal: boolean },
): Promise<AlertPageRecord> {
  const { limit, offset, fields } = input;
  const criteria = await criteriaOf(request, input.filter);
  assertBetween({ name: 'limit', value: limit, min: 1, max: maxPageSize });
  assertBetween({ name: 'offset', value: offset, min: 0, max: 2 ** 31 - 1 });
  if (criteria === null) {
    await request.store.assertAttached();
    return { nodes: [], total: 0, limit, offset };
  }
  const order = orderingOf(input.orderBy);
  const { correlationWindowSeconds: windowSeconds, targets } = request.settings;
  const isBounded = isIndexed(criteria, order.field) && (!input.wantsTotal || isTallied(criteria));
  const rows = isBounded ? offset + limit : undefined;
  const [nodes, total] = await request.store.read({ signal: request.signal, rows }, (sql) =>
    Promise.all([
      input.wantsItems ? selectAlertPage(sql, { criteria, order, limit, offset, fields, windowSeconds, targets }) : [],
      input.wantsTotal ? countAlerts(sql, criteria) : 0,
    ]),
  );
  return { nodes, total, limit, offset };
}

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

export interface AlertConnectionRecord extends ConnectionRecord<AlertRecord> {
  /** The criteria of the list, for the resolvers of its counts. */
  filter: ScopedFilter;
  /** Total number of matching alerts; undefined if it was not read together with the page. */
  total: number | undefined;
}

/**
 * A page of alerts by cursor, forward (`first`, `after`) or backward (`last`, `before`).
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–1000, for both page sizes, or for a cursor of
 * another list
 */
export async function listAlerts(
  request: AlertRequest,
  input: ListInput & { page: PageArguments; wantsTotal: boolean },
): Promise<AlertConnectionRecord> {
  const filter = await criteriaOf(request, input.filter);
  const order = orderingOf(input.orderBy);
  const page = pageOf(input.page, order);
  const connection = (rows: readonly OrderedAlert[], total?: number) => ({
    filter,
    total,
    ...connectionOf({ edges: rows.map((row) => new AlertEdge(order.field, row)), ...page }),
  });
  if (filter === null) await request.store.assertAttached();
  if (filter === null || !input.wantsItems) return connection([]);
  const { signal } = request;
  const rows = isIndexed(filter, order.field) ? page.size : undefined;
  const wantsTotal = input.wantsTotal && isTallied(filter);
  const [found, total] = await request.store.read({ signal, rows }, (sql) =>
    Promise.all([
      selectAlertsBetween(sql, {
        criteria: filter,
        order: page.isBackward ? reverseOrdering(order) : order,
        limit: page.size + 1,
        fields: input.fields,
        windowSeconds: request.settings.correlationWindowSeconds,
        targets: request.settings.targets,
        after: page.isBackward ? page.before : page.after,
        before: page.isBackward ? page.after : page.before,
      }),
      // A count that has to read alerts uses another connection.
      wantsTotal ? countAlerts(sql, filter) : undefined,
    ]),
  );
  return connection(found, total);
}

interface Page {
  size: number;
  isBackward: boolean;
  isContinued: boolean;
  after: AlertPosition | null;
  before: AlertPosition | null;
}

function pageOf(page: PageArguments, order: AlertOrdering): Page {
  const { first, last, after, before } = page;
  const isBackward = last !== null && last !== undefined;
  if (isBackward && first !== null && first !== undefined) {
    throw new DomainError('BAD_USER_INPUT', 'Specify either first or last, not both');
  }
  const size = isBackward ? pageSize(last, 'last') : pageSize(first);
  const position = { after: decodeUuidCursor(after, order.field), before: decodeUuidCursor(before, order.field) };
  return { ...position, size, isBackward, isContinued: position[isBackward ? 'before' : 'after'] !== null };
}

function orderingOf(order: AlertOrder | null | undefined): AlertOrdering {
  return {
    field: order?.field ?? AlertOrderField.CREATED_AT,
    direction: order?.direction ?? OrderDirection.DESC,
  };
}

function reverseOrdering(order: AlertOrdering): AlertOrdering {
  return {
    field: order.field,
    direction: order.direction === OrderDirection.DESC ? OrderDirection.ASC : OrderDirection.DESC,
  };
}

/** Maximum number of alerts that one statement of an export reads. */
const exportedPerPage = 1000;

/**
 * Reads all alerts that match a filter from one snapshot of the database, newest first, in pages. Each page is read
 * after the consumer has processed the previous one.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function forEachPage(
  request: AlertRequest,
  input: { filter: AlertFilter; fields: AlertFields },
  processPage: (alerts: readonly AlertRecord[]) => Promise<void>,
): Promise<void> {
  const criteria = await criteriaOf(request, input.filter);
  if (criteria === null) return await request.store.assertAttached();
  const order = orderingOf(null);
  const { correlationWindowSeconds: windowSeconds, targets } = request.settings;
  const query = { criteria, order, limit: exportedPerPage, fields: input.fields, windowSeconds, targets, before: null };
  await request.store.snapshot(async (sql) => {
    for (let after: AlertPosition | null = null; ; ) {
      request.signal.throwIfAborted();
      const page: readonly OrderedAlert[] = await selectAlertsBetween(sql, { ...query, after });
      if (page.length > 0) await processPage(page);
      const last = page.at(-1);
      if (last === undefined || page.length < exportedPerPage) return;
      after = { value: last.orderValue, id: last.id };
    }
  });
}

/**
 * The alerts with these ids, in the same order; null for each that does not match the filter or that the caller may not
 * read.
 */
export async function changedAlerts(
  request: AlertRequest,
  input: { ids: readonly string[]; filter: AlertFilter | null | undefined; fields: AlertFields },
): Promise<(AlertRecord | null)[]> {
  const criteria = await criteriaOf(request, input.filter);
  if (criteria === null) return input.ids.map(() => null);
  const windowSeconds = request.settings.correlationWindowSeconds;
  const ids = input.ids.filter(isUuid);
  const alerts = await request.store.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectMatchingAlerts(sql, { ids, criteria, fields: input.fields, windowSeconds }),
  );
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}
