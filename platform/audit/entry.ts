import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cast, nullable, text } from '../database/statements/index.js';
import { auditEntry, type auditPending } from '../tables.js';

/** The content of an audit entry, without its position in the chain. */
export interface AuditContent {
  /** Time of the change in Unix epoch milliseconds. */
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly via: string;
  readonly sourceAddress: string | null;
  readonly action: string;
  readonly objects: readonly string[];
  readonly tenantId: string | null;
  /** State before the change as JSON, exactly as it is stored; null if there is none. Likewise `after`. */
  readonly before: string | null;
  readonly after: string | null;
}

/** An audit entry at its position in the hash chain. */
export interface AuditEntry extends AuditContent {
  readonly sequence: number;
  /** SHA-256 of the entry in hexadecimal. */
  readonly hash: string;
}

/** A position in the chain: sequence number and hash of an entry. */
export interface ChainLink {
  readonly sequence: number;
  readonly hash: string;
}

/** SQL list of the columns that store {@link AuditContent}. */
export const storedColumns = sql`at, actor_kind, actor_id, actor_name, via, source_address, action, objects, tenant_id, before, after`;

/** Selects the content of an audit entry, as {@link AuditContent}. */
export function contentOf(table: typeof auditPending | typeof entryRow) {
  const { at, actorKind, actorId, actorName, via, sourceAddress, action, objects, tenantId } = table;
  return {
    ...{ at, actorKind, actorId, actorName, via, sourceAddress, action, objects, tenantId },
    before: cast(nullable(text), sql`${table.before}`),
    after: cast(nullable(text), sql`${table.after}`),
  };
}

/** The table alias of audit entries in statements. */
export const entryRow = alias(auditEntry, 'entry');

/** The columns to select for an entry of the chain, as {@link AuditEntry}. */
export const entryFields = { sequence: entryRow.sequence, hash: entryRow.hash, ...contentOf(entryRow) };

/**
 * Creates the entry that follows another one in the chain. Its hash is the SHA-256 of a JSON array: sequence number,
 * hash of the previous entry, then the content in the order of {@link AuditContent}.
 */
export function nextEntry(previous: ChainLink, content: AuditContent): AuditEntry {
  const sequence = previous.sequence + 1;
  return { ...content, sequence, hash: hashOf(sequence, previous.hash, content) };
}

function hashOf(sequence: number, previousHash: string, content: AuditContent): string {
  const { at, actorKind, actorId, actorName, via, sourceAddress, action, objects, tenantId, before, after } = content;
  const origin = [at, actorKind, actorId, actorName, via, sourceAddress];
  const canonical = JSON.stringify([sequence, previousHash, ...origin, action, objects, tenantId, before, after]);
  return createHash('sha256').update(canonical).digest('hex');
}
