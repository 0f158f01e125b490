import { type Executor, runStatement } from '../../../../platform/database/index.js';

const nowText = 'extract(epoch from clock_timestamp()) * 1000';

/** Takes the lease of a domain when nobody has it. One statement: of any number of replicas one gets it. */
export async function takeLease(
  sql: Executor,
  lease: { domain: string; holder: string; milliseconds: number },
): Promise<boolean> {
  const rows = await runStatement(
    sql,
    `insert into zones.rdap_lease as held (domain, holder, ends_at)
    values ($1::text, $2::uuid, ${nowText} + $3::float8)
    on conflict (domain) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where held.ends_at <= ${nowText}
    returning 1`,
    [lease.domain, lease.holder, lease.milliseconds],
  );
  return rows.length > 0;
}

/** Gives a lease back that is still this holder's. */
export async function releaseLease(sql: Executor, lease: { domain: string; holder: string }): Promise<void> {
  await runStatement(sql, 'delete from zones.rdap_lease where domain = $1::text and holder = $2::uuid', [
    lease.domain,
    lease.holder,
  ]);
}

/** Removes what holders that died have left. */
export async function deleteEndedLeases(sql: Executor): Promise<void> {
  await runStatement(sql, `delete from zones.rdap_lease where ends_at <= ${nowText}`);
}
