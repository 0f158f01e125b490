import { type ConnectionRecord, connectionOf, maxPageSize, pageSize } from '../../../../platform/connection.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { assertBetween } from '../../../../platform/input-limits.js';
import { scopeOf } from '../../authorisation.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertOrderField, OrderDirection } from '../../vocabulary.js';
import type { AlertFields, AlertPosition, AlertRecord } from '../repository/alerts.js';
import { countAlerts, isIndexed, isTallied } from '../repository/criteria.js';
import { type AlertOrdering, selectAlertPage, selectAlertsBetween } from '../repository/pages.js';
import { alertEdge, type OrderedAlert, positionOf } from './cursor.js';
import { type AlertFilterInput, type ScopedFilter, scopedFilter } from './filter.js';

export interface AlertOrderInput {
  field?: AlertOrderField | null;
  direction?: OrderDirection | null;
}

interface ListInput {
  filter: AlertFilterInput | null | undefined;
  orderBy: AlertOrderInput | null | undefined;
  fields: AlertFields;
  /** False: nobody asked for the alerts themselves. */
  wantsItems: boolean;
}

export interface AlertPageRecord {
  nodes: AlertRecord[];
  total: number;
  limit: number;
  offset: number;
}

/**
 * A page by offset: specification, section 4, "GET /alerts".
 * @throws {DomainError} BAD_USER_INPUT for a limit outside of 1 to 1000 or a negative offset
 */
export async function pageAlerts(
  request: AlertRequest,
  input: ListInput & { limit: number; offset: number; wantsTotal: boolean },
): Promise<AlertPageRecord> {
  const { limit, offset, fields } = input;
  const criteria = scopedFilter(scopeOf(request), input.filter);
  assertBetween({ name: 'limit', value: limit, min: 1, max: maxPageSize });
  assertBetween({ name: 'offset', value: offset, min: 0, max: 2 ** 31 - 1 });
  if (criteria === null) {
    await request.store.assertAttached();
    return { nodes: [], total: 0, limit, offset };
  }
  const order = orderingOf(input.orderBy);
  const window = request.settings.correlationWindowSeconds;
  const isShort = isIndexed(criteria, order.field) && (!input.wantsTotal || isTallied(criteria));
  const rows = isShort ? offset + limit : undefined;
  const [nodes, total] = await request.store.read({ signal: request.signal, rows }, (sql) =>
    Promise.all([
      input.wantsItems ? selectAlertPage(sql, { criteria, order, limit, offset, fields, window }) : [],
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
  /** For the counts beside the page. */
  filter: ScopedFilter;
  /** Number of alerts on all pages; undefined if it was not read with the page. */
  total: number | undefined;
}

/**
 * A page by cursor, forwards (`first`, `after`) or backwards (`last`, `before`).
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1 to 1000, both sizes, or a cursor of another list
 */
export async function listAlerts(
  request: AlertRequest,
  input: ListInput & { page: PageArguments; wantsTotal: boolean },
): Promise<AlertConnectionRecord> {
  const filter = scopedFilter(scopeOf(request), input.filter);
  const order = orderingOf(input.orderBy);
  const page = pageOf(input.page, order);
  const connection = (rows: readonly OrderedAlert[], total?: number) => ({
    filter,
    total,
    ...connectionOf({ edges: rows.map((row) => alertEdge(order.field, row)), ...page }),
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
        order: page.isBackward ? reversed(order) : order,
        limit: page.size + 1,
        fields: input.fields,
        window: request.settings.correlationWindowSeconds,
        after: page.isBackward ? page.before : page.after,
        before: page.isBackward ? page.after : page.before,
      }),
      // A count that has to read alerts is left to its own connection.
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
    throw new DomainError('BAD_USER_INPUT', 'Give either first or last, not both');
  }
  const size = isBackward ? pageSize(last, 'last') : pageSize(first);
  const position = { after: positionOf(after, order.field), before: positionOf(before, order.field) };
  return { ...position, size, isBackward, isContinued: position[isBackward ? 'before' : 'after'] !== null };
}

function orderingOf(order: AlertOrderInput | null | undefined): AlertOrdering {
  return {
    field: order?.field ?? AlertOrderField.CREATED_AT,
    direction: order?.direction ?? OrderDirection.DESC,
  };
}

function reversed(order: AlertOrdering): AlertOrdering {
  return {
    field: order.field,
    direction: order.direction === OrderDirection.DESC ? OrderDirection.ASC : OrderDirection.DESC,
  };
}
