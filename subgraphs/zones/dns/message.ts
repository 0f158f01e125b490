import { maxLabelLength, type Name, validateName, wireLabel } from '../imports/index.js';
import { malformedError } from './failure.js';

/** Types of resource records that transfers need (IANA, "Resource Record (RR) TYPEs"). */
export const RecordType = { NS: 2, CNAME: 5, SOA: 6, OPT: 41, TSIG: 250, IXFR: 251, AXFR: 252 } as const;

/** Kinds of queries (IANA, "DNS OpCodes"). */
export const Opcode = { QUERY: 0, NOTIFY: 4 } as const;

/** Response codes (IANA, "DNS RCODEs"). */
export const ResponseCode = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NOTIMP: 4, REFUSED: 5, NOTAUTH: 9 } as const;

export const internetClass = 1;
const headerLength = 12;
/** Maximum number of labels and pointers of a name; a name of 255 bytes has at most 127 labels. */
const maxSteps = 256;

/** A resource record within a message. */
export interface ResourceRecord {
  /** Offset of the record in the message. */
  readonly start: number;
  readonly owner: Name;
  readonly type: number;
  readonly class: number;
  readonly dataStart: number;
  /** Offset of the next record. */
  readonly end: number;
}

/** The question of a query. */
export interface Question {
  readonly name: Name;
  readonly type: number;
  readonly class: number;
  /** The question in wire format. */
  readonly bytes: Buffer;
}

/** An SOA record (RFC 1035, section 3.3.13). Times are in seconds. */
export interface StartOfAuthority {
  readonly serial: number;
  readonly refreshSeconds: number;
  readonly retrySeconds: number;
  readonly expireSeconds: number;
}

/** A message in wire format (RFC 1035, section 4). Methods throw DomainError UPSTREAM_FAILED if it is malformed. */
export class DnsMessage {
  readonly bytes: Buffer;
  /** Names by offset, because most names of a message are pointers to a few others. */
  readonly #names = new Map<number, Name>();

  constructor(bytes: Buffer) {
    if (bytes.length < headerLength) throw malformedError();
    this.bytes = bytes;
  }

  get id(): number {
    return this.bytes.readUInt16BE(0);
  }

  get isResponse(): boolean {
    return (this.bytes.readUInt8(2) & 0x80) !== 0;
  }

  get isAuthoritative(): boolean {
    return (this.bytes.readUInt8(2) & 0x04) !== 0;
  }

  get opcode(): number {
    return (this.bytes.readUInt8(2) >> 3) & 0x0f;
  }

  get responseCode(): number {
    return this.bytes.readUInt8(3) & 0x0f;
  }

  /**
   * The question; a query has exactly one (RFC 9619).
   * @throws {DomainError} UPSTREAM_FAILED for none or several
   */
  question(): Question {
    if (this.#count(4) !== 1) throw malformedError();
    // A pointer could only lead into the header.
    if (this.#pointerAt(headerLength) !== undefined) throw malformedError();
    const { name, end } = this.name(headerLength);
    if (end + 4 > this.bytes.length) throw malformedError();
    const [type, of] = [this.bytes.readUInt16BE(end), this.bytes.readUInt16BE(end + 2)];
    return { name, type, class: of, bytes: this.bytes.subarray(headerLength, end + 4) };
  }

  /** Records of the answer section, in order. */
  *answers(): Generator<ResourceRecord> {
    let at = this.#endOfQuestions();
    for (let remaining = this.#count(6); remaining > 0; remaining--) {
      const record = this.#recordAt(at);
      at = record.end;
      yield record;
    }
  }

  /** Number of records of the answer section. */
  get answerCount(): number {
    return this.#count(6);
  }

  /** The type of the last record of the answer section; 0 if the section is empty. */
  typeOfLastAnswer(): number {
    let type = 0;
    let at = this.#endOfQuestions();
    for (let remaining = this.answerCount; remaining > 0; remaining--) {
      const fixed = this.#endOfName(at);
      if (fixed + 10 > this.bytes.length) throw malformedError();
      type = this.bytes.readUInt16BE(fixed);
      at = fixed + 10 + this.bytes.readUInt16BE(fixed + 8);
    }
    return type;
  }

  /** The first record of the authority section; undefined if the section is empty. */
  firstAuthority(): ResourceRecord | undefined {
    if (this.#count(8) === 0) return undefined;
    return this.#recordAt([...this.answers()].at(-1)?.end ?? this.#endOfQuestions());
  }

  /** Whether the sender supports EDNS (RFC 6891). */
  hasEdns(): boolean {
    return [...this.#records()].some(({ type }) => type === RecordType.OPT);
  }

  /**
   * Checks that all records can be read, and that nothing follows them.
   * @throws {DomainError} UPSTREAM_FAILED
   */
  assertComplete(): void {
    const end = [...this.#records()].at(-1)?.end ?? this.#endOfQuestions();
    if (end !== this.bytes.length) throw malformedError();
  }

  /** Records of all sections. */
  *#records(): Generator<ResourceRecord> {
    let at = this.#endOfQuestions();
    for (let remaining = this.#count(6) + this.#count(8) + this.#count(10); remaining > 0; remaining--) {
      const record = this.#recordAt(at);
      at = record.end;
      yield record;
    }
  }

  /** The last record of the additional section; undefined if the section is empty. */
  lastAdditional(): ResourceRecord | undefined {
    if (this.#count(10) === 0) return undefined;
    return [...this.#records()].at(-1);
  }

  /** Reads a name, which may be compressed (RFC 1035, section 4.1.4). */
  name(offset: number): { readonly name: Name; readonly end: number } {
    const cached = this.#names.get(offset);
    const end = this.#endOfName(offset);
    if (cached !== undefined) return { name: cached, end };
    const target = this.#pointerAt(offset);
    const position = target ?? offset;
    const name = this.#names.get(position) ?? this.#expand(position);
    this.#names.set(position, name).set(offset, name);
    return { name, end };
  }

  /** Reads the data of an SOA record. */
  startOfAuthority({ dataStart, end }: ResourceRecord): StartOfAuthority {
    const { end: mailbox } = this.name(dataStart);
    const numbers = this.name(mailbox).end;
    if (numbers + 20 !== end) throw malformedError();
    const [serial = 0, refreshSeconds = 0, retrySeconds = 0, expireSeconds = 0] = [0, 4, 8, 12].map((position) =>
      this.bytes.readUInt32BE(numbers + position),
    );
    return { serial, refreshSeconds, retrySeconds, expireSeconds };
  }

  #count(offset: number): number {
    return this.bytes.readUInt16BE(offset);
  }

  #endOfQuestions(): number {
    let at = headerLength;
    for (let remaining = this.#count(4); remaining > 0; remaining--) at = this.#endOfName(at) + 4;
    return at;
  }

  #recordAt(start: number): ResourceRecord {
    const { name: owner, end: fixed } = this.name(start);
    const { bytes } = this;
    if (fixed + 10 > bytes.length) throw malformedError();
    const dataStart = fixed + 10;
    const end = dataStart + bytes.readUInt16BE(fixed + 8);
    if (end > bytes.length) throw malformedError();
    return { start, owner, type: bytes.readUInt16BE(fixed), class: bytes.readUInt16BE(fixed + 2), dataStart, end };
  }

  #endOfName(offset: number): number {
    for (let at = offset; ; ) {
      const length = this.#byte(at);
      if (length >= 0xc0) {
        this.#byte(at + 1);
        return at + 2;
      }
      if (length > maxLabelLength) throw malformedError();
      at += length + 1;
      if (length === 0) return at;
    }
  }

  /**
   * The target of a compression pointer at an offset; undefined if there is a label. A target must precede the
   * pointer, so pointers cannot form loops.
   */
  #pointerAt(offset: number): number | undefined {
    const first = this.#byte(offset);
    if (first < 0xc0) return undefined;
    const target = ((first & 0x3f) << 8) | this.#byte(offset + 1);
    if (target >= offset) throw malformedError();
    return target;
  }

  /** Reads the labels from an offset to the end of the name, or to a pointer to a name that was already read. */
  #expand(offset: number): Name {
    const labels: string[] = [];
    let at = offset;
    for (let steps = 0; steps < maxSteps; steps++) {
      const target = this.#pointerAt(at);
      if (target !== undefined) {
        const cached = this.#names.get(target);
        if (cached !== undefined) return requireValidName([...labels, ...cached]);
        at = target;
        continue;
      }
      const length = this.#byte(at);
      if (length > maxLabelLength) throw malformedError();
      if (length === 0) return requireValidName(labels);
      labels.push(wireLabel(this.bytes, at + 1, length));
      at += length + 1;
    }
    throw malformedError();
  }

  #byte(offset: number): number {
    const byte = this.bytes[offset];
    if (byte === undefined) throw malformedError();
    return byte;
  }
}

function requireValidName(name: Name): Name {
  try {
    return validateName(name);
  } catch {
    throw malformedError();
  }
}

/** Encodes a name of letters, digits, `-`, `_` and dots, without a trailing dot, in wire format; empty: the root. */
export function wireFormatOf(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]),
    Buffer.from([0]),
  ]);
}

/**
 * A query for a zone. For IXFR, the authority section contains an SOA record with the local serial of the zone (RFC
 * 1995, section 3).
 */
export function queryMessage(query: { id: number; zone: string; type: number; serial?: number }): Buffer {
  const { id, zone, type, serial } = query;
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(serial === undefined ? 0 : 1, 8);
  const name = wireFormatOf(zone);
  const question = Buffer.concat([name, uint16(type), uint16(internetClass)]);
  if (serial === undefined) return Buffer.concat([header, question]);
  const data = Buffer.alloc(22);
  data.writeUInt32BE(serial, 2);
  const authority = [name, uint16(RecordType.SOA), uint16(internetClass), Buffer.alloc(4), uint16(data.length), data];
  return Buffer.concat([header, question, ...authority]);
}

export function uint16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}
