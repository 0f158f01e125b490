import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';

/** So many rows are handed on at once: a row alone would cost a turn of the event loop. */
const rowsAtOnce = 4096;

/**
 * Sends rows in COPY's text format.
 *
 * The driver's stream never finishes when the server refuses its end, or goes away then. So a statement is sent behind
 * the end: it is answered in either case, and its failure is that of the rows.
 * @throws whatever the source throws, or the server
 */
export async function copyIn(
  sql: TransactionSql,
  statement: string,
  source: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
): Promise<void> {
  const stream = await sql.unsafe(statement).writable();
  const failure = new Promise<never>((_resolve, reject) => stream.once('error', reject));
  failure.catch(() => {}); // Whoever waits below hears of it.
  try {
    for await (const rows of source) {
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), failure]);
    }
    // The driver ends COPY only when all rows are handed over; only then may a statement follow.
    await Promise.race([new Promise((resolve) => stream.write('', resolve)), failure]);
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  const finished = new Promise<void>((resolve) => stream.end(resolve));
  await nextTurn(); // The end is on its way.
  await Promise.race([sql.unsafe('select 1'), failure]);
  await finished;
}

/**
 * Receives rows in COPY's text format, without the ends of their lines. When the consumer leaves early the statement
 * is cancelled through another connection, so that nobody waits for rows that nobody wants.
 */
export async function* copyOut(options: {
  sql: TransactionSql;
  others: Sql;
  statement: string;
}): AsyncGenerator<string[]> {
  const { sql, others, statement } = options;
  const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const stream = await sql.unsafe(statement).readable();
  let rows: string[] = [];
  let isOver = false;
  let failure: unknown;
  let wake = (): void => {};
  stream.on('data', (row: Buffer) => {
    rows.push(row.toString('latin1', 0, row.length - 1));
    if (rows.length < rowsAtOnce) return;
    stream.pause();
    wake();
  });
  stream.once('error', (error) => {
    failure = error;
  });
  stream.once('close', () => {
    isOver = true;
    wakeConnection(stream);
    wake();
  });
  try {
    while (!isOver || rows.length > 0) {
      if (rows.length < rowsAtOnce && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream.resume();
        });
      }
      if (failure !== undefined) throw failure;
      const batch = rows;
      rows = [];
      if (batch.length > 0) yield batch;
    }
  } finally {
    if (!isOver) await abandon({ stream, others, pid: backend.pid });
  }
}

/**
 * Lets the driver read on. It pauses its connection while a stream is full and resumes it when the stream wants more,
 * which a stream that has ended never does: answers to later statements would not be read.
 */
function wakeConnection(stream: Readable): void {
  try {
    stream._read(0);
  } catch {
    // The connection is gone; whoever uses it next is told so.
  }
}

async function abandon(options: { stream: NodeJS.ReadableStream; others: Sql; pid: number }): Promise<void> {
  const { stream, others, pid } = options;
  // Not events.once: the cancellation is an error of the stream, and not one of the consumer.
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.removeAllListeners('data');
  stream.on('data', () => {}).resume();
  await others`select pg_cancel_backend(${pid})`;
  await closed;
}

/** A value as COPY's text format writes it; the texts of this domain hold no other special bytes. */
export function copyText(value: string): string {
  return value.includes('\\') ? value.replaceAll('\\', '\\\\') : value;
}

/** The value behind what COPY's text format writes. */
export function copiedText(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\\\', '\\') : text;
}
