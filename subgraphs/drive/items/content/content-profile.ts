/** Statistics of the bytes of content, computed from a sample. */
export interface ContentProfile {
  /** Name of the recognized format, `text`, or `unknown`. */
  readonly format: string;
  /** Shannon entropy in bits per byte, 0 to 8. */
  readonly entropy: number;
  /**
   * Chi-square statistic of the bytes against a uniform distribution: about 255 for random bytes, such as encrypted
   * data, and higher for all others. It distinguishes compressed from random data, whose entropies are almost the same.
   */
  readonly chiSquare: number;
}

/** Number of bytes to sample from each block: a twentieth of it, which adds little work for a large file. */
const sampleBytes = 32_768;
const headBytes = 4096;

/** Computes the profile of content block by block, while it is read. */
export class ProfileSampler {
  readonly #counts = new Uint32Array(256);
  #sampled = 0;
  #head: Buffer | undefined;

  update(block: Uint8Array): void {
    this.#head ??= Buffer.from(block.subarray(0, headBytes));
    const sample = block.subarray(0, sampleBytes);
    for (const byte of sample) this.#counts[byte] = (this.#counts[byte] ?? 0) + 1;
    this.#sampled += sample.length;
  }

  profile(): ContentProfile {
    const total = this.#sampled;
    let [entropy, squares] = [0, 0];
    for (const count of this.#counts) {
      if (count === 0) continue;
      entropy -= (count / total) * Math.log2(count / total);
      squares += count * count;
    }
    const chiSquare = total === 0 ? 0 : (squares * 256) / total - total;
    return { format: formatOf(this.#head ?? Buffer.alloc(0)), entropy, chiSquare };
  }
}

/**
 * Signatures at the beginning of files, in hexadecimal; `..` is any byte. Sources: Wikipedia's list of file signatures,
 * and the specifications of the formats. Formats that are not listed count as unknown; only the randomness of such
 * files is compared.
 */
const signatures: readonly (readonly [format: string, ...patterns: string[]])[] = [
  ['zip', '504b0304', '504b0506', '504b0708'],
  ['pdf', '255044462d'],
  ['jpeg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['gif', '474946383761', '474946383961'],
  ['ole', 'd0cf11e0a1b11ae1'],
  ['gzip', '1f8b08'],
  ['bzip2', '425a68'],
  ['xz', 'fd377a585a00'],
  ['zstd', '28b52ffd'],
  ['7z', '377abcaf271c'],
  ['rar', '526172211a07'],
  ['riff', '52494646........'],
  ['iso-media', '........66747970'],
  ['matroska', '1a45dfa3'],
  ['ogg', '4f676753'],
  ['mp3', '494433', 'fffb', 'fff3', 'fff2'],
  ['flac', '664c6143'],
  ['tiff', '49492a00', '4d4d002a'],
  ['bmp', '424d............0000'],
  ['photoshop', '38425053'],
  ['sqlite', '53514c69746520666f726d6174203300'],
  ['access', '000100005374616e64617264'],
  ['outlook', '2142444e'],
  ['elf', '7f454c46'],
  ['windows-program', '4d5a..00'],
  ['font', '774f4646', '774f4632', '4f54544f', '0001000000'],
  ['cad', '41433130'],
  ['asf', '3026b2758e66cf11'],
];

function formatOf(head: Buffer): string {
  const hex = head.toString('hex', 0, 16);
  const found = signatures.find(([, ...patterns]) => patterns.some((pattern) => matchesPattern(hex, pattern)));
  if (found !== undefined) return found[0];
  return isText(head) ? 'text' : 'unknown';
}

function matchesPattern(hex: string, pattern: string): boolean {
  if (hex.length < pattern.length) return false;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] !== '.' && pattern[at] !== hex[at]) return false;
  }
  return true;
}

/**
 * Whether bytes are text: UTF-16 with a byte order mark, or UTF-8 without control characters other than white space and
 * escape.
 */
function isText(head: Buffer): boolean {
  const byteOrderMark = head.subarray(0, 2).toString('hex');
  if (byteOrderMark === 'fffe' || byteOrderMark === 'feff') return true;
  if (head.some(isControl)) return false;
  // The last character may be truncated.
  return count(head.toString('utf8'), '\ufffd') < 2;
}

/** Whether a byte is a control character other than white space and escape. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
