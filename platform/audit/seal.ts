import type { TransactionSql } from 'postgres';
import { type Database, runStatement } from '../database/index.js';
import {
  type AuditContent,
  type AuditEntry,
  type ChainLink,
  contentColumns,
  nextEntry,
  storedColumns,
} from './entry.js';

/** So many entries at once: a large one may have 200 kB. */
const entriesAtOnce = 200;

/**
 * Appends all committed entries to the chain, in short transactions that take turns. Changes never wait for it
 * (docs/decisions/0041).
 */
export async function sealAudit(database: Pick<Database, 'guard' | 'transaction'>): Promise<void> {
  for (;;) {
    const pending = await database.guard((sql) => runStatement(sql, 'select 1 from platform.audit_pending limit 1'));
    if (pending.length === 0) return;
    await database.transaction(sealSome);
  }
}

async function sealSome(sql: TransactionSql): Promise<void> {
  let head = await lockHead(sql);
  const pending = await runStatement<AuditContent & { id: number }>(
    sql,
    `select id::float8 as id, ${contentColumns} from platform.audit_pending order by id limit $1::int`,
    [entriesAtOnce],
  );
  if (pending.length === 0) return;
  const sealed: AuditEntry[] = [];
  for (const { id: _, ...content } of pending) {
    const entry = nextEntry(head, content);
    sealed.push(entry);
    head = entry;
  }
  await append(sql, { ids: pending.map(({ id }) => id), sealed });
  await runStatement(sql, 'update platform.audit_chain set head_sequence = $1::bigint, head_hash = $2', [
    head.sequence,
    head.hash,
  ]);
}

async function lockHead(sql: TransactionSql): Promise<ChainLink> {
  const [head] = await runStatement<ChainLink>(
    sql,
    'select head_sequence::float8 as sequence, head_hash as hash from platform.audit_chain for update',
  );
  if (head === undefined) throw new Error('platform.audit_chain is empty: restore the database from a backup');
  return head;
}

async function append(
  sql: TransactionSql,
  { ids, sealed }: { ids: readonly number[]; sealed: readonly AuditEntry[] },
): Promise<void> {
  await runStatement(
    sql,
    `insert into platform.audit_entry (sequence, hash, ${storedColumns})
    select link.sequence, link.hash, ${storedColumns}
    from unnest($1::bigint[], $2::bigint[], $3::text[]) link (id, sequence, hash)
    join platform.audit_pending using (id) order by link.sequence`,
    [ids, sealed.map(({ sequence }) => sequence), sealed.map(({ hash }) => hash)],
  );
  await runStatement(sql, `select set_config('rampart.audit', 'seal', true)`);
  await runStatement(sql, 'delete from platform.audit_pending where id = any($1::bigint[])', [ids]);
}
