import { hash } from 'node:crypto';
import { ByteTable, type Word } from './byte-table.js';
import { PairTable } from './pair-table.js';

/** Maximum number of cached names and lists: nameservers serve many domains, so most lists repeat. */
const maxNames = 200_000;
const maxLists = 400_000;

const lineFeed = 0x0a;

/**
 * Interns lists of nameservers, in the order of the file. List 0 is empty; every other list is an earlier list with one
 * name appended, so known lists need no new strings.
 */
export class NameserverLists {
  /** Names as written in the file, and normalized ones. */
  readonly #names = new ByteTable();
  /** Number of each normalized name, by number of the name as written. */
  readonly #normalized: number[] = [0];
  readonly #lists = new PairTable();
  /** By list: the latest list that was made by appending a name to it. */
  readonly #latest: number[] = [0];
  readonly #sets: (NameserverSet | undefined)[] = [];

  /**
   * Whether the maximum number of names or lists is reached; the caller then starts with new lists, so memory does not
   * grow with the file.
   */
  get isFull(): boolean {
    return this.#names.size > maxNames || this.#lists.size > maxLists;
  }

  /** The number of the name at this offset; 0 if it is unknown. */
  find(bytes: Uint8Array, word: Word): number {
    return this.#normalized[this.#names.find(bytes, word)] ?? 0;
  }

  /** Adds a name as written; it is stored in lower case. */
  add(input: string): number {
    const name = this.#numberOf(input);
    const normalized = this.#numberOf(input.toLowerCase());
    this.#normalized[name] = normalized;
    return normalized;
  }

  #numberOf(text: string): number {
    const number = this.#names.add(Buffer.from(text, 'latin1'));
    if (number === this.#normalized.length) this.#normalized.push(number);
    return number;
  }

  /** The list with one name appended. */
  append(list: number, name: number): number {
    const longer = this.#lists.intern(list, name);
    this.#latest[list] = longer;
    if (longer === this.#latest.length) this.#latest.push(0);
    return longer;
  }

  /**
   * The latest list that was made by appending a name to `list`, if this name is at the offset `start`; 0 otherwise.
   * @param bytes must end with a line feed
   */
  matchLatest(list: number, bytes: Uint8Array, start: number): number {
    const longer = this.#latest[list] as number; // Each list has an entry.
    if (longer === 0) return 0;
    const end = this.#names.endOfMatch(this.#lists.secondOf(longer), bytes, start);
    return end !== 0 && bytes[end] === lineFeed ? longer : 0;
  }

  /** Length of the last name of a list. */
  lastNameLength(list: number): number {
    return this.#names.lengthOf(this.#lists.secondOf(list));
  }

  /** The names of a list in order. */
  namesOf(list: number): string[] {
    const names: string[] = [];
    for (let remainingList = list; remainingList !== 0; remainingList = this.#lists.firstOf(remainingList)) {
      names.push(this.#names.textOf(this.#lists.secondOf(remainingList)));
    }
    return names.reverse();
  }

  /** The nameserver set of a list. */
  setOf(list: number): NameserverSet {
    return this.#sets[list] ?? this.#createSet(list);
  }

  #createSet(list: number): NameserverSet {
    const set = createNameserverSet(this.namesOf(list));
    while (this.#sets.length < list) this.#sets.push(undefined);
    this.#sets[list] = set;
    return set;
  }
}

/** A nameserver set; its id is derived from its data. */
export interface NameserverSet {
  /** The first 64 bits of the SHA-256 of the names joined by spaces, as a signed decimal number. */
  readonly id: string;
  /** The id as a line of text. */
  readonly line: Buffer;
  /** Names sorted by bytes, without duplicates. */
  readonly data: readonly string[];
}

/** Creates the nameserver set of these names, which may be in any order. */
function createNameserverSet(names: readonly string[]): NameserverSet {
  const data = [...new Set(names)].sort();
  const id = hash('sha256', data.join(' '), 'buffer').readBigInt64BE(0).toString();
  return { id, line: Buffer.from(`${id}\n`), data };
}
