const minEntries = 1024;

/** A string within other bytes. */
export interface Word {
  start: number;
  end: number;
  /** Hash of the bytes of the string: {@link hashStep} for each byte, starting with 0. */
  hash: number;
}

/** Adds a byte to a hash (FNV). */
export function hashStep(hash: number, byte: number): number {
  return Math.imul(hash, 0x0100_0193) ^ byte;
}

/** Interns short ASCII strings: numbers them from 1, and finds them by their bytes. */
export class ByteTable {
  size = 0;
  #bytes = Buffer.alloc(minEntries * 16);
  /** Offset of the bytes of each string, by number; the bytes end at the offset of the next number. */
  #starts = new Int32Array(minEntries);
  /**
   * Hash table with open addressing: pairs of a hash and a number, adjacent in memory. Number 0 marks a free slot; at
   * least half of the slots are free.
   */
  #slots = new Int32Array(minEntries * 4);

  /** The number of the string at this offset; 0 if it is not interned. */
  find(bytes: Uint8Array, { start, end, hash }: Word): number {
    const mask = this.#slots.length - 1;
    for (let slot = slotOf(hash) & mask; ; slot = (slot + 2) & mask) {
      const number = this.#slots[slot + 1] as number; // The index is within the array, as all below.
      if (number === 0) return 0;
      if (this.#slots[slot] === hash && this.endOfMatch(number, bytes, start) === end) return number;
    }
  }

  /** Adds a string unless it is interned. */
  add(text: Uint8Array): number {
    let hash = 0;
    for (const byte of text) hash = hashStep(hash, byte);
    const existing = this.find(text, { start: 0, end: text.length, hash });
    if (existing !== 0) return existing;
    this.#reserve(text.length);
    this.size++;
    const start = this.#starts[this.size] as number;
    this.#bytes.set(text, start);
    this.#starts[this.size + 1] = start + text.length;
    this.#insertSlot(hash, this.size);
    return this.size;
  }

  lengthOf(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number);
  }

  textOf(number: number): string {
    return this.#bytes.toString('latin1', this.#starts[number], this.#starts[number + 1]);
  }

  /** The offset after this string if `input` contains it at `start`; 0 otherwise. */
  endOfMatch(number: number, input: Uint8Array, start: number): number {
    const bytes = this.#bytes;
    const end = this.#starts[number + 1] as number;
    let other = start;
    for (let at = this.#starts[number] as number; at < end; at++, other++) if (bytes[at] !== input[other]) return 0;
    return other;
  }

  #insertSlot(hash: number, number: number): void {
    const mask = this.#slots.length - 1;
    let slot = slotOf(hash) & mask;
    while (this.#slots[slot + 1] !== 0) slot = (slot + 2) & mask;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = number;
  }

  #reserve(length: number): void {
    const start = this.#starts[this.size + 1] as number;
    if (start + length > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2 + length);
    }
    if (this.size + 3 > this.#starts.length) this.#starts = doubleLength(this.#starts);
    if (this.size * 4 < this.#slots.length) return;
    const slots = this.#slots;
    this.#slots = new Int32Array(slots.length * 2);
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot + 1] !== 0) this.#insertSlot(slots[slot] as number, slots[slot + 1] as number);
    }
  }
}

/** The even index of the slot for a hash. Its low bits must depend on the whole hash. */
function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) << 1;
}

/** A copy with twice the length. */
export function doubleLength(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
