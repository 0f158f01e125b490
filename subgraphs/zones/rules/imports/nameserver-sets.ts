import { hash } from 'node:crypto';

/** A set of nameservers; its id is made from its data, so that nobody has to be asked for it. */
export interface NameserverSet {
  /** The first 64 bits of the SHA-256 of the names with blanks between, as a signed number in decimals. */
  readonly id: string;
  /** The id as a line of text. */
  readonly line: Buffer;
  /** Sorted by bytes, without repetition. */
  readonly data: readonly string[];
}

/** The set of these nameservers, in any order. */
export function nameserverSet(names: readonly string[]): NameserverSet {
  const data = [...new Set(names)].sort();
  const id = hash('sha256', data.join(' '), 'buffer').readBigInt64BE(0).toString();
  return { id, line: Buffer.from(`${id}\n`), data };
}
