import {
  isAbsoluteName,
  isOriginName,
  type Name,
  NameError,
  presentationFormatOf,
  readName,
  readWireName,
  readWireSerial,
  relativeName,
} from './names.js';
import { type Entry, type Token, ZoneSyntaxError } from './tokens.js';

/** The parts of a record that an import needs; `other` records are only counted. */
export type ParsedRecord =
  | { readonly kind: 'delegation'; readonly label: string; readonly nameserver: string }
  | { readonly kind: 'soa'; readonly serial: number }
  | { readonly kind: 'other' };

const other: ParsedRecord = { kind: 'other' };

/** Reads entries in order, and tracks the origin and the owner that they refer to. */
export class RecordReader {
  readonly #zone: Name;
  #origin: Name;
  #owner: Name | undefined;
  /** Whether the name of a nameserver was relative to the origin. */
  #hasRelativeNameservers = false;

  constructor(zone: Name) {
    this.#zone = zone;
    this.#origin = zone;
  }

  /** Sets the owner of a record that the fast path has read. */
  setOwner(owner: Name): void {
    this.#owner = owner;
  }

  /**
   * Reads one entry; undefined for a directive and for a line without words.
   * @throws {ZoneSyntaxError}
   */
  read({ tokens, startsBlank }: Entry): ParsedRecord | undefined {
    const [first, ...rest] = tokens;
    if (first === undefined) return undefined;
    if (!startsBlank && first.bytes[0] === 0x24 && !first.isQuoted) {
      this.#applyDirective(first, rest);
      return undefined;
    }
    if (!startsBlank) this.#owner = this.#nameOf(first);
    if (this.#owner === undefined) throw new ZoneSyntaxError('the first record has no owner', first);
    if (relativeName(this.#owner, this.#zone) === undefined) {
      throw new ZoneSyntaxError(
        `${presentationFormatOf(this.#owner)} is not in the zone ${presentationFormatOf(this.#zone)}`,
        first,
      );
    }
    return this.#parsedRecordOf(this.#owner, startsBlank ? tokens : rest, first);
  }

  #applyDirective(directive: Token, values: readonly Token[]): void {
    const name = wordOf(directive).toUpperCase();
    const [value, ...more] = values;
    if (name !== '$ORIGIN' && name !== '$TTL') throw new ZoneSyntaxError(unsupported(name), directive);
    if (value === undefined || more.length > 0)
      throw new ZoneSyntaxError(`${name} must have one value`, more[0] ?? directive);
    if (name === '$ORIGIN') this.#origin = this.#nameOf(value);
    else if (!isTime(wordOf(value)))
      throw new ZoneSyntaxError('$TTL must be a time to live, such as 3600 or 1h', value);
  }

  /**
   * @param words the words after the owner: time to live and class in either order, both optional, then type and data
   */
  #parsedRecordOf(owner: Name, words: readonly Token[], first: Token): ParsedRecord {
    let index = 0;
    let hasTime = false;
    let hasClass = false;
    for (; index < words.length; index++) {
      const token = words[index] as Token; // The index is within the array.
      const word = wordOf(token);
      if (isOtherClass(word))
        throw new ZoneSyntaxError(`the class ${word} differs from the class of the zone, IN`, token);
      if (!hasTime && isTime(word)) hasTime = true;
      else if (!hasClass && isInternet(word)) hasClass = true;
      else break;
    }
    const token = words[index];
    if (token === undefined) throw new ZoneSyntaxError('a record has no type', words.at(-1) ?? first);
    const type = token.isQuoted ? undefined : typeOf(wordOf(token));
    if (type === undefined) throw new ZoneSyntaxError(`${wordOf(token)} is not a record type`, token);
    const data = words.slice(index + 1);
    if (data.length === 0) throw new ZoneSyntaxError(`a record of type ${type} has no data`, token);
    if (type === 'SOA') return this.#soa(owner, data, token);
    return type === 'NS' ? this.#delegation(owner, data, token) : other;
  }

  #delegation(owner: Name, data: readonly Token[], type: Token): ParsedRecord {
    const [target, ...more] = data;
    const isGeneric = target !== undefined && isGenericMark(target);
    if (target === undefined || (!isGeneric && more.length > 0)) {
      throw new ZoneSyntaxError('a nameserver must be a single name', more[0] ?? type);
    }
    const nameserver = isGeneric
      ? locateErrors(target, () => readWireName(genericData(data)))
      : this.#nameserverOf(target);
    const label = relativeName(owner, this.#zone);
    // NS records at the apex belong to the zone itself.
    if (label === undefined || label === '') return other;
    return { kind: 'delegation', label, nameserver: presentationFormatOf(nameserver) };
  }

  #soa(owner: Name, data: readonly Token[], type: Token): ParsedRecord {
    if (relativeName(owner, this.#zone) !== '') {
      throw new ZoneSyntaxError(
        `the file contains the zone ${presentationFormatOf(owner)}, not ${presentationFormatOf(this.#zone)}`,
        type,
      );
    }
    const [first, , serial, ...times] = data;
    if (first !== undefined && isGenericMark(first)) {
      return { kind: 'soa', serial: locateErrors(first, () => readWireSerial(genericData(data))) };
    }
    const number = serial === undefined ? '' : wordOf(serial);
    if (!/^\d{1,10}$/.test(number) || Number(number) > 0xffff_ffff) {
      throw new ZoneSyntaxError('the serial number of the SOA record is not a 32-bit number', serial ?? type);
    }
    if (times.length !== 4 || !times.every((time) => isTime(wordOf(time)))) {
      throw new ZoneSyntaxError(
        'an SOA record must have two names, a serial number and four time values',
        times.at(-1) ?? type,
      );
    }
    return { kind: 'soa', serial: Number(number) };
  }

  #nameOf(token: Token): Name {
    if (token.isQuoted) throw new ZoneSyntaxError('a name must not be quoted', token);
    return locateErrors(token, () => readName(token.bytes, this.#origin));
  }

  /** Rejects the first relative nameserver if the file ends with it, because its end is probably missing. */
  #nameserverOf(token: Token): Name {
    const name = this.#nameOf(token);
    if (this.#hasRelativeNameservers || isAbsoluteName(token.bytes) || isOriginName(token.bytes)) return name;
    this.#hasRelativeNameservers = true;
    if (!token.endsFile) return name;
    throw new ZoneSyntaxError(
      `the nameserver ${wordOf(token)} is a relative name, but no earlier nameserver is`,
      token,
    );
  }
}

/**
 * The first 64 bytes of a word as printable ASCII, for comparisons and messages, because a file may contain any bytes.
 */
function wordOf({ bytes }: Token): string {
  return Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/[^ -~]/g, '?');
}

function isGenericMark({ bytes, isQuoted }: Token): boolean {
  return !isQuoted && bytes.length === 2 && bytes[0] === 0x5c && bytes[1] === 0x23;
}

function unsupported(directive: string): string {
  switch (directive) {
    case '$INCLUDE':
      return '$INCLUDE is not supported: import a single file';
    case '$GENERATE':
      return '$GENERATE is not supported: import a file that contains the records, such as the output of named-compilezone';
    default:
      return `${directive} is unknown; expected $ORIGIN or $TTL`;
  }
}

/** The bytes of generic data: `\#`, the length, and the bytes in hexadecimal (RFC 3597, section 5). */
function genericData(data: readonly Token[]): Uint8Array {
  const [, length = '', ...words] = data.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
  const hexadecimal = words.join('');
  const isValid = /^\d+$/.test(length) && /^[0-9a-f]+$/i.test(hexadecimal);
  if (!isValid || Number(length) !== hexadecimal.length / 2) {
    throw new NameError('the data must have the form \\# LENGTH HEXADECIMAL');
  }
  return Buffer.from(hexadecimal, 'hex');
}

function locateErrors<Result>(token: Token, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof NameError ? new ZoneSyntaxError(error.message, token) : error;
  }
}

/** Known types of resource records (IANA, "Resource Record (RR) TYPEs"). */
const types = new Set(
  `A NS MD MF CNAME SOA MB MG MR NULL WKS PTR HINFO MINFO MX TXT RP AFSDB X25 ISDN RT NSAP NSAP-PTR SIG KEY PX GPOS AAAA
  LOC NXT EID NIMLOC SRV ATMA NAPTR KX CERT A6 DNAME SINK APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3
  NSEC3PARAM TLSA SMIMEA HIP NINFO RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS DSYNC SPF UID GID NID L32
  L64 LP EUI48 EUI64 URI CAA AVC DOA AMTRELAY RESINFO WALLET CLA IPN HHIT BRID TA DLV`.split(/\s+/),
);

const timePattern = /^(\d+|(\d+[smhdw])+)$/i;

/** Whether the word is a time to live: seconds, or with units as in `1h30m`. */
function isTime(word: string): boolean {
  return timePattern.test(word);
}

/** Whether the word is the class IN, written as `IN` or `CLASS1` (RFC 3597). */
function isInternet(word: string): boolean {
  return /^(IN|CLASS1)$/i.test(word);
}

/** Whether the word is another class than IN. */
function isOtherClass(word: string): boolean {
  return /^(CS|CH|CHAOS|HS|HESIOD|NONE|ANY|CLASS\d+)$/i.test(word) && !isInternet(word);
}

/** The name of a type in upper case; undefined for other words. RFC 3597 also names types by number. */
export function typeOf(word: string): string | undefined {
  const upperCase = word.toUpperCase();
  if (types.has(upperCase)) return upperCase;
  if (!/^TYPE\d{1,5}$/.test(upperCase) || Number(upperCase.slice(4)) > 65_535) return undefined;
  switch (Number(upperCase.slice(4))) {
    case 2:
      return 'NS';
    case 6:
      return 'SOA';
    default:
      return upperCase;
  }
}
