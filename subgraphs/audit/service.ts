import { type AuditEntry, auditBySequences, readAudit } from '../../platform/audit/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { type ConnectionRecord, connectionOf, pageSize } from '../../platform/connection.js';
import { decodeIntegerCursor, encodeCursor } from '../../platform/cursor.js';
import type { Database } from '../../platform/database/index.js';
import type { AuditInterface } from '../../platform/graph/index.js';
import { assertStorableText, maxCharacters } from '../../platform/input-limits.js';
import { authorize } from '../../platform/permissions/index.js';
import type { AuditFilter } from './types.js';
import type { AuditActorKind } from './vocabulary.js';

/** An entry of the audit log, with the field names of the graph. */
export interface AuditEntryRecord {
  readonly sequence: number;
  readonly hash: string;
  readonly at: Date;
  readonly actor: { readonly kind: AuditActorKind; readonly id: string | null; readonly name: string | null };
  readonly via: AuditInterface;
  readonly sourceAddress: string | null;
  readonly action: string;
  readonly objects: readonly string[];
  readonly tenantId: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

interface ListInput {
  filter?: AuditFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const order = 'audit_sequence';

export class AuditService {
  readonly #database: Pick<Database, 'guard' | 'transaction'>;

  constructor({ database }: { database: Pick<Database, 'guard' | 'transaction'> }) {
    this.#database = database;
  }

  /**
   * A page of the audit log, newest entry first.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000, a cursor of another
   * list or an invalid filter
   */
  async listEntries(
    { caller }: Pick<RequestContext, 'caller'>,
    { filter, first, after }: ListInput,
  ): Promise<ConnectionRecord<AuditEntryRecord>> {
    authorize(caller, 'audit.read');
    const size = pageSize(first);
    const from = decodeIntegerCursor(after, order);
    const page = { filter: criteriaOf(filter ?? {}), from, limit: size + 1, order: 'newest-first' } as const;
    const entries = await readAudit(this.#database, page);
    const edges = entries.map((entry) => ({
      cursor: encodeCursor({ order, value: entry.sequence, ids: [] }),
      node: recordOf(entry),
    }));
    return connectionOf({ edges, size, isContinued: from !== null });
  }

  /**
   * The entries with these sequence numbers, in this order; null where there is none.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  async entriesBySequences(
    { caller }: Pick<RequestContext, 'caller'>,
    sequences: readonly string[],
  ): Promise<(AuditEntryRecord | null)[]> {
    authorize(caller, 'audit.read');
    const possible = sequences.map(Number).filter((sequence) => Number.isSafeInteger(sequence));
    const entries = await this.#database.guard((sql) => auditBySequences(sql, { sequences: possible }));
    const bySequence = new Map(entries.map((entry) => [String(entry.sequence), recordOf(entry)]));
    return sequences.map((sequence) => bySequence.get(sequence) ?? null);
  }
}

function criteriaOf({ since, until, ...filter }: AuditFilter) {
  for (const name of ['actor', 'action', 'object', 'tenantId'] as const) {
    assertStorableText(name, filter[name], maxCharacters.auditFilter);
  }
  return { ...filter, since: since?.getTime(), until: until?.getTime() };
}

function recordOf(entry: AuditEntry): AuditEntryRecord {
  const { at, actorKind, actorId, actorName, via, before, after, ...rest } = entry;
  return {
    ...rest,
    at: new Date(at),
    actor: { kind: actorKind as AuditActorKind, id: actorId, name: actorName }, // Only this vocabulary is written.
    via: via as AuditInterface,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  };
}
