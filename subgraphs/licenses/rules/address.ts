import ipaddr from 'ipaddr.js';

/** An IPv4 or IPv6 address. An IPv4-mapped one counts as the IPv4 address in it; a zone (`%eth0`) is left out. */
export interface Address {
  /** The canonical spelling: dotted decimal, or RFC 5952. */
  readonly text: string;
  /** 4 or 16 bytes. */
  readonly bytes: readonly number[];
}

/** An address with the number of leading bits that count. */
export interface AddressRange {
  /** The canonical spelling; with its prefix unless the range is one address. */
  readonly text: string;
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/** Longer than any address with its zone. */
const longestAddress = 100;

/** The address that a text spells in full; undefined for anything else, also for the short forms of `inet_aton` (127.1). */
export function parseAddress(text: string): Address | undefined {
  if (text.length > longestAddress) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return addressOf(ipaddr.IPv4.parse(text));
  const spelled = withoutDottedTail(text);
  if (spelled === undefined || !ipaddr.IPv6.isValid(spelled)) return undefined;
  const parsed = ipaddr.IPv6.parse(spelled);
  return addressOf(parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : new ipaddr.IPv6(parsed.toByteArray()));
}

/** The range that a text spells: an address, or an address and a prefix. Bits beyond the prefix do not count. */
export function parseRange(text: string): AddressRange | undefined {
  const [written = '', length, ...rest] = text.split('/');
  const address = parseAddress(written);
  if (address === undefined || rest.length > 0) return undefined;
  const bits = address.bytes.length * 8;
  const prefix =
    length === undefined ? bits : prefixOf({ length, bits, isMapped: bits === 32 && written.includes(':') });
  if (prefix === undefined) return undefined;
  const bytes = maskedBytes(address.bytes, prefix);
  const network = spelling(bytes);
  return { text: prefix === bits ? network : `${network}/${prefix}`, bytes, prefix };
}

/** A prefix of an IPv4-mapped range counts its 96 leading bits too. */
function prefixOf(options: { length: string; bits: number; isMapped: boolean }): number | undefined {
  if (!/^(0|[1-9]\d{0,2})$/.test(options.length)) return undefined;
  const prefix = Number(options.length) - (options.isMapped ? 96 : 0);
  return prefix >= 0 && prefix <= options.bits ? prefix : undefined;
}

/** Finds the lowest place of the ranges that hold an address, in as many steps as there are lengths of prefixes. */
export class RangeIndex {
  readonly #places = new Map<string, number>();
  readonly #prefixes = new Map<number, Set<number>>();

  /** The same range twice keeps its first place. */
  add(range: AddressRange, place: number): void {
    const bits = range.bytes.length * 8;
    const key = keyOf(range.bytes, range.prefix);
    this.#places.set(key, Math.min(place, this.#places.get(key) ?? place));
    const prefixes = this.#prefixes.get(bits) ?? new Set();
    this.#prefixes.set(bits, prefixes.add(range.prefix));
  }

  /** Undefined when no range holds the address. */
  find(address: Address): number | undefined {
    let lowest: number | undefined;
    for (const prefix of this.#prefixes.get(address.bytes.length * 8) ?? []) {
      const place = this.#places.get(keyOf(maskedBytes(address.bytes, prefix), prefix));
      if (place !== undefined && (lowest === undefined || place < lowest)) lowest = place;
    }
    return lowest;
  }
}

/** The library takes every dotted tail for an IPv4-mapped address, whatever stands before it: RFC 4291, section 2.2, 3. */
function withoutDottedTail(text: string): string | undefined {
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

function spelling(bytes: readonly number[]): string {
  return textOf(ipaddr.fromByteArray([...bytes]));
}

function textOf(parsed: ipaddr.IPv4 | ipaddr.IPv6): string {
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

function maskedBytes(bytes: readonly number[], prefix: number): number[] {
  return bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8));
    return byte & (0xff00 >> kept) & 0xff;
  });
}

function keyOf(bytes: readonly number[], prefix: number): string {
  return `${prefix}/${bytes.join('.')}`;
}
