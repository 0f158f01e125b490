import { dnsFailure } from './failure.js';

/**
 * Yields the messages of a TCP connection, each preceded by its length (RFC 1035, section 4.2.2).
 * @throws {DomainError} UPSTREAM_FAILED for a message of more than `maxBytes`, and if the connection ends within one
 */
export async function* frames(connection: AsyncIterable<Buffer>, maxBytes = 0xffff): AsyncGenerator<Buffer> {
  let remainder: Buffer = Buffer.alloc(0);
  for await (const chunk of connection) {
    remainder = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    let start = 0;
    while (remainder.length >= start + 2) {
      const length = remainder.readUInt16BE(start);
      if (length > maxBytes) throw dnsFailure(`a message has ${length} bytes, more than ${maxBytes}`);
      const end = start + 2 + length;
      if (remainder.length < end) break;
      yield remainder.subarray(start + 2, end);
      start = end;
    }
    remainder = remainder.subarray(start);
  }
  if (remainder.length > 0) throw dnsFailure('the connection ended within a message');
}
