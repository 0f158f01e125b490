import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';

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
  failure.catch(() => {}); // Handled by the caller below.
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
