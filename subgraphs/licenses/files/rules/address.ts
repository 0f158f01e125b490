import ipaddr from 'ipaddr.js';

/** An IPv4 or IPv6 address. An IPv4-mapped IPv6 address is converted to IPv4. A zone (`%eth0`) is ignored. */
export interface Address {
  /** Canonical form: dotted decimal for IPv4, RFC 5952 for IPv6. */
  readonly text: string;
  /** The 4 bytes of an IPv4 address, or the 16 bytes of an IPv6 address. */
  readonly bytes: readonly number[];
}

/** A range of addresses that have the same leading bits. */
export interface AddressRange {
  /** Canonical form, without the prefix length if the range contains only one address. */
  readonly text: string;
  readonly bytes: readonly number[];
  /** Prefix length in bits. */
  readonly prefix: number;
}

/** Maximum length of a string to parse. No address with its zone is longer. */
const maxCharacters = 100;

/**
 * Parses an IP address; undefined for other strings, including the short forms that `inet_aton` accepts, such as 127.1.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.length > maxCharacters) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return addressOf(ipaddr.IPv4.parse(text));
  const hexadecimal = replaceDottedTail(text);
  if (hexadecimal === undefined || !ipaddr.IPv6.isValid(hexadecimal)) return undefined;
  const parsed = ipaddr.IPv6.parse(hexadecimal);
  return addressOf(parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : new ipaddr.IPv6(parsed.toByteArray()));
}

/**
 * Parses an address range: an address with an optional prefix length. Bits after the prefix are ignored. Undefined for
 * other strings.
 */
export function parseRange(text: string): AddressRange | undefined {
  const [addressText = '', length, ...rest] = text.split('/');
  const address = parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const bits = address.bytes.length * 8;
  const prefix =
    length === undefined ? bits : prefixOf({ length, bits, isMapped: bits === 32 && addressText.includes(':') });
  if (prefix === undefined) return undefined;
  const bytes = maskBytes(address.bytes, prefix);
  const network = canonicalText(bytes);
  return { text: prefix === bits ? network : `${network}/${prefix}`, bytes, prefix };
}

/**
 * Parses the prefix length of a range; undefined if it is invalid. In an IPv4-mapped range, the text counts the 96
 * leading bits, but the result does not.
 */
function prefixOf(options: { length: string; bits: number; isMapped: boolean }): number | undefined {
  if (!/^(0|[1-9]\d{0,2})$/.test(options.length)) return undefined;
  const prefix = Number(options.length) - (options.isMapped ? 96 : 0);
  return prefix >= 0 && prefix <= options.bits ? prefix : undefined;
}

/**
 * An index of address ranges, each with a position. It finds the lowest position of all ranges that contain an address,
 * with one lookup per prefix length.
 */
export class RangeIndex {
  readonly #positions = new Map<string, number>();
  readonly #prefixes = new Map<number, Set<number>>();

  /** Adds a range. Of equal ranges, the lowest position is used. */
  add(range: AddressRange, position: number): void {
    const bits = range.bytes.length * 8;
    const key = keyOf(range.bytes, range.prefix);
    this.#positions.set(key, Math.min(position, this.#positions.get(key) ?? position));
    const prefixes = this.#prefixes.get(bits) ?? new Set();
    this.#prefixes.set(bits, prefixes.add(range.prefix));
  }

  /** Finds the lowest position of the ranges that contain the address; undefined if no range contains it. */
  find(address: Address): number | undefined {
    let lowest: number | undefined;
    for (const prefix of this.#prefixes.get(address.bytes.length * 8) ?? []) {
      const position = this.#positions.get(keyOf(maskBytes(address.bytes, prefix), prefix));
      if (position !== undefined && (lowest === undefined || position < lowest)) lowest = position;
    }
    return lowest;
  }
}

/**
 * Replaces a dotted decimal tail (RFC 4291, section 2.2, 3) with its hexadecimal form; undefined if the tail is
 * invalid. The library would interpret the tail as an IPv4-mapped address after any prefix.
 */
function replaceDottedTail(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const match = /^(?<head>[0-9a-f:]+:)(?<tail>[0-9.]+)(?<zone>%.*)?$/i.exec(text);
  const { head = '', tail = '', zone = '' } = match?.groups ?? {};
  if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(tail).octets;
  return `${head}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}${zone}`;
}

function addressOf(parsed: ipaddr.IPv4 | ipaddr.IPv6): Address {
  return { text: textOf(parsed), bytes: parsed.toByteArray() };
}

function canonicalText(bytes: readonly number[]): string {
  return textOf(ipaddr.fromByteArray([...bytes]));
}

function textOf(parsed: ipaddr.IPv4 | ipaddr.IPv6): string {
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

function maskBytes(bytes: readonly number[], prefix: number): number[] {
  return bytes.map((byte, index) => {
    const prefixBits = Math.min(8, Math.max(0, prefix - index * 8));
    return byte & (0xff00 >> prefixBits) & 0xff;
  });
}

function keyOf(bytes: readonly number[], prefix: number): string {
  return `${prefix}/${bytes.join('.')}`;
}
