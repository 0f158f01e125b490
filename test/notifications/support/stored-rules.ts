import type { Sql } from 'postgres';

/** Stores a disabled rule of a tenant, with a message. Returns the id of the rule. */
export async function storeRule(
  sql: Sql,
  { tenantId, target = 'webhook' }: { tenantId: string | null; target?: string },
) {
  const [row] = await sql<{ id: string }[]>`
    insert into notifications.rule (name, tenant_id, kinds, conditions, target, address, throttle_max, throttle_seconds,
      is_enabled, active_from, created_at, updated_at)
    values (${`rule of ${tenantId}`}, ${tenantId}, '{alert.opened}', '[]', ${target}, 'https://receiver.example/',
      1, 60, false, 0, 1, 1) returning id`;
  const id = row?.id ?? '';
  await sql`insert into notifications.delivery (rule_id, kind, title, body, status, queued_at)
    values (${id}, 'alert.opened', ${`Alert of ${tenantId}`}, '{}', 'dead', 1)`;
  return id;
}
