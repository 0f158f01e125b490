import type { RequestContext } from '../../../../platform/caller.js';
import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeIntegerCursor, decodeUuidCursor, encodeCursor } from '../../../../platform/cursor.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { assertStorableText, isUuid, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import type { NotificationServices } from '../../dependencies.js';
import type { DeliveryStatus } from '../../vocabulary.js';
import { countDeliveries, countRules, selectDeliveries, selectRules } from '../repository/rules.js';
import type { NotificationDeliveryFilter, NotificationRuleFilter } from '../types.js';
import { type DeliveryRecord, deliveryRecord, type RuleRecord, ruleRecord } from './records.js';

interface ListInput<Filter> {
  filter?: Filter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** A page of a connection, and the filter criteria from which `totalCount` is computed. */
export type RuleConnection = ConnectionRecord<RuleRecord> & { readonly criteria: RuleCriteria };
export type DeliveryConnection = ConnectionRecord<DeliveryRecord> & { readonly criteria: DeliveryCriteria };

interface RuleCriteria {
  readonly search: string | null;
  readonly isEnabled: boolean | null;
}

interface DeliveryCriteria {
  readonly ruleId: string | null;
  readonly status: DeliveryStatus | null;
}

/**
 * A page of the rules that the caller may read, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size, cursor or filter
 */
export async function listRules(
  { database }: NotificationServices,
  request: RequestContext,
  input: ListInput<NotificationRuleFilter>,
): Promise<RuleConnection> {
  const { tenants } = authorize(request.caller, 'notifications.read');
  const { search, isEnabled = null } = input.filter ?? {};
  assertStorableText('search', search, maxCharacters.search);
  const criteria = { search: search ?? null, isEnabled };
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, 'rule_created');
  const position = { createdAt: after?.value ?? null, id: after?.id ?? null };
  const rows = await database.guard((sql) => selectRules(sql, { ...criteria, tenants, ...position, limit: size + 1 }));
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order: 'rule_created', value: row.createdAt, ids: [row.id] }),
    node: ruleRecord(row),
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), criteria };
}

/**
 * A page of the deliveries of rules that the caller may read, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size, cursor or filter
 */
export async function listDeliveries(
  { database }: NotificationServices,
  request: RequestContext,
  input: ListInput<NotificationDeliveryFilter>,
): Promise<DeliveryConnection> {
  const { tenants } = authorize(request.caller, 'notifications.read');
  const { ruleId = null, status = null } = input.filter ?? {};
  if (ruleId !== null && !isUuid(ruleId))
    throw invalidArgument('ruleId', `ruleId must be a UUID, not ${quoted(ruleId)}`);
  const criteria = { ruleId, status };
  const size = pageSize(input.first);
  const before = decodeIntegerCursor(input.after, 'delivery_queued');
  const rows = await database.guard((sql) => selectDeliveries(sql, { ...criteria, tenants, before, limit: size + 1 }));
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order: 'delivery_queued', value: row.sequence, ids: [] }),
    node: deliveryRecord(row),
  }));
  return { ...connectionOf({ edges, size, isContinued: before !== null }), criteria };
}

export async function totalOfRules(
  { database }: NotificationServices,
  request: RequestContext,
  criteria: RuleCriteria,
): Promise<number> {
  const { tenants } = authorize(request.caller, 'notifications.read');
  return (await database.guard((sql) => countRules(sql, { ...criteria, tenants }))).total;
}

export async function totalOfDeliveries(
  { database }: NotificationServices,
  request: RequestContext,
  criteria: DeliveryCriteria,
): Promise<number> {
  const { tenants } = authorize(request.caller, 'notifications.read');
  return (await database.guard((sql) => countDeliveries(sql, { ...criteria, tenants }))).total;
}
