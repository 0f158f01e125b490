const hashBytes = 20;
const hashBits = hashBytes * 8;
/** Number of bits by which each byte is shifted further than the previous one. */
const shift = 11;
/** Number of bytes after which the bit offset repeats, because 11 and 160 are coprime. */
const rowBytes = hashBits;
const rowWords = rowBytes / 4;
/** Number of columns (words) to combine at a time; a divisor of the number of words in a row. */
const columnsPerStep = 4;
const lengthBytes = 8;

/**
 * Computes quickXorHash, as documented by Microsoft for OneDrive and SharePoint, incrementally: bytes are combined by
 * XOR, each rotated 11 bits further than the previous one within 160 bits, and the length (64 bits, little endian) is
 * combined with the last eight bytes. Bytes at a distance of 160 have the same bit offset, so rows of 160 bytes are
 * combined word by word and rotated only once, at the end.
 */
export class QuickXorHash {
  readonly #row = new Uint32Array(rowWords);
  readonly #rowBytes = new Uint8Array(this.#row.buffer);
  #length = 0;

  /** Number of bytes hashed so far. */
  get length(): number {
    return this.#length;
  }

  update(chunk: Uint8Array): this {
    const head = Math.min(chunk.length, (rowBytes - (this.#length % rowBytes)) % rowBytes);
    this.#addBytes(chunk.subarray(0, head));
    const rows = Math.floor((chunk.length - head) / rowBytes);
    this.#addRows(chunk.subarray(head, head + rows * rowBytes));
    this.#addBytes(chunk.subarray(head + rows * rowBytes));
    return this;
  }

  /** The hash of all bytes so far, in base64, as Microsoft Graph reports it. */
  digest(): string {
    const hash = new Uint8Array(hashBytes);
    for (const [index, byte] of this.#rowBytes.entries()) {
      const bit = (index * shift) % hashBits;
      const offset = bit >> 3;
      const spread = byte << (bit & 7);
      xorAt(hash, offset, spread & 0xff);
      xorAt(hash, (offset + 1) % hashBytes, spread >> 8);
    }
    let remainder = BigInt(this.#length);
    for (let offset = hashBytes - lengthBytes; offset < hashBytes; offset++) {
      xorAt(hash, offset, Number(remainder & 0xffn));
      remainder >>= 8n;
    }
    return Buffer.from(hash.buffer).toString('base64');
  }

  /** Adds bytes that all belong to the same row of the stream. */
  #addBytes(bytes: Uint8Array): void {
    let offset = this.#length % rowBytes;
    for (const byte of bytes) xorAt(this.#rowBytes, offset++, byte);
    this.#length += bytes.length;
  }

  /** Adds whole rows, aligned to the rows of the stream. */
  #addRows(bytes: Uint8Array): void {
    const words = alignedWords(bytes);
    for (let column = 0; column < rowWords; column += columnsPerStep) combineColumns(this.#row, words, column);
    this.#length += bytes.length;
  }
}

/** Combines four columns of all rows in local variables, which takes half as long as storing each word. */
function combineColumns(row: Uint32Array, words: Uint32Array, column: number): void {
  let [first = 0, second = 0, third = 0, fourth = 0] = row.subarray(column, column + columnsPerStep);
  for (let at = column; at < words.length; at += rowWords) {
    // All indexes are in range: the length is a multiple of a row. A default value here would be slow.
    first ^= words[at] as number;
    second ^= words[at + 1] as number;
    third ^= words[at + 2] as number;
    fourth ^= words[at + 3] as number;
  }
  row.set([first, second, third, fourth], column);
}

function xorAt(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = (bytes[offset] ?? 0) ^ value;
}

function alignedWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
