/** Reads the presentation language of TLS (RFC 8446, section 3), in which logs encode entries. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /**
   * An unsigned integer of up to 6 bytes.
   * @throws {RangeError} if the data is too short
   */
  integer(size: number): number {
    return this.bytes(size).readUIntBE(0, size);
  }

  /**
   * An unsigned integer of 8 bytes.
   * @throws {RangeError} if the data is too short, or the integer exceeds 2^53 - 1
   */
  uint64(): number {
    const value = Number(this.bytes(8).readBigUInt64BE());
    if (!Number.isSafeInteger(value)) throw new RangeError('An integer exceeds 2^53 - 1');
    return value;
  }

  /** @throws {RangeError} if the data is too short */
  bytes(size: number): Buffer {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new RangeError('The data ends unexpectedly');
    const found = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return found;
  }

  /**
   * Bytes that follow their length.
   * @param size number of bytes of the length
   * @throws {RangeError} if the data is too short
   */
  vector(size: number): Buffer {
    return this.bytes(this.integer(size));
  }
}
