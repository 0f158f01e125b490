import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { copyIn } from '../../../../platform/database/copy.js';
import {
  cast,
  nullable,
  rawQuery,
  runForRow,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';

/** A table with some of the rows of a zone. */
export interface Leaf {
  readonly table: string;
  /** First label of the table, the lower bound of its partition. The partition of the first table has none. */
  readonly from: string;
}

/** Domains in order, as rows of a label and the id of its set in the text format of COPY. */
export interface StateRows {
  readonly bytes: Buffer;
  readonly count: number;
  /** End offset of each row, after its line feed. */
  readonly ends: Int32Array;
}

/**
 * Copies the first state of a zone into new tables, which are not visible to readers yet.
 * @param options.maxRowsPerPartition maximum number of rows per table
 * @param options.rows domains in the order of their labels
 */
export async function copyLeaves(
  transaction: TransactionSql,
  options: { zoneId: number; ingest: number; maxRowsPerPartition: number; rows: AsyncGenerator<StateRows> },
): Promise<Leaf[]> {
  const { zoneId, ingest, maxRowsPerPartition, rows } = options;
  const cutter = new RowCutter(rows, maxRowsPerPartition);
  const leaves: Leaf[] = [];
  for (;;) {
    const from = await cutter.nextLabel();
    if (from === undefined) return leaves;
    const table = `state_${zoneId}_${leaves.length + 1}`;
    await transaction.unsafe(
      `create table zones.${table} (like zones.state including defaults) with (fillfactor = 92)`,
    );
    // Values that all rows share are not sent with each row.
    await transaction.unsafe(`alter table zones.${table}
      alter column zone_id set default ${zoneId}, alter column since set default ${ingest}`);
    // Rows of a table that the same transaction created can be frozen immediately, so vacuum need not visit them again.
    await copyIn(transaction, `copy zones.${table} (label, set_id) from stdin with (freeze)`, cutter.readLeaf());
    await transaction.unsafe(
      `alter table zones.${table} alter column zone_id drop default, alter column since drop default`,
    );
    leaves.push({ table, from });
  }
}

const noRows: StateRows = { bytes: Buffer.alloc(0), count: 0, ends: new Int32Array(0) };

/** Cuts a stream of rows into leaves. */
class RowCutter {
  readonly #rows: AsyncGenerator<StateRows>;
  readonly #maxRowsPerPartition: number;
  #batch: StateRows = noRows;
  #next = 0;

  constructor(rows: AsyncGenerator<StateRows>, maxRowsPerPartition: number) {
    this.#rows = rows;
    this.#maxRowsPerPartition = maxRowsPerPartition;
  }

  /** The label of the next row; undefined at the end. */
  async nextLabel(): Promise<string | undefined> {
    while (this.#next === this.#batch.count) {
      const next = await this.#rows.next();
      if (next.done === true) return undefined;
      this.#batch = next.value;
      this.#next = 0;
    }
    const { bytes } = this.#batch;
    const start = this.#startOf(this.#next);
    return decodeCopyText(bytes.toString('latin1', start, bytes.indexOf(0x09, start)));
  }

  /** The rows up to the end of a leaf. */
  async *readLeaf(): AsyncGenerator<Buffer> {
    let remainingRows = this.#maxRowsPerPartition;
    while (remainingRows > 0 && (await this.nextLabel()) !== undefined) {
      const count = Math.min(remainingRows, this.#batch.count - this.#next);
      const start = this.#startOf(this.#next);
      this.#next += count;
      remainingRows -= count;
      yield this.#batch.bytes.subarray(start, this.#startOf(this.#next));
    }
  }

  #startOf(row: number): number {
    return row === 0 ? 0 : (this.#batch.ends[row - 1] as number); // `ends` has an entry for each row.
  }
}

/** Creates the indexes of the tables of an initial load, and attaches the tables to `zones.state` as partitions. */
export async function attachLeaves(
  transaction: TransactionSql,
  zoneId: number,
  leaves: readonly Leaf[],
): Promise<void> {
  await transaction.unsafe("set local maintenance_work_mem = '256MB'");
  for (const { table } of leaves) await indexState(transaction, table);
  const [first, ...more] = leaves;
  if (first === undefined) throw new Error('a zone without domains has no tables');
  const zoneTable = more.length === 0 ? first.table : `state_${zoneId}`;
  if (more.length > 0) await joinLeaves(transaction, zoneTable, leaves);
  await transaction.unsafe(`alter table zones.state attach partition zones.${zoneTable} for values in (${zoneId})`);
  for (const { table } of leaves) await transaction.unsafe(`analyze zones.${table}`);
}

/**
 * Creates indexes with the same definitions as the indexes of `state`, which can then adopt the new indexes as
 * partitions.
 */
async function indexState(transaction: TransactionSql, table: string): Promise<void> {
  await transaction.unsafe(`create unique index on zones.${table} (zone_id, label)`);
  await transaction.unsafe(`create index on zones.${table} using gin (label gin_trgm_ops)`);
  await transaction.unsafe(`create index on zones.${table} (set_id, label)`);
}

const attachment = statement(
  { zoneTable: text, table: text, from: nullable(text), to: nullable(text) },
  ({ zoneTable, table, from, to }) => {
    const command = sql`format('alter table zones.%I attach partition zones.%I for values from (%s) to (%s)', ${zoneTable},
      ${table}, coalesce(quote_literal(${from}), 'minvalue'), coalesce(quote_literal(${to}), 'maxvalue'))`;
    return rawQuery({ command: cast(text, command) }, (columns) => sql`select ${columns}`);
  },
);

/** Partitions a large zone again, by ranges of the label. */
async function joinLeaves(transaction: TransactionSql, zoneTable: string, leaves: readonly Leaf[]): Promise<void> {
  await transaction.unsafe(
    `create table zones.${zoneTable} (like zones.state including defaults) partition by range (label)`,
  );
  await indexState(transaction, zoneTable);
  for (const [index, leaf] of leaves.entries()) {
    const bounds = { from: index === 0 ? null : leaf.from, to: leaves[index + 1]?.from ?? null };
    const attached = await runForRow(transaction, attachment, { zoneTable, table: leaf.table, ...bounds });
    if (attached !== undefined) await transaction.unsafe(attached.command);
  }
}

/**
 * Encodes a string in the text format of COPY by escaping backslashes; strings of this domain have no other special
 * characters.
 */
export function encodeCopyText(value: string): string {
  return value.includes('\\') ? value.replaceAll('\\', '\\\\') : value;
}

/** Decodes a string from the text format of COPY. */
function decodeCopyText(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\\\', '\\') : text;
}
