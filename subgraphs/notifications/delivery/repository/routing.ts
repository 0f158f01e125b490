import { sql } from 'drizzle-orm';
import {
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRows,
  float8,
  jsonb,
  nullable,
  type RowOf,
  rawQuery,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { delivery, type HeldEvents, queue, rule } from '../../tables.js';

/**
 * The enabled rules with the state of their throttle. Only the process that has locked the event cursor changes this
 * state.
 */
export const selectEnabledRules = fetchRows({}, () =>
  rawQuery(
    {
      ...{ id: rule.id, name: rule.name, tenantId: rule.tenantId, kinds: rule.kinds, conditions: rule.conditions },
      ...{ target: rule.target, throttleMax: rule.throttleMax, throttleSeconds: rule.throttleSeconds },
      ...{ quietFrom: rule.quietFrom, quietTo: rule.quietTo, timeZone: rule.timeZone, activeFrom: rule.activeFrom },
      pending: cast(float8, sql`coalesce(${queue.pending}, 0)`),
      windowStartsAt: cast(float8, sql`coalesce(${queue.windowStartsAt}, 0)`),
      windowCount: cast(float8, sql`coalesce(${queue.windowCount}, 0)`),
      held: queue.held,
    },
    (columns) => sql`select ${columns} from ${rule} left join ${queue} on ${queue.ruleId} = ${rule.id}
      where ${rule.isEnabled} order by ${rule.id}`,
  ),
);

export type EnabledRule = RowOf<typeof selectEnabledRules>;

/** The clocks of several database servers may differ a little, so one minute is tolerated. */
const isActiveLater = sql`${rule.isEnabled} and ${rule.activeFrom} > extract(epoch from clock_timestamp()) + 60`;

/**
 * Whether any rule is enabled, whether the clock of the database was ahead when one of them was, and whether events are
 * currently retained for routing.
 */
export const selectActivity = fetchOne({}, () =>
  rawQuery(
    {
      isEnabled: cast(boolean, sql`exists (select 1 from ${rule} where ${rule.isEnabled})`),
      isActiveLater: cast(boolean, sql`exists (select 1 from ${rule} where ${isActiveLater})`),
      hasCursor: cast(boolean, sql`exists (select 1 from platform.event_cursor where name = 'notifications')`),
    },
    (columns) => sql`select ${columns}`,
  ),
);

/**
 * Activates the rules that were enabled while the clock of the database was ahead, for all events that are not routed
 * yet: with the present time, they would miss the events since the clock was corrected.
 */
export const activateRules = execute({}, () => sql`update ${rule} set active_from = 0 where ${isActiveLater}`);

export interface NewDelivery {
  readonly ruleId: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
}

/** Adds deliveries in the given order, and counts them as pending. */
export const insertDeliveries = execute(
  { added: jsonb<readonly NewDelivery[]>(), now: float8 },
  ({ added, now }) => sql`with added as (
        select * from rows from (jsonb_to_recordset(${added}) as ("ruleId" uuid, kind text, title text, body text))
          with ordinality as one ("ruleId", kind, title, body, place)
      ), counted as (
        insert into ${queue} as counted (rule_id, pending) select "ruleId", count(*) from added group by "ruleId"
        on conflict (rule_id) do update set pending = counted.pending + excluded.pending
      )
      insert into ${delivery} (rule_id, kind, title, body, status, queued_at)
      select "ruleId", kind, title, body, 'pending', ${now} from added order by place`,
);

/** Stores the throttle window of a rule and the events that it holds back. */
export const updateThrottleState = execute(
  { ruleId: uuid, windowStartsAt: float8, windowCount: float8, held: nullable(jsonb<HeldEvents>()) },
  (parameters) => sql`insert into ${queue} (rule_id, window_starts_at, window_count, held)
      values (${parameters.ruleId}, ${parameters.windowStartsAt}, ${parameters.windowCount}::integer, ${parameters.held})
      on conflict (rule_id) do update set window_starts_at = excluded.window_starts_at,
        window_count = excluded.window_count, held = excluded.held`,
);

/** Serializes changes of rules until the transaction ends, so checks of the number and names of rules are exact. */
export const lockRules = execute({}, () => sql`lock table ${rule} in share row exclusive mode`);
