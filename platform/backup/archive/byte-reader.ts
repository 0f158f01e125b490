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
    const joined = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const wanted = joined.subarray(0, count);
    const rest = joined.subarray(count);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    this.position += wanted.length;
    return wanted;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
