import type { TransactionSql } from 'postgres';
import { copyIn } from '../../../../platform/database/copy.js';
import { runStatement } from '../../../../platform/database/statement.js';

/** Where a table for some of a zone's rows begins. */
export interface Leaf {
  readonly table: string;
  /** The least label in it; nothing is less for the first. */
  readonly from: string;
}

/** Domains in order, as rows of a label and the id of its set in COPY's text format. */
export interface StateRows {
  readonly bytes: Buffer;
  readonly count: number;
  /** Where each row ends, behind its line feed. */
  readonly ends: Int32Array;
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
  const cutter = new RowCutter(rows, rowsInLeaf);
  const leaves: Leaf[] = [];
  for (;;) {
    const from = await cutter.nextLabel();
    if (from === undefined) return leaves;
    const table = `state_${zoneId}_${leaves.length + 1}`;
    await sql.unsafe(`create table zones.${table} (like zones.state including defaults) with (fillfactor = 92)`);
    // What is the same in all rows need not be sent and read with each.
    await sql.unsafe(`alter table zones.${table}
      alter column zone_id set default ${zoneId}, alter column since set default ${ingest}`);
    // Rows of a table of the same transaction need no second visit before they are seen by all.
    await copyIn(sql, `copy zones.${table} (label, set_id) from stdin with (freeze)`, cutter.leaf());
    await sql.unsafe(`alter table zones.${table} alter column zone_id drop default, alter column since drop default`);
    leaves.push({ table, from });
  }
}

const noRows: StateRows = { bytes: Buffer.alloc(0), count: 0, ends: new Int32Array(0) };

/** Cuts a stream of rows into leaves. */
class RowCutter {
  readonly #rows: AsyncGenerator<StateRows>;
  readonly #rowsInLeaf: number;
  #batch: StateRows = noRows;
  #at = 0;

  constructor(rows: AsyncGenerator<StateRows>, rowsInLeaf: number) {
    this.#rows = rows;
    this.#rowsInLeaf = rowsInLeaf;
  }

  /** The label of the next row; undefined at the end. */
  async nextLabel(): Promise<string | undefined> {
    while (this.#at === this.#batch.count) {
      const next = await this.#rows.next();
      if (next.done === true) return undefined;
      this.#batch = next.value;
      this.#at = 0;
    }
    const { bytes } = this.#batch;
    const start = this.#placeOf(this.#at);
    return copiedText(bytes.toString('latin1', start, bytes.indexOf(0x09, start)));
  }

  /** The rows up to the end of a leaf. */
  async *leaf(): AsyncGenerator<Buffer> {
    let left = this.#rowsInLeaf;
    while (left > 0 && (await this.nextLabel()) !== undefined) {
      const count = Math.min(left, this.#batch.count - this.#at);
      const start = this.#placeOf(this.#at);
      this.#at += count;
      left -= count;
      yield this.#batch.bytes.subarray(start, this.#placeOf(this.#at));
    }
  }

  #placeOf(row: number): number {
    return row === 0 ? 0 : (this.#batch.ends[row - 1] as number); // There are as many as rows.
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

/** A value as COPY's text format writes it; the texts of this domain hold no other special bytes. */
export function copyText(value: string): string {
  return value.includes('\\') ? value.replaceAll('\\', '\\\\') : value;
}

/** The value behind what COPY's text format writes. */
export function copiedText(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\\\', '\\') : text;
}
