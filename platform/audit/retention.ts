import { asc, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { bigint, execute, fetchRows, queryBuilder, text } from '../database/statements/index.js';
import { dayMs } from '../durations.js';
import type { JobDefinition } from '../jobs.js';
import { auditChain, auditEntry } from '../tables.js';
import { allowRemoval, appendPendingEntries } from './append.js';
import { recordAudit, systemRequest } from './change.js';

const entriesPerBatch = 10_000;

/** Action of the audit entry that records a removal by retention. */
export const removalAction = 'remove.audit-entries';

interface AuditJobOptions {
  readonly database: Pick<Database, 'guard' | 'transaction'>;
  readonly clock: Clock;
  /** Number of days for which entries are stored; 0: unlimited. */
  readonly retentionDays: number;
}

/** The jobs that append new audit entries to the chain and remove old ones. */
export function auditJobs(options: AuditJobOptions): JobDefinition[] {
  return [
    // The name is stored in the database and therefore stays, although the code calls sealing appending.
    { name: 'platform.seal-audit', cron: '* * * * *', run: () => appendPendingEntries(options.database) },
    { name: 'platform.sweep-audit', cron: '23 3 * * *', deletesHistory: true, run: () => sweepAudit(options) },
  ];
}

/**
 * Removes the oldest entries of the chain that are past retention. The rest remains verifiable: the hash of the last
 * removed entry is stored, and an entry records the removal.
 */
export async function sweepAudit({ database, clock, retentionDays }: AuditJobOptions): Promise<void> {
  if (retentionDays === 0) return;
  const before = clock.now() - retentionDays * dayMs;
  await appendPendingEntries(database);
  while ((await database.transaction((sql) => removeBatch(sql, before))) === entriesPerBatch);
}

/** Locks the audit chain until the end of the transaction: other processes that append or remove entries wait. */
const lockChain = execute({}, () => sql`select from ${auditChain} for update`);

const { sequence, hash, at } = auditEntry;
const selectOldest = fetchRows({}, () =>
  queryBuilder.select({ sequence, hash, at }).from(auditEntry).orderBy(asc(sequence)).limit(entriesPerBatch),
);

const deleteEntries = execute(
  { last: bigint },
  ({ last }) => sql`delete from ${auditEntry} where ${sequence} <= ${last}`,
);

const updateRemoved = execute(
  { sequence: bigint, hash: text },
  (last) => sql`update ${auditChain} set removed_sequence = ${last.sequence}, removed_hash = ${last.hash}`,
);

async function removeBatch(executor: TransactionSql, before: number): Promise<number> {
  await lockChain(executor);
  const entries = await selectOldest(executor);
  const firstRetained = entries.findIndex((entry) => entry.at >= before);
  const count = firstRetained < 0 ? entries.length : firstRetained;
  const [first] = entries;
  const last = entries[count - 1];
  if (first === undefined || last === undefined) return 0;
  await allowRemoval(executor, { purpose: 'retention' });
  await deleteEntries(executor, { last: last.sequence });
  await updateRemoved(executor, last);
  await recordAudit(executor, systemRequest, {
    action: removalAction,
    object: 'audit-log:entries',
    after: { firstSequence: first.sequence, lastSequence: last.sequence, lastSha256: last.hash },
  });
  return count;
}
