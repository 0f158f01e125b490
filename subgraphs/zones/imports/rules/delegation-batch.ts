import { doubleLength } from './byte-table.js';
import type { NameserverLists, NameserverSet } from './nameserver-lists.js';

/** Byte that ends each label. It sorts before all characters of labels, so comparing bytes compares labels. */
const labelEnd = 0x0a;

/**
 * Delegations in the order of a file: labels, each with its nameservers. They are stored as bytes: a zone has up to
 * several hundred million of them, and most are only compared with the state.
 */
export class DelegationBatch {
  count = 0;
  /** The labels, each followed by {@link labelEnd}. */
  bytes: Buffer;
  readonly lists: NameserverLists;
  /** Offset of each label, and the end of the last one. */
  #starts: Int32Array<ArrayBuffer>;
  #lists: Int32Array<ArrayBuffer>;

  /** @param capacity expected number of bytes of all labels */
  constructor(lists: NameserverLists, capacity = 0) {
    this.lists = lists;
    this.bytes = Buffer.allocUnsafe(capacity);
    this.#starts = new Int32Array((capacity >> 3) + 2);
    this.#lists = new Int32Array(this.#starts.length);
  }

  /** Adds a label, as bytes without its end, and its list of nameservers. */
  add(label: Uint8Array, length: number, list: number): void {
    const start = this.startOf(this.count);
    if (start + length >= this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2 + length + 1);
    if (this.count + 2 > this.#starts.length) this.#grow();
    const { bytes } = this;
    for (let at = 0; at < length; at++) bytes[start + at] = label[at] as number; // Within the array, as all below.
    bytes[start + length] = labelEnd;
    this.#lists[this.count] = list;
    this.count++;
    this.#starts[this.count] = start + length + 1;
  }

  startOf(index: number): number {
    return this.#starts[index] as number;
  }

  /** The number, in {@link lists}, of the nameserver list of a delegation. */
  listOf(index: number): number {
    return this.#lists[index] as number;
  }

  setOf(index: number): NameserverSet {
    return this.lists.setOf(this.listOf(index));
  }

  labelOf(index: number): string {
    return this.bytes.toString('latin1', this.startOf(index), this.startOf(index + 1) - 1);
  }

  nameserversOf(index: number): string[] {
    return this.lists.namesOf(this.listOf(index));
  }

  #grow(): void {
    this.#starts = doubleLength(this.#starts);
    this.#lists = doubleLength(this.#lists);
  }
}

/** Compares two labels including their ends: negative if the first one sorts first, 0 if they are equal. */
export function compareLabels(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number): number {
  let aAt = aStart;
  let bAt = bStart;
  for (;;) {
    const byte = a[aAt++] as number; // Both labels end with `labelEnd`.
    const difference = byte - (b[bAt++] as number);
    if (difference !== 0 || byte === labelEnd) return difference;
  }
}
