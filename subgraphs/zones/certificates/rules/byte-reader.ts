/** Reads values encoded in the TLS presentation language (RFC 8446, section 3), which logs use for entries. */
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
   * Reads an unsigned integer of up to 6 bytes.
   * @throws {RangeError} if the data is too short
   */
  integer(size: number): number {
    return this.bytes(size).readUIntBE(0, size);
  }

  /**
   * Reads an unsigned integer of 8 bytes.
   * @throws {RangeError} if the data is too short, or the integer exceeds 2^53 - 1
   */
  uint64(): number {
    const value = Number(this.bytes(8).readBigUInt64BE());
    if (!Number.isSafeInteger(value)) throw new RangeError('An integer exceeds 2^53 - 1');
    return value;
  }

  /**
   * Reads `size` bytes.
   * @throws {RangeError} if the data is too short
   */
  bytes(size: number): Buffer {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new RangeError('The data ends unexpectedly');
    const found = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return found;
  }

  /**
   * Reads bytes that are preceded by their length.
   * @param size size of the length field in bytes
   * @throws {RangeError} if the data is too short
   */
  vector(size: number): Buffer {
    return this.bytes(this.integer(size));
  }
}
