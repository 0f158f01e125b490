/** Reads a stream in chunks of requested lengths. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #length = 0;
  #isAtEnd = false;
  /** Number of bytes read from the stream so far. */
  position = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next `count` bytes; fewer only at the end of the stream. */
  async read(count: number): Promise<Buffer> {
    while (this.#length < count && !this.#isAtEnd) {
      const next = await this.#source.next();
      if (next.done === true) this.#isAtEnd = true;
      else {
        this.#parts.push(next.value);
        this.#length += next.value.length;
      }
    }
    const [first] = this.#parts;
    const buffer = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const result = buffer.subarray(0, count);
    const remainder = buffer.subarray(count);
    this.#parts = remainder.length === 0 ? [] : [remainder];
    this.#length = remainder.length;
    this.position += result.length;
    return result;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
