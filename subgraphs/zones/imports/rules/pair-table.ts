import { doubleLength } from './byte-table.js';

const minEntries = 1024;
/** Number of array elements per slot, which holds a pair and its number. */
const slotSize = 4;

/** Interns pairs of numbers: assigns each pair a number, from 1. */
export class PairTable {
  size = 0;
  /** The pairs, by number. */
  #pairs = new Int32Array(minEntries * 2);
  /** Hash table with open addressing. Number 0 marks a free slot; at least half of the slots are free. */
  #slots = new Int32Array(minEntries * 2 * slotSize);

  firstOf(number: number): number {
    return this.#pairs[number * 2] as number; // The index is within the array, as all below.
  }

  secondOf(number: number): number {
    return this.#pairs[number * 2 + 1] as number;
  }

  /** The number of a pair, which is added unless it is interned. */
  intern(first: number, second: number): number {
    const existing = this.#slots[this.#slotOf(first, second) + 2] as number;
    return existing === 0 ? this.#add(first, second) : existing;
  }

  /** The slot of the pair, or the free slot for it. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const mixed = Math.imul(Math.imul(first, 0x9e37_79b1) ^ second, 0x85eb_ca6b);
    for (let slot = ((mixed ^ (mixed >>> 15)) * slotSize) & mask; ; slot = (slot + slotSize) & mask) {
      if (slots[slot + 2] === 0 || (slots[slot] === first && slots[slot + 1] === second)) return slot;
    }
  }

  #add(first: number, second: number): number {
    if (this.size * 2 * slotSize >= this.#slots.length) this.#growSlots();
    this.size++;
    if (this.size * 2 + 1 >= this.#pairs.length) this.#pairs = doubleLength(this.#pairs);
    this.#pairs[this.size * 2] = first;
    this.#pairs[this.size * 2 + 1] = second;
    this.#insertSlot(this.size);
    return this.size;
  }

  #insertSlot(number: number): void {
    const slot = this.#slotOf(this.firstOf(number), this.secondOf(number));
    this.#slots[slot] = this.firstOf(number);
    this.#slots[slot + 1] = this.secondOf(number);
    this.#slots[slot + 2] = number;
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 1; number <= this.size; number++) this.#insertSlot(number);
  }
}
