import type { TransactionSql } from 'postgres';
import type { Clock } from '../clock.js';
import { type Database, runStatement } from '../database/index.js';
import type { JobDefinition } from '../jobs.js';
import { recordAudit, systemRequest } from './change.js';
import type { ChainLink } from './entry.js';
import { sealAudit } from './seal.js';

const dayMilliseconds = 86_400_000;
const entriesAtOnce = 10_000;

/** The action of the entry that says what retention has removed. */
export const removalAction = 'remove.audit-entries';

export interface AuditJobOptions {
  readonly database: Pick<Database, 'guard' | 'transaction'>;
  readonly clock: Clock;
  /** 0: entries are never removed. */
  readonly retentionDays: number;
}

/** Chains new entries, and removes old ones. */
export function auditJobs(options: AuditJobOptions): JobDefinition[] {
  return [
    { name: 'platform.seal-audit', cron: '* * * * *', run: () => sealAudit(options.database) },
    { name: 'platform.sweep-audit', cron: '23 3 * * *', run: () => sweepAudit(options) },
  ];
}

/**
 * Removes the oldest entries of the chain, up to the first that is still to be kept. What remains stays verifiable: the hash of the last
 * one removed is stored, and an entry records it.
 */
export async function sweepAudit({ database, clock, retentionDays }: AuditJobOptions): Promise<void> {
  if (retentionDays === 0) return;
  const before = clock.now() - retentionDays * dayMilliseconds;
  await sealAudit(database);
  while ((await database.transaction((sql) => removeSome(sql, before))) === entriesAtOnce);
}

async function removeSome(sql: TransactionSql, before: number): Promise<number> {
  // The chain's row is what sealing waits for, and another process that removes.
  await runStatement(sql, 'select 1 from platform.audit_chain for update');
  const entries = await runStatement<ChainLink & { at: number }>(
    sql,
    'select sequence::float8 as sequence, hash, at from platform.audit_entry order by sequence limit $1::int',
    [entriesAtOnce],
  );
  const firstKept = entries.findIndex(({ at }) => at >= before);
  const count = firstKept < 0 ? entries.length : firstKept;
  const [first] = entries;
  const last = entries[count - 1];
  if (first === undefined || last === undefined) return 0;
  await runStatement(sql, `select set_config('rampart.audit', 'retention', true)`);
  await runStatement(sql, 'delete from platform.audit_entry where sequence <= $1::bigint', [last.sequence]);
  await runStatement(sql, 'update platform.audit_chain set removed_sequence = $1::bigint, removed_hash = $2', [
    last.sequence,
    last.hash,
  ]);
  await recordAudit(sql, systemRequest, {
    action: removalAction,
    object: 'audit-log:entries',
    after: { firstSequence: first.sequence, lastSequence: last.sequence, lastSha256: last.hash },
  });
  return count;
}
