import { createHash } from 'node:crypto';

/** What an entry says, without its place in the chain. */
export interface AuditContent {
  /** Unix epoch milliseconds. */
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly via: string;
  readonly sourceAddress: string | null;
  readonly action: string;
  readonly objects: readonly string[];
  readonly tenantId: string | null;
  /** JSON, exactly as it is stored. */
  readonly before: string | null;
  readonly after: string | null;
}

/** An entry of the chain. */
export interface AuditEntry extends AuditContent {
  readonly sequence: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** A place in the chain: an entry's number and hash. */
export interface ChainLink {
  readonly sequence: number;
  readonly hash: string;
}

/** The same columns as they are stored. */
export const storedColumns =
  'at, actor_kind, actor_id, actor_name, via, source_address, action, objects, tenant_id, before, after';

/** Columns of what an entry says, as {@link AuditContent}. */
export const contentColumns = `at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", via,
  source_address as "sourceAddress", action, objects, tenant_id as "tenantId", before::text as before, after::text as after`;

/** Columns of an entry, as {@link AuditEntry}. */
export const entryColumns = `sequence::float8 as sequence, hash, ${contentColumns}`;

/**
 * The entry that follows another one. Its hash is the SHA-256 of a JSON array: number, hash of the entry before, then the content in the
 * order of {@link AuditContent}.
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
