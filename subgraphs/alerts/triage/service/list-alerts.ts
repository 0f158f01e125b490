import { type ConnectionRecord, connectionOf, maxPageSize, pageSize } from '../../../../platform/connection.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  assertBetween,
  assertMaxCharacters,
  assertMaxItems,
  isLongerThan,
  isStorableText,
  isUuid,
  maxCharacters,
  maxItems,
} from '../../../../platform/input-limits.js';
import { type Scope, scopeOf, tenantsWithin } from '../../authorisation.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertOrderField, type AlertStatus, OrderDirection, type Platform, type Severity } from '../../vocabulary.js';
import type { AlertFields, AlertPosition, AlertRecord } from '../repository/alerts.js';
import { type AlertCriteria, countAlerts, isIndexed, isTallied } from '../repository/criteria.js';
import { type AlertOrdering, selectAlertPage, selectAlertsBetween, selectMatchingAlerts } from '../repository/pages.js';
import { alertEdge, type OrderedAlert, positionOf } from './cursor.js';

/** The filter of a request; null and absent fields do not filter. */
export interface AlertFilterInput {
  tenantId?: string | null;
  endpointId?: string | null;
  severity?: Severity[] | null;
  status?: AlertStatus[] | null;
  platform?: Platform[] | null;
  technique?: string[] | null;
  modelName?: string[] | null;
  minAttackProb?: number | null;
  maxAttackProb?: number | null;
  seenAfter?: Date | null;
  seenBefore?: Date | null;
  createdAfter?: Date | null;
  createdBefore?: Date | null;
  notes?: string | null;
  assigneeId?: string[] | null;
  isAssigned?: boolean | null;
  mentionedId?: string[] | null;
}

/** A filter restricted to the caller's scope; null matches nothing, so no statement is needed. */
export type ScopedFilter = AlertCriteria | null;

export interface AlertOrderInput {
  field?: AlertOrderField | null;
  direction?: OrderDirection | null;
}

interface ListInput {
  filter: AlertFilterInput | null | undefined;
  orderBy: AlertOrderInput | null | undefined;
  fields: AlertFields;
  /** Whether the alerts are selected, and not only counts. */
  wantsItems: boolean;
}

export interface AlertPageRecord {
  nodes: AlertRecord[];
  total: number;
  limit: number;
  offset: number;
}

/**
 * A page by offset (specification, section 4, "GET /alerts").
 * @throws {DomainError} BAD_USER_INPUT for a limit outside of 1–1000 or a negative offset
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
  /** The filter, for counts of the same list. */
  filter: ScopedFilter;
  /** Total number of alerts; undefined if it was not read with the page. */
  total: number | undefined;
}

/**
 * A page by cursor, forwards (`first`, `after`) or backwards (`last`, `before`).
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1–1000, both sizes, or a cursor of another list
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

/** Alerts read by one statement of an export. */
const exportedPerPage = 1000;

/**
 * All alerts of a filter from one snapshot of the database, newest first, in pages. The next page is read after the
 * consumer has taken one.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function forEachPage(
  request: AlertRequest,
  input: { filter: AlertFilterInput; fields: AlertFields },
  take: (alerts: readonly AlertRecord[]) => Promise<void>,
): Promise<void> {
  const criteria = scopedFilter(scopeOf(request), input.filter);
  if (criteria === null) return await request.store.assertAttached();
  const order = orderingOf(null);
  const window = request.settings.correlationWindowSeconds;
  const query = { criteria, order, limit: exportedPerPage, fields: input.fields, window, before: null };
  await request.store.snapshot(async (sql) => {
    for (let after: AlertPosition | null = null; ; ) {
      request.signal.throwIfAborted();
      const page: readonly OrderedAlert[] = await selectAlertsBetween(sql, { ...query, after });
      if (page.length > 0) await take(page);
      const last = page.at(-1);
      if (last === undefined || page.length < exportedPerPage) return;
      after = { value: last.orderValue, id: last.id };
    }
  });
}

/**
 * The alerts with these ids, in their order; null for each that does not match the filter or that the caller may not
 * read.
 */
export async function changedAlerts(
  request: AlertRequest,
  input: { ids: readonly string[]; filter: AlertFilterInput | null | undefined; fields: AlertFields },
): Promise<(AlertRecord | null)[]> {
  const criteria = scopedFilter(scopeOf(request), input.filter);
  if (criteria === null) return input.ids.map(() => null);
  const window = request.settings.correlationWindowSeconds;
  const ids = input.ids.filter(isUuid);
  const alerts = await request.store.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectMatchingAlerts(sql, { ids, criteria, fields: input.fields, window }),
  );
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/**
 * The criteria of a filter within the caller's scope.
 * @throws {DomainError} BAD_USER_INPUT if a list or search term exceeds its maximum
 */
function scopedFilter(scope: Scope, filter: AlertFilterInput | null | undefined): ScopedFilter {
  assertFilter(filter);
  const tenants = tenantsWithin(scope, filter?.tenantId);
  if (tenants === undefined) return null;
  const criteria: AlertCriteria = withoutMissing({
    tenants,
    endpointId: filter?.endpointId?.toLowerCase(),
    severities: filter?.severity,
    statuses: filter?.status,
    platforms: filter?.platform,
    techniques: possible(filter?.technique, maxCharacters.technique),
    modelNames: possible(filter?.modelName, maxCharacters.modelName),
    minAttackProb: filter?.minAttackProb,
    maxAttackProb: filter?.maxAttackProb,
    seenAfter: epochOf(filter?.seenAfter),
    seenBefore: epochOf(filter?.seenBefore),
    createdAfter: epochOf(filter?.createdAfter),
    createdBefore: epochOf(filter?.createdBefore),
    // All notes contain the empty string, so it is no condition.
    notes: filter?.notes === '' ? null : filter?.notes,
    assigneeIds: possible(filter?.assigneeId, maxCharacters.personId),
    isAssigned: filter?.isAssigned,
    mentionedIds: possible(filter?.mentionedId, maxCharacters.personId),
  });
  return matchesNothing(criteria) ? null : criteria;
}

function assertFilter(filter: AlertFilterInput | null | undefined): void {
  if (filter === null || filter === undefined) return;
  const lists = ['severity', 'status', 'platform', 'technique', 'modelName', 'assigneeId', 'mentionedId'] as const;
  for (const name of lists) {
    assertMaxItems(name, filter[name], maxItems.filterValues);
  }
  assertMaxCharacters('notes', filter.notes, maxCharacters.search);
}

type Loose<Type> = { [Name in keyof Type]: Type[Name] | null | undefined };

function withoutMissing(criteria: Loose<AlertCriteria>): AlertCriteria {
  // Undefined entries are removed; the others have the types of AlertCriteria.
  return Object.fromEntries(
    Object.entries(criteria).filter(([, value]) => value !== null && value !== undefined),
  ) as AlertCriteria;
}

/** The strings of a list that a row can have. */
function possible(texts: readonly string[] | null | undefined, maximum: number): readonly string[] | null | undefined {
  return texts?.filter((text) => isStorableText(text) && !isLongerThan(text, maximum));
}

/** An empty list matches nothing, and no row has a string that is too long or cannot be stored. */
function matchesNothing(criteria: AlertCriteria): boolean {
  return Object.values(criteria).some((value: unknown) =>
    typeof value === 'string'
      ? !isStorableText(value) || isLongerThan(value, maxCharacters.search)
      : Array.isArray(value) && value.length === 0,
  );
}

function epochOf(date: Date | null | undefined): number | undefined {
  return date === null || date === undefined ? undefined : date.getTime() / 1000;
}
