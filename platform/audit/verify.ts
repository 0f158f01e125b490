import { eq, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Database } from '../database/index.js';
import { bigint, fetchRow, fetchRows, queryBuilder, rawQuery } from '../database/statements/index.js';
import { auditChain, auditEntry, auditPending } from '../tables.js';
import { appendPendingEntries } from './append.js';
import { type AuditEntry, type ChainLink, contentOf, entryFields, entryRow, nextEntry } from './entry.js';
import { removalAction } from './retention.js';

export interface AuditVerification {
  /** Number of verified entries. */
  readonly entries: number;
  /** Sequence number of the oldest stored entry; null if there is none. */
  readonly first: number | null;
  /** The newest entry of the chain; sequence number 0 if there is none. */
  readonly head: ChainLink;
  /** The first audit entry that differs from what was recorded; null if the chain is intact. */
  readonly broken: { readonly sequence: number; readonly reason: string } | null;
  /**
   * Whether retention has removed the anchor and the entry after it. If true, it cannot be verified whether the chain
   * contained the anchor.
   */
  readonly isAnchorRemoved: boolean;
}

interface Chain {
  readonly head: ChainLink;
  readonly removed: ChainLink;
}

const entriesPerBatch = 500;

/**
 * Verifies the whole audit chain, page by page, in one snapshot of the database.
 * @param options.anchor a previously exported head, which the chain must still contain
 */
export async function verifyAudit(
  database: Pick<Database, 'guard' | 'transaction'>,
  options: { anchor?: ChainLink | undefined } = {},
): Promise<AuditVerification> {
  await appendPendingEntries(database);
  return await database.transaction(async (executor) => {
    await executor`set transaction isolation level repeatable read, read only`;
    const chain = await selectChain(executor);
    if (chain === undefined) {
      const reason = 'the record of both ends of the chain is missing';
      const head = { sequence: 0, hash: '' };
      return { entries: 0, first: null, head, broken: { sequence: 1, reason }, isAnchorRemoved: false };
    }
    const { head, headHash, removed, removedHash } = chain;
    const ends = { head: { sequence: head, hash: headHash }, removed: { sequence: removed, hash: removedHash } };
    return await new ChainVerification(executor, ends, options.anchor).verify();
  });
}

/** The sequence numbers and hashes of the last entry, and of the last one that retention has removed. */
export const selectChain = fetchRow({}, () => {
  const { headSequence: head, headHash, removedSequence: removed, removedHash } = auditChain;
  return queryBuilder.select({ head, headHash, removed, removedHash }).from(auditChain);
});

const selectEntriesAfter = fetchRows({ after: bigint }, ({ after }) =>
  rawQuery(
    entryFields,
    (selected) => sql`select ${selected} from ${auditEntry} entry where ${entryRow.sequence} > ${after}
      order by ${entryRow.sequence} limit ${entriesPerBatch}`,
  ),
);

const selectPendingRemovals = fetchRows({}, () =>
  queryBuilder.select(contentOf(auditPending)).from(auditPending).where(eq(auditPending.action, removalAction)),
);

class ChainVerification {
  readonly #sql: TransactionSql;
  readonly #chain: Chain;
  readonly #anchor: ChainLink | undefined;
  #link: ChainLink;
  #entries = 0;
  /** Whether an audit entry records that retention removed everything before the beginning of the chain. */
  #isBeginningRecorded: boolean;

  constructor(sql: TransactionSql, chain: Chain, anchor: ChainLink | undefined) {
    this.#sql = sql;
    this.#chain = chain;
    this.#anchor = anchor;
    this.#link = chain.removed;
    this.#isBeginningRecorded = chain.removed.sequence === 0;
  }

  async verify(): Promise<AuditVerification> {
    const { head, removed } = this.#chain;
    const brokenEntry = this.#checkBeginning() ?? (await this.#findFirstBroken()) ?? (await this.#checkEnd());
    const first = this.#entries === 0 ? null : removed.sequence + 1;
    const isAnchorRemoved = this.#anchor !== undefined && this.#anchor.sequence < removed.sequence;
    return { entries: this.#entries, first, head, broken: brokenEntry, isAnchorRemoved };
  }

  /** Checks the beginning of the chain against the stored hash of the last entry that retention removed. */
  #checkBeginning(): AuditVerification['broken'] {
    const { sequence, hash } = this.#chain.removed;
    return this.#anchor?.sequence === sequence && this.#anchor.hash !== hash
      ? { sequence, reason: anchorMismatch }
      : null;
  }

  async #findFirstBroken(): Promise<AuditVerification['broken']> {
    for (let after = -1; ; ) {
      const page = await selectEntriesAfter(this.#sql, { after });
      for (const entry of page) {
        const reason = this.#findFault(entry);
        if (reason !== undefined) return { sequence: Math.min(entry.sequence, this.#link.sequence + 1), reason };
        this.#link = entry;
        this.#entries++;
      }
      const last = page.at(-1);
      if (last === undefined) return null;
      after = last.sequence;
    }
  }

  #findFault(entry: AuditEntry): string | undefined {
    const expected = nextEntry(this.#link, entry);
    if (entry.sequence < expected.sequence) return 'the entry was inserted before the beginning of the chain';
    if (entry.sequence > this.#chain.head.sequence) return 'the entry was inserted after the end of the chain';
    if (entry.sequence > expected.sequence) return 'the entry is missing';
    if (entry.hash !== expected.hash) return 'the content or position of the entry, or the previous entry, was changed';
    if (this.#anchor?.sequence === entry.sequence && this.#anchor.hash !== entry.hash) return anchorMismatch;
    this.#recordRemoval(entry);
    return undefined;
  }

  #recordRemoval({ action, after }: Pick<AuditEntry, 'action' | 'after'>): void {
    if (action !== removalAction) return;
    const { lastSequence, lastSha256 } = JSON.parse(after ?? '{}');
    const { sequence, hash } = this.#chain.removed;
    this.#isBeginningRecorded ||= lastSequence === sequence && lastSha256 === hash;
  }

  async #checkEnd(): Promise<AuditVerification['broken']> {
    const { head, removed } = this.#chain;
    const sequence = this.#link.sequence + 1;
    if (sequence <= head.sequence) return { sequence, reason: 'the entry is missing' };
    if (this.#link.hash !== head.hash) {
      return {
        sequence: head.sequence,
        reason: 'the hash of the newest entry differs from the stored hash of the chain',
      };
    }
    if (this.#anchor !== undefined && this.#anchor.sequence > head.sequence) {
      return { sequence: this.#anchor.sequence, reason: 'the entry is missing' };
    }
    if (!this.#isBeginningRecorded) await this.#recordPendingRemovals();
    return this.#isBeginningRecorded
      ? null
      : { sequence: removed.sequence, reason: 'the entry was deleted, but not by retention' };
  }

  /** Reads the audit entries of removals that are not yet chained. */
  async #recordPendingRemovals(): Promise<void> {
    for (const entry of await selectPendingRemovals(this.#sql)) this.#recordRemoval(entry);
  }
}

const anchorMismatch = 'the hash of the entry differs from the anchor: the chain was rewritten';
