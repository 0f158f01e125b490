import type { Readable } from 'node:stream';
import type { TransactionSql } from 'postgres';
import { handleEarlyErrors } from './copy.js';

/**
 * The rows of a COPY TO STDOUT in the server's format, in chunks of about ten kilobytes.
 *
 * The driver pauses the connection while its stream is full, and resumes it only when more is read. A stream that is
 * abandoned early, or that ends while it is full, would leave the connection paused, and every later statement would
 * hang. Therefore, the remaining data is read and discarded, and the connection is resumed at the end.
 * @throws {Error} of the server, or a connection failure
 */
export async function* copyOut(sql: TransactionSql, statement: string): AsyncGenerator<Buffer> {
  const query = sql.unsafe(statement);
  handleEarlyErrors(query);
  const stream: Readable = await query.readable();
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    if (!stream.readableEnded && !stream.destroyed) await drain(stream);
    resume(stream);
  }
}

async function drain(stream: Readable): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // A consumer that stopped reading has its own error.
  }
}

/** Resumes the connection of a stream. */
function resume(stream: Readable): void {
  try {
    stream._read(0);
  } catch {
    // The driver has no connection any more: it is closed.
  }
}
