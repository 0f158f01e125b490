import { asc, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Database } from '../database/index.js';
import {
  array,
  bigint,
  execute,
  fetchRow,
  fetchRows,
  hasRow,
  queryBuilder,
  text,
} from '../database/statements/index.js';
import { auditChain, auditEntry, auditPending } from '../tables.js';
import { type AuditEntry, contentOf, nextEntry, storedColumns } from './entry.js';

/** Maximum number of audit entries appended per transaction. An entry can have up to 200 kB. */
const entriesPerBatch = 200;

const hasPending = hasRow({}, () => sql`select from ${auditPending} limit 1`);

const lockHead = fetchRow({}, () =>
  queryBuilder.select({ sequence: auditChain.headSequence, hash: auditChain.headHash }).from(auditChain).for('update'),
);

const selectPending = fetchRows({}, () =>
  queryBuilder
    .select({ id: auditPending.id, ...contentOf(auditPending) })
    .from(auditPending)
    .orderBy(asc(auditPending.id))
    .limit(entriesPerBatch),
);

const insertEntries = execute(
  { ids: array(bigint), sequences: array(bigint), hashes: array(text) },
  ({ ids, sequences, hashes }) => sql`insert into ${auditEntry} (sequence, hash, ${storedColumns})
    select link.sequence, link.hash, ${storedColumns}
    from unnest(${ids}, ${sequences}, ${hashes}) link (id, sequence, hash)
    join ${auditPending} using (id) order by link.sequence`,
);

/**
 * Allows the current transaction to delete rows of the audit log for `purpose`, which a trigger otherwise rejects
 * (migration 0019).
 */
export const allowRemoval = execute(
  { purpose: text },
  ({ purpose }) => sql`select set_config('rampart.audit', ${purpose}, true)`,
);

const deletePending = execute(
  { ids: array(bigint) },
  ({ ids }) => sql`delete from ${auditPending} where id = any(${ids})`,
);

const updateHead = execute(
  { sequence: bigint, hash: text },
  ({ sequence, hash }) => sql`update ${auditChain} set head_sequence = ${sequence}, head_hash = ${hash}`,
);

/**
 * Appends all committed changes to the audit chain in short transactions, one process at a time. Changes are not
 * blocked in the meantime (docs/decisions/0041).
 */
export async function appendPendingEntries(database: Pick<Database, 'guard' | 'transaction'>): Promise<void> {
  while (await database.guard((sql) => hasPending(sql))) await database.transaction(appendBatch);
}

async function appendBatch(sql: TransactionSql): Promise<void> {
  const head = await lockHead(sql);
  if (head === undefined) throw new Error('platform.audit_chain is empty: restore the database from a backup');
  const pending = await selectPending(sql);
  if (pending.length === 0) return;
  const entries: AuditEntry[] = [];
  for (const { id: _, ...content } of pending) entries.push(nextEntry(entries.at(-1) ?? head, content));
  const ids = pending.map(({ id }) => id);
  const sequences = entries.map(({ sequence }) => sequence);
  await insertEntries(sql, { ids, sequences, hashes: entries.map(({ hash }) => hash) });
  // The stored trigger compares this name, which therefore stays, although the code calls sealing appending.
  await allowRemoval(sql, { purpose: 'seal' });
  await deletePending(sql, { ids });
  await updateHead(sql, entries.at(-1) ?? head);
}
