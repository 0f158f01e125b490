/** An invalid domain name; the reader adds its line and column. */
export class NameError extends Error {
  override readonly name = 'NameError';
}

/** A domain name: its labels from left to right, as strings with escapes, in lower case; none for the root. */
export type Name = readonly string[];

export const maxLabelLength = 63;
const maxNameLength = 255;

const dot = 0x2e;
const backslash = 0x5c;

/** The text of each byte, as named-compilezone writes it in master files; letters in lower case. */
const spelling: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if ('"().;\\@$'.includes(character)) return `\\${character}`;
  if (byte <= 0x20 || byte >= 0x7f) return `\\${String(byte).padStart(3, '0')}`;
  return character.toLowerCase();
});

/**
 * Reads a name as written in master files (RFC 1035, section 5.1): `@` is the origin, a name without a dot at its end
 * is relative to it, `\X` is X itself and `\DDD` the byte with this decimal number.
 * @throws {NameError}
 */
export function readName(bytes: Uint8Array, origin: Name): Name {
  if (isOriginName(bytes)) return origin;
  if (bytes.length === 1 && bytes[0] === dot) return [];
  const labels: string[] = [];
  let label = '';
  let length = 0;
  let isAbsolute = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number; // The index is within the array.
    if (byte === dot) {
      labels.push(validateLabel(label, length));
      label = '';
      length = 0;
      isAbsolute = index === bytes.length - 1;
      continue;
    }
    const escaped = byte === backslash ? readEscape(bytes, index) : undefined;
    if (escaped !== undefined) index += escaped.length - 1;
    label += spelling[escaped?.byte ?? byte];
    length++;
  }
  if (!isAbsolute) labels.push(validateLabel(label, length), ...origin);
  return validateName(labels);
}

/** Whether a name in a master file is `@`, the origin. */
export function isOriginName(bytes: Uint8Array): boolean {
  return bytes.length === 1 && bytes[0] === 0x40;
}

/** Whether a name in a master file ends with a dot that is not escaped, so it is not relative to the origin. */
export function isAbsoluteName(bytes: Uint8Array): boolean {
  const end = bytes.length - 1;
  let start = end;
  while (bytes[start - 1] === backslash) start--;
  return bytes[end] === dot && (end - start) % 2 === 0;
}

/** The byte of an escape at this offset, and the length of the escape. */
function readEscape(bytes: Uint8Array, index: number): { byte: number; length: number } {
  const next = bytes[index + 1];
  if (next === undefined) throw new NameError('a name ends with a backslash');
  if (!isDigit(next)) return { byte: next, length: 2 };
  const digits = String.fromCharCode(...bytes.subarray(index + 1, index + 4));
  if (!/^\d{3}$/.test(digits) || Number(digits) > 255)
    throw new NameError('a numeric escape must consist of three digits, 000 to 255');
  return { byte: Number(digits), length: 4 };
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function validateLabel(label: string, length: number): string {
  if (length === 0) throw new NameError('a name has an empty label');
  if (length > maxLabelLength) throw new NameError('a label is longer than 63 bytes');
  return label;
}

/**
 * Returns the name, after a check of its length.
 * @throws {NameError} if the name is longer than 255 bytes
 */
export function validateName(labels: Name): Name {
  if (labels.reduce((sum, label) => sum + lengthOf(label) + 1, 1) > maxNameLength) {
    throw new NameError('a name is longer than 255 bytes');
  }
  return labels;
}

/** Number of bytes of a label with escapes. */
function lengthOf(label: string): number {
  return label.includes('\\') ? label.replace(/\\(\d{3}|.)/g, '.').length : label.length;
}

/** The labels of a name without escapes, such as that of a zone. */
export function nameOf(text: string): Name {
  return text === '' ? [] : text.split('.');
}

/** The presentation format of a name, with a trailing dot. */
export function presentationFormatOf(name: Name): string {
  return `${name.join('.')}.`;
}

/** A name relative to a zone; undefined if it is not in the zone. */
export function relativeName(name: Name, zone: Name): string | undefined {
  const prefixLength = name.length - zone.length;
  if (prefixLength < 0 || !zone.every((label, index) => label === name[prefixLength + index])) return undefined;
  return name.slice(0, prefixLength).join('.');
}

/**
 * Reads a name in wire format (RFC 1035, section 3.1), without compression.
 * @throws {NameError}
 */
export function readWireName(bytes: Uint8Array): Name {
  const labels: string[] = [];
  for (let index = 0; ; ) {
    const length = bytes[index];
    if (length === undefined || length > maxLabelLength)
      throw new NameError('the data (\\#) is not a domain name in wire format (RFC 1035, section 3.1)');
    if (length === 0 && index === bytes.length - 1) return validateName(labels);
    if (length === 0) throw new NameError('the data (\\#) is not a domain name in wire format (RFC 1035, section 3.1)');
    labels.push(wireLabel(bytes, index + 1, length));
    index += length + 1;
  }
}

/**
 * Reads the serial number from the data of an SOA record in wire format: two names and five 32-bit numbers (RFC 1035,
 * section 3.3.13).
 * @throws {NameError}
 */
export function readWireSerial(bytes: Uint8Array): number {
  const start = endOfWireName(bytes, endOfWireName(bytes, 0));
  if (bytes.length - start !== 20) {
    throw new NameError('the data (\\#) is not that of an SOA record in wire format (RFC 1035, section 3.3.13)');
  }
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(start);
}

/** The offset after a name in wire format; beyond the bytes if they end within the name. */
function endOfWireName(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return at + 1;
}

/** The text of a label in wire format, without its length. */
export function wireLabel(bytes: Uint8Array, start: number, length: number): string {
  let text = '';
  for (let at = start; at < start + length; at++) text += spelling[bytes[at] ?? 0];
  return text;
}

/** By byte: 1 if it has no special meaning in names of master files, as letters and digits; otherwise 0. */
export const plainBytes: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x20 && byte < 0x7f && !'"();\\@$'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
