import type { TransactionSql } from 'postgres';
import { runStatement } from '../../../../platform/database/statement.js';
import { copyIn, copyText } from './copy.js';

/** Where a table for some of a zone's rows begins. */
export interface Leaf {
  readonly table: string;
  /** The least label in it; nothing is less for the first. */
  readonly from: string;
}

/** Domains in order, each with the id of its set. */
export interface StateRows {
  readonly labels: readonly string[];
  readonly setIds: readonly string[];
}

/**
 * Copies a zone's first state into tables of its own, so many rows each, that no reader knows yet.
 * @param rows domains in the order of their labels
 */
export async function copyLeaves(
  sql: TransactionSql,
  options: { zoneId: number; ingest: number; rowsInLeaf: number; rows: AsyncGenerator<StateRows> },
): Promise<Leaf[]> {
  const { zoneId, ingest, rowsInLeaf, rows } = options;
  const cutter = new RowCutter({ rows, rowsInLeaf, tail: `\t${zoneId}\t${ingest}\n` });
  const leaves: Leaf[] = [];
  for (;;) {
    const from = await cutter.nextLabel();
    if (from === undefined) return leaves;
    const table = `state_${zoneId}_${leaves.length + 1}`;
    await sql.unsafe(`create table zones.${table} (like zones.state including defaults) with (fillfactor = 92)`);
    const columns = '(label, set_id, zone_id, since)';
    // Rows of a table of the same transaction need no second visit before they are seen by all.
    await copyIn(sql, `copy zones.${table} ${columns} from stdin with (freeze)`, cutter.leaf());
    leaves.push({ table, from });
  }
}

/** Cuts a stream of domains into leaves of COPY's text format. */
class RowCutter {
  readonly #rows: AsyncGenerator<StateRows>;
  readonly #rowsInLeaf: number;
  readonly #tail: string;
  #batch: StateRows = { labels: [], setIds: [] };
  #at = 0;

  constructor(options: { rows: AsyncGenerator<StateRows>; rowsInLeaf: number; tail: string }) {
    this.#rows = options.rows;
    this.#rowsInLeaf = options.rowsInLeaf;
    this.#tail = options.tail;
  }

  async nextLabel(): Promise<string | undefined> {
    while (this.#at === this.#batch.labels.length) {
      // Not for-await: that would close the stream at the end of each leaf.
      const next = await this.#rows.next();
      if (next.done === true) return undefined;
      this.#batch = next.value;
      this.#at = 0;
    }
    return this.#batch.labels[this.#at];
  }

  async *leaf(): AsyncGenerator<string> {
    let left = this.#rowsInLeaf;
    while (left > 0 && (await this.nextLabel()) !== undefined) {
      const end = Math.min(this.#batch.labels.length, this.#at + left);
      left -= end - this.#at;
      yield this.#lines(end);
    }
  }

  #lines(end: number): string {
    let text = '';
    for (; this.#at < end; this.#at++) {
      // Within both arrays, which are as long as each other.
      text += `${copyText(this.#batch.labels[this.#at] as string)}\t${this.#batch.setIds[this.#at]}${this.#tail}`;
    }
    return text;
  }
}

/** Builds the indexes of a zone's first tables and makes them its part of the state. */
export async function attachLeaves(sql: TransactionSql, zoneId: number, leaves: readonly Leaf[]): Promise<void> {
  await sql.unsafe("set local maintenance_work_mem = '256MB'");
  for (const { table } of leaves) await indexState(sql, table);
  const [first, ...more] = leaves;
  if (first === undefined) throw new Error('a zone without domains has no tables');
  const whole = more.length === 0 ? first.table : `state_${zoneId}`;
  if (more.length > 0) await joinLeaves(sql, whole, leaves);
  await sql.unsafe(`alter table zones.state attach partition zones.${whole} for values in (${zoneId})`);
  for (const { table } of leaves) await sql.unsafe(`analyze zones.${table}`);
}

/** The indexes of `state`, by the same definition, so that they become parts of its own. */
async function indexState(sql: TransactionSql, table: string): Promise<void> {
  await sql.unsafe(`create unique index on zones.${table} (zone_id, label)`);
  await sql.unsafe(`create index on zones.${table} using gin (label gin_trgm_ops)`);
}

/** A large zone is partitioned again, by ranges of the label. */
async function joinLeaves(sql: TransactionSql, whole: string, leaves: readonly Leaf[]): Promise<void> {
  await sql.unsafe(`create table zones.${whole} (like zones.state including defaults) partition by range (label)`);
  await indexState(sql, whole);
  for (const [index, { table, from }] of leaves.entries()) {
    const bounds = [index === 0 ? null : from, leaves[index + 1]?.from ?? null];
    const [statement] = await runStatement<{ text: string }>(
      sql,
      `select format('alter table zones.%I attach partition zones.%I for values from (%s) to (%s)', $1::text, $2::text,
        coalesce(quote_literal($3::text), 'minvalue'), coalesce(quote_literal($4::text), 'maxvalue')) as text`,
      [whole, table, ...bounds],
    );
    if (statement !== undefined) await sql.unsafe(statement.text);
  }
}
