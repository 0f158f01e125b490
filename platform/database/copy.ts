import { once } from 'node:events';
import { Stream } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';

/**
 * Sends rows in COPY's text format.
 *
 * The driver's stream never finishes if the server rejects the end of the data or disconnects. Therefore, another
 * statement is sent after the stream, which settles in both cases.
 * @throws errors of the source or the server
 */
export async function copyIn(
  sql: TransactionSql,
  statement: string,
  source: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
): Promise<void> {
  const query = sql.unsafe(statement);
  const rejectionOf = watchRejection(query);
  handleEarlyErrors(query);
  const stream = await query.writable();
  const failure = new Promise<never>((_resolve, reject) => {
    if (stream.errored === null) stream.once('error', reject);
    else reject(stream.errored);
  });
  failure.catch(() => {}); // Handled by the caller below.
  try {
    for await (const rows of source) {
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), failure]);
    }
    // The driver ends COPY only after all rows are written; a statement must not follow earlier.
    await Promise.race([new Promise((resolve) => stream.write('', resolve)), failure]);
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  const finished = new Promise<void>((resolve) => stream.end(resolve));
  await nextTurn(); // Let the driver send the end of the stream first.
  try {
    await Promise.race([sql.unsafe('select 1'), failure]);
  } catch (error) {
    // If the server rejected the rows, it rejects the statement because the transaction is aborted.
    throw rejectionOf() ?? error;
  }
  await finished;
}

/**
 * Returns a function that returns the error of a query. When the stream of a query has ended, the driver reports the
 * errors of the server only to the query's function `reject`, but the promise of the query is fulfilled already.
 */
function watchRejection(query: object): () => unknown {
  let rejection: unknown;
  const rejectable = query as { reject(error: unknown): void };
  const reject = rejectable.reject.bind(query);
  rejectable.reject = (error) => {
    rejection = error;
    reject(error);
  };
  return () => rejection;
}

/**
 * Adds a listener for errors to the stream of a COPY as soon as the driver creates it. The stream emits an error that
 * arrives together with the start of COPY before a caller that awaits the stream receives it. Without a listener, such
 * an error ends the process.
 */
export function handleEarlyErrors(query: object): void {
  const resolvable = query as { resolve(result: unknown): void };
  const resolve = resolvable.resolve.bind(query);
  resolvable.resolve = (result) => {
    if (result instanceof Stream) result.on('error', () => {});
    resolve(result);
  };
}
