import { hash } from 'node:crypto';
import { ByteTable, type Word } from './byte-table.js';
import { PairTable } from './pair-table.js';

/** Nameservers serve many domains, and lists of them come again and again: so many of them are remembered. */
const maxNames = 200_000;
const maxLists = 400_000;

const lineFeed = 0x0a;

/**
 * Lists of nameservers as a file gives them, each a number: 0 is the empty one, every other one is a shorter list and a
 * name behind it. So a list that was met before costs no text.
 */
export class NameserverLists {
  /** Names as they were written, and as they are kept. */
  readonly #names = new ByteTable();
  /** By number of a name as it was written: the number of the one that is kept. */
  readonly #kept: number[] = [0];
  readonly #lists = new PairTable();
  /** By list: of those that are longer by one name, the one that was met last. */
  readonly #latest: number[] = [0];
  readonly #sets: (NameserverSet | undefined)[] = [];

  /** True: time to begin anew, so that memory does not grow with the file. */
  get isFull(): boolean {
    return this.#names.size > maxNames || this.#lists.size > maxLists;
  }

  /** The number of the name that is written here; 0 when it was not met before. */
  find(bytes: Uint8Array, word: Word): number {
    return this.#kept[this.#names.find(bytes, word)] ?? 0;
  }

  /** Takes a name in as it is written; it is kept in lower case. */
  add(written: string): number {
    const name = this.#numberOf(written);
    const kept = this.#numberOf(written.toLowerCase());
    this.#kept[name] = kept;
    return kept;
  }

  #numberOf(text: string): number {
    const number = this.#names.add(Buffer.from(text, 'latin1'));
    if (number === this.#kept.length) this.#kept.push(number);
    return number;
  }

  /** The list with one more name. */
  extended(list: number, name: number): number {
    const longer = this.#lists.of(list, name);
    this.#latest[list] = longer;
    if (longer === this.#latest.length) this.#latest.push(0);
    return longer;
  }

  /**
   * The list that is longer by the name that is written at this place, when that is the one that was met last; 0 when not.
   * @param bytes that end with a line feed
   */
  extendedAsLast(list: number, bytes: Uint8Array, start: number): number {
    const longer = this.#latest[list] as number; // There is one for each list.
    if (longer === 0) return 0;
    const end = this.#names.endOfSame(this.#lists.secondOf(longer), bytes, start);
    return end !== 0 && bytes[end] === lineFeed ? longer : 0;
  }

  /** How long the last name of a list is. */
  lastLength(list: number): number {
    return this.#names.lengthOf(this.#lists.secondOf(list));
  }

  /** The names of a list in their order. */
  namesOf(list: number): string[] {
    const names: string[] = [];
    for (let rest = list; rest !== 0; rest = this.#lists.firstOf(rest)) {
      names.push(this.#names.textOf(this.#lists.secondOf(rest)));
    }
    return names.reverse();
  }

  /** The set of the names of a list. */
  setOf(list: number): NameserverSet {
    return this.#sets[list] ?? this.#makeSet(list);
  }

  #makeSet(list: number): NameserverSet {
    const set = nameserverSet(this.namesOf(list));
    while (this.#sets.length < list) this.#sets.push(undefined);
    this.#sets[list] = set;
    return set;
  }
}

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
