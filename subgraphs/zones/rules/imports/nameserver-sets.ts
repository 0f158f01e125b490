import { hash } from 'node:crypto';

/** A set of nameservers; its id is made from its data, so that nobody has to be asked for it. */
export interface NameserverSet {
  /** The first 64 bits of the SHA-256 of the names with blanks between, as a signed number in decimals. */
  readonly id: string;
  /** Sorted by bytes, without repetition. */
  readonly data: readonly string[];
}

/** Many domains share a set; so many are remembered by how a file lists them. */
const mostRemembered = 200_000;

/** Finds the sets for lists of nameservers. */
export class NameserverSets {
  readonly #known = new Map<string, NameserverSet>();

  /** @param listed names with blanks between, in any order */
  of(listed: string): NameserverSet {
    const known = this.#known.get(listed);
    if (known !== undefined) return known;
    if (this.#known.size >= mostRemembered) this.#known.clear();
    const set = nameserverSet(listed.split(' '));
    this.#known.set(listed, set);
    return set;
  }
}

/** The set of these nameservers. */
export function nameserverSet(names: readonly string[]): NameserverSet {
  const data = [...new Set(names)].sort();
  const digest = hash('sha256', data.join(' '), 'buffer');
  return { id: digest.readBigInt64BE(0).toString(), data };
}
