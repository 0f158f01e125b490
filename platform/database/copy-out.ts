import type { Readable } from 'node:stream';
import type { TransactionSql } from 'postgres';

/**
 * The rows of a COPY TO STDOUT as the server sends them, joined to pieces of some ten kilobytes.
 *
 * The driver stops reading the connection while its stream is full, and goes on only when more is read from the stream. A stream that is given up
 * early, or that ends just while it is full, would leave the connection stopped, and every later statement without an answer. So what is not wanted
 * any more is read and dropped, and the connection is set going at the end.
 * @throws {Error} what the server reports, or a connection failure
 */
export async function* copyOut(sql: TransactionSql, statement: string): AsyncGenerator<Buffer> {
  const stream: Readable = await sql.unsafe(statement).readable();
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    if (!stream.readableEnded && !stream.destroyed) await drain(stream);
    stream._read(0);
  }
}

async function drain(stream: Readable): Promise<void> {
  try {
    for await (const _ of stream);
  } catch {
    // The consumer that stopped reading has its own error.
  }
}
