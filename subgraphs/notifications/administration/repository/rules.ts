import { sql } from 'drizzle-orm';
import {
  array,
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  jsonb,
  nullable,
  type Placeholders,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { type Condition, delivery, queue, rule, secret } from '../../tables.js';

const columnsOfRule = {
  ...{ id: rule.id, name: rule.name, tenantId: rule.tenantId, kinds: rule.kinds, conditions: rule.conditions },
  ...{
    target: rule.target,
    address: rule.address,
    throttleMax: rule.throttleMax,
    throttleSeconds: rule.throttleSeconds,
  },
  ...{ quietFrom: rule.quietFrom, quietTo: rule.quietTo, timeZone: rule.timeZone, isEnabled: rule.isEnabled },
  ...{ disabledReason: rule.disabledReason, createdAt: rule.createdAt, updatedAt: rule.updatedAt },
  pending: cast(integer, sql`coalesce(${queue.pending}, 0)`),
  dead: cast(integer, sql`coalesce(${queue.dead}, 0)`),
  held: queue.held,
  secretCreatedAt: cast(
    nullable(float8),
    sql`(select max(${secret.createdAt}) from ${secret} where ${secret.ruleId} = ${rule.id})`,
  ),
};
const rulesWithQueue = sql`${rule} left join ${queue} on ${queue.ruleId} = ${rule.id}`;

export type RuleRow = RowOfSelection<typeof columnsOfRule>;

/** The tenants whose rules are selected; null: all rules. If it is not null, rules for all tenants are excluded. */
const tenantTypes = { tenants: nullable(array(text)) };
const criteriaTypes = { ...tenantTypes, search: nullable(text), isEnabled: nullable(boolean) };

function isRule({ tenants, search, isEnabled }: Placeholders<typeof criteriaTypes>) {
  return sql`(${tenants} is null or ${rule.tenantId} = any(${tenants}))
    and (${search} is null or strpos(lower(${rule.name} collate "default"), lower(${search})) > 0)
    and (${isEnabled} is null or ${rule.isEnabled} = ${isEnabled})`;
}

/** Selects the rules after a position, newest first. */
export const selectRules = fetchRows(
  { ...criteriaTypes, createdAt: nullable(float8), id: nullable(uuid), limit: integer },
  ({ createdAt, id, limit, ...parameters }) =>
    rawQuery(
      columnsOfRule,
      (columns) => sql`select ${columns} from ${rulesWithQueue} where ${isRule(parameters)} and (${createdAt} is null
          or ${rule.createdAt} < ${createdAt} or (${rule.createdAt} = ${createdAt} and ${rule.id} > ${id}))
          order by ${rule.createdAt} desc, ${rule.id} limit ${limit}`,
    ),
);

const totalColumns = { total: cast(float8, sql`count(*)`) };
export const countRules = fetchOne(criteriaTypes, (parameters) =>
  queryBuilder.select(totalColumns).from(rule).where(isRule(parameters)),
);

export const selectRule = fetchRow({ id: uuid }, ({ id }) =>
  rawQuery(columnsOfRule, (columns) => sql`select ${columns} from ${rulesWithQueue} where ${rule.id} = ${id}`),
);

/**
 * Whether another rule has the name, compared case-insensitively. The transaction must have locked the rules: the
 * unique index on the name ignores only the case of ASCII letters, because rules of earlier releases may differ in the
 * case of others.
 */
export const isNameTaken = hasRow(
  { name: text, exceptId: nullable(uuid) },
  ({ name, exceptId }) => sql`select from ${rule} where lower(${rule.name} collate "default") = lower(${name})
      and (${exceptId} is null or ${rule.id} <> ${exceptId})`,
);

const changeTypes = {
  ...{ name: text, kinds: array(text), conditions: jsonb<readonly Condition[]>(), address: text },
  ...{ throttleMax: integer, throttleSeconds: integer, now: float8, isEnabled: boolean },
  ...{ quietFrom: nullable(text), quietTo: nullable(text), timeZone: nullable(text) },
};
/** The current time by the database's clock, in Unix epoch seconds as in the event log. */
const databaseTime = sql`extract(epoch from clock_timestamp())`;

export const insertRule = fetchOne({ ...changeTypes, tenantId: nullable(text), target: text }, (parameters) =>
  rawQuery(
    { id: rule.id },
    (columns) => sql`insert into ${rule} (name, tenant_id, kinds, conditions, target, address, throttle_max,
        throttle_seconds, quiet_from, quiet_to, time_zone, is_enabled, active_from, created_at, updated_at)
      values (${parameters.name}, ${parameters.tenantId}, ${parameters.kinds}, ${parameters.conditions}, ${parameters.target}, ${parameters.address},
        ${parameters.throttleMax}, ${parameters.throttleSeconds}, ${parameters.quietFrom}, ${parameters.quietTo}, ${parameters.timeZone},
        ${parameters.isEnabled}, ${databaseTime}, ${parameters.now}, ${parameters.now}) returning ${columns}`,
  ),
);

/**
 * Changes a rule, and schedules its pending deliveries for now. If the change enables the rule, the rule sends only
 * events from now on.
 */
export const updateRule = execute(
  { ...changeTypes, id: uuid },
  (parameters) => sql`with retried as (
        update ${queue} set retry_at = 0 where rule_id = ${parameters.id}
      )
      update ${rule} set name = ${parameters.name}, kinds = ${parameters.kinds}, conditions = ${parameters.conditions},
        address = ${parameters.address}, throttle_max = ${parameters.throttleMax}, throttle_seconds = ${parameters.throttleSeconds},
        quiet_from = ${parameters.quietFrom}, quiet_to = ${parameters.quietTo}, time_zone = ${parameters.timeZone},
        active_from = case when ${parameters.isEnabled} and not is_enabled then ${databaseTime} else active_from end,
        disabled_reason = case when ${parameters.isEnabled} then null else disabled_reason end,
        is_enabled = ${parameters.isEnabled}, updated_at = ${parameters.now}
      where id = ${parameters.id}`,
);

/**
 * Locks the queue of a rule until the end of the transaction. All transactions that change deliveries lock the queue
 * first, so they cannot deadlock.
 */
export const lockQueue = execute(
  { ruleId: uuid },
  ({ ruleId }) => sql`select rule_id from ${queue} where rule_id = ${ruleId} for update`,
);

export const deleteRule = hasRow({ id: uuid }, ({ id }) => sql`delete from ${rule} where id = ${id} returning id`);

/** Adds a secret to a rule. The rule's other secrets expire at `othersExpireAt` or at their earlier expiration time. */
export const insertSecret = execute(
  { ruleId: uuid, sealed: text, now: float8, othersExpireAt: float8 },
  (parameters) => sql`with expiring as (
        update ${secret} set expires_at = least(coalesce(expires_at, ${parameters.othersExpireAt}), ${parameters.othersExpireAt})
        where rule_id = ${parameters.ruleId}
      )
      insert into ${secret} (rule_id, sealed, created_at) values (${parameters.ruleId}, ${parameters.sealed}, ${parameters.now})`,
);

const columnsOfDelivery = {
  ...{
    sequence: delivery.sequence,
    id: delivery.id,
    ruleId: delivery.ruleId,
    ruleName: rule.name,
    kind: delivery.kind,
  },
  ...{ title: delivery.title, status: delivery.status, attempts: delivery.attempts, lastStatus: delivery.lastStatus },
  ...{ lastError: delivery.lastError, queuedAt: delivery.queuedAt, attemptedAt: delivery.attemptedAt },
  finishedAt: delivery.finishedAt,
  /**
   * Time of the next attempt to send the first pending delivery of the rule; later deliveries wait for it. Null if that
   * attempt is due, or if the delivery of this row is not pending.
   */
  retryAt: cast(
    nullable(float8),
    sql`(select nullif(${queue.retryAt}, 0) from ${queue}
    where ${queue.ruleId} = ${delivery.ruleId} and ${delivery.status} = 'pending')`,
  ),
};
export type DeliveryRow = RowOfSelection<typeof columnsOfDelivery>;

const deliveryTypes = { ...tenantTypes, ruleId: nullable(uuid), status: nullable(text) };
const deliveriesWithRules = sql`${delivery} join ${rule} on ${rule.id} = ${delivery.ruleId}`;

function isDelivery({ tenants, ruleId, status }: Placeholders<typeof deliveryTypes>) {
  return sql`(${tenants} is null or ${rule.tenantId} = any(${tenants}))
    and (${ruleId} is null or ${delivery.ruleId} = ${ruleId}) and (${status} is null or ${delivery.status} = ${status})`;
}

/** Selects the deliveries after a position, newest first. */
export const selectDeliveries = fetchRows(
  { ...deliveryTypes, before: nullable(float8), limit: integer },
  ({ before, limit, ...parameters }) =>
    rawQuery(
      columnsOfDelivery,
      (columns) => sql`select ${columns} from ${deliveriesWithRules}
        where ${isDelivery(parameters)} and (${before} is null or ${delivery.sequence} < ${before}::bigint)
        order by ${delivery.sequence} desc limit ${limit}`,
    ),
);

export const countDeliveries = fetchOne(deliveryTypes, (parameters) =>
  rawQuery(
    totalColumns,
    (columns) => sql`select ${columns} from ${deliveriesWithRules} where ${isDelivery(parameters)}`,
  ),
);

export const selectDelivery = fetchRow({ id: uuid }, ({ id }) =>
  rawQuery(
    columnsOfDelivery,
    (columns) => sql`select ${columns} from ${deliveriesWithRules} where ${delivery.id} = ${id}`,
  ),
);

/** Adds a pending delivery, and counts it as pending. */
export const insertDelivery = fetchOne(
  { ruleId: uuid, kind: text, title: text, body: text, now: float8 },
  (parameters) =>
    rawQuery(
      { id: delivery.id },
      (columns) => sql`with counted as (
        insert into ${queue} as counted (rule_id, pending) values (${parameters.ruleId}, 1)
        on conflict (rule_id) do update set pending = counted.pending + 1
      )
      insert into ${delivery} (rule_id, kind, title, body, status, queued_at)
      values (${parameters.ruleId}, ${parameters.kind}, ${parameters.title}, ${parameters.body}, 'pending', ${parameters.now}) returning ${columns}`,
    ),
);

/** Queues dead deliveries of a rule again, with the same ids and in their original order. */
export const requeueDeliveries = fetchOne(
  { ruleId: uuid, ids: nullable(array(uuid)), now: float8 },
  ({ ruleId, ids, now }) =>
    rawQuery(
      { requeued: cast(integer, sql`(select count(*) from requeued)`) },
      (columns) => sql`with locked as (
        select rule_id from ${queue} where rule_id = ${ruleId} for update
      ), requeued as (
        update ${delivery} set status = 'pending', queued_at = ${now}, attempts = 0, finished_at = null
        where rule_id = (select rule_id from locked) and status = 'dead' and (${ids} is null or id = any(${ids}))
        returning id
      ), counted as (
        update ${queue} set pending = pending + (select count(*)::integer from requeued),
          dead = greatest(dead - (select count(*)::integer from requeued), 0), retry_at = 0
        where rule_id = ${ruleId}
      )
      select ${columns}`,
    ),
);
