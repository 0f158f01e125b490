import type { Word } from './byte-table.js';
import { DelegationBatch } from './delegation-batch.js';
import { nameOf } from './names.js';
import { NameserverLists } from './nameserver-lists.js';
import { OpenDelegation } from './open-delegation.js';
import {
  beginsWith,
  endOfName,
  isNameserverType,
  type PlainLine,
  scanLastWord,
  splitPlainLine,
  typeKey,
  ZoneSuffix,
} from './plain-line.js';
import { RecordReader, typeOf } from './record-reader.js';
import { readEntry, ZoneSyntaxError } from './tokens.js';

/** Maximum length of a record in bytes, more than ten times that of any record in known zones. */
const maxRecordLength = 1 << 20;
/** Maximum number of nameservers of a domain; a response with more does not fit into a DNS message. */
export const maxNameservers = 1000;

const newline = 0x0a;
const carriageReturn = 0x0d;
const empty = Buffer.alloc(0);
const lineEnd = Buffer.of(newline);

/**
 * Reads the delegations of a master file (RFC 1035, section 5) piece by piece: the names below the apex that own NS
 * records. Records on one line with absolute names, as CZDS publishes them, take a fast path, and lines that differ
 * from the last delegation only in names take a faster one, which allocates no object per line.
 */
export class ZoneFileReader {
  /** Number of records read, of any type. */
  records = 0;
  /** Serial of the SOA record; undefined until it is read. */
  serial: number | undefined;
  readonly #suffix: ZoneSuffix;
  readonly #entries: RecordReader;
  readonly #open = new OpenDelegation();
  /** The bytes between the two names of the last delegation. */
  readonly #separator = { bytes: Buffer.alloc(256), length: 0 };
  readonly #plain: PlainLine = { ownerEnd: 0, typeStart: 0, typeEnd: 0, dataStart: 0 };
  readonly #word: Word = { start: 0, end: 0, hash: 0 };
  /** Keys of record types that the slow path has accepted and that imports ignore. */
  readonly #ignoredTypes = new Map<number, boolean>();
  #lists = new NameserverLists();
  #out = new DelegationBatch(this.#lists);
  #rest: Buffer = empty;
  #line = 1;
  /**
   * Offset of the owner of the last line if it was plain, because an entry on the slow path may have the same owner.
   */
  #ownerStart = 0;
  #ownerEnd = 0;

  /** @param zone name without a trailing dot, in lower case; empty for the root */
  constructor(zone: string) {
    this.#suffix = new ZoneSuffix(zone);
    this.#entries = new RecordReader(nameOf(zone));
  }

  /**
   * Reads the next bytes and returns the complete delegations.
   * @throws {ZoneSyntaxError} with line and column
   */
  push(chunk: Buffer): DelegationBatch {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = this.#readLines(bytes, false);
    this.#rest = bytes.subarray(end);
    if (this.#rest.length > maxRecordLength) {
      throw new ZoneSyntaxError('a record is longer than 1 MiB', { line: this.#line, column: 1 });
    }
    return this.#take();
  }

  /**
   * Reads the remaining bytes at the end of the file: its last record, if that has no line end.
   * @param options.isVerified whether the file is known to be complete; default: false
   * @throws {ZoneSyntaxError} with the reason `truncated` if the record is invalid, and the file may be incomplete
   */
  end({ isVerified = false } = {}): DelegationBatch {
    try {
      // The last line of a complete file may lack its line end.
      this.#readLines(isVerified ? Buffer.concat([this.#rest, lineEnd]) : this.#rest, true);
    } catch (error) {
      throw error instanceof ZoneSyntaxError && !isVerified ? asTruncated(error) : error;
    }
    this.#rest = empty;
    this.#open.close(this.#out);
    return this.#take();
  }

  #take(): DelegationBatch {
    const out = this.#out;
    if (this.#lists.isFull) {
      const lists = this.#lists;
      this.#lists = new NameserverLists();
      this.#open.move(lists, this.#lists);
    }
    // The next batch has about the same size.
    this.#out = new DelegationBatch(this.#lists, out.bytes.length);
    return out;
  }

  /** Reads all complete entries and returns the offset of the rest. */
  #readLines(bytes: Buffer, isLast: boolean): number {
    const lastEnd = bytes.lastIndexOf(newline);
    let start = 0;
    while (start < bytes.length) {
      const next =
        (start <= lastEnd && (this.#readSimilarLine(bytes, start) || this.#readPlain(bytes, start))) ||
        this.#readEntry(bytes, start, isLast);
      if (next === 0) break;
      start = next;
    }
    this.#updateOwner(bytes);
    return start;
  }

  /**
   * Reads a line that differs from the last delegation in names only.
   * @returns offset of the next line; 0 if the line differs in more, and nothing was read
   */
  #readSimilarLine(bytes: Buffer, start: number): number {
    const open = this.#open;
    const isSame = open.owner.length !== 0 && beginsWith(bytes, start, open.owner);
    const ownerEnd = isSame ? start + open.owner.length : this.#suffix.endOfOwner(bytes, start);
    if (ownerEnd === 0 || !beginsWith(bytes, ownerEnd, this.#separator)) return 0;
    const nameStart = ownerEnd + this.#separator.length;
    const list = isSame ? this.#lists.matchLatest(open.list, bytes, nameStart) : 0;
    let end = nameStart;
    if (list !== 0) {
      open.extend(list);
      end += this.#lists.lastNameLength(list);
    } else {
      const name = this.#readNameserver(bytes, nameStart);
      if (name === 0) return 0;
      if (!isSame) open.begin(this.#out, bytes, { start, ownerEnd, labelEnd: ownerEnd - this.#suffix.length });
      open.extend(this.#lists.append(open.list, name));
      end = this.#word.end;
    }
    this.#assertCount();
    this.#finishLine(start, ownerEnd);
    return bytes[end] === carriageReturn ? end + 2 : end + 1;
  }

  /** The number of the name at the end of a line; 0 if it is not a name. */
  #readNameserver(bytes: Buffer, start: number): number {
    const word = this.#word;
    word.start = start;
    if (!scanLastWord(bytes, word)) return 0;
    const existing = this.#lists.find(bytes, word);
    if (existing !== 0) return existing;
    return endOfName(bytes, start) === word.end ? this.#lists.add(bytes.toString('latin1', start, word.end)) : 0;
  }

  /** Reads a plain line. Returns 0 if it is not plain, and nothing was read. */
  #readPlain(bytes: Buffer, start: number): number {
    const lineEnd = bytes.indexOf(newline, start);
    const end = bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    const line = this.#plain;
    if (!splitPlainLine({ bytes, start, end, line })) return 0;
    if (isNameserverType(bytes, line)) {
      return this.#storeSeparator(bytes, line) ? this.#readSimilarLine(bytes, start) : 0;
    }
    // The slow path reports errors with their column.
    if (!this.#isIgnoredType(bytes, line) || this.#suffix.endOfOwner(bytes, start) !== line.ownerEnd) return 0;
    this.#finishLine(start, line.ownerEnd);
    return lineEnd + 1;
  }

  #storeSeparator(bytes: Buffer, { ownerEnd, dataStart }: PlainLine): boolean {
    const separator = this.#separator;
    if (dataStart - ownerEnd > separator.bytes.length) return false;
    separator.length = bytes.copy(separator.bytes, 0, ownerEnd, dataStart);
    return true;
  }

  #isIgnoredType(bytes: Buffer, line: PlainLine): boolean {
    const key = typeKey(bytes, line);
    const existing = this.#ignoredTypes.get(key);
    if (existing !== undefined) return existing;
    const type = typeOf(bytes.toString('latin1', line.typeStart, line.typeEnd));
    const isIgnored = type !== undefined && type !== 'SOA' && type !== 'NS';
    if (key !== 0) this.#ignoredTypes.set(key, isIgnored);
    return isIgnored;
  }

  #finishLine(ownerStart: number, ownerEnd: number): void {
    this.#ownerStart = ownerStart;
    this.#ownerEnd = ownerEnd;
    this.records++;
    this.#line++;
  }

  #updateOwner(bytes: Buffer): void {
    if (this.#ownerEnd === 0) return;
    this.#entries.setOwner(nameOf(bytes.toString('latin1', this.#ownerStart, this.#ownerEnd - 1).toLowerCase()));
    this.#ownerEnd = 0;
  }

  /** Reads an entry of any form. Returns 0 if it continues after these bytes. */
  #readEntry(bytes: Buffer, start: number, isLast: boolean): number {
    const entry = readEntry({ bytes, start, line: this.#line, isLast });
    if (entry === undefined) return 0;
    this.#updateOwner(bytes);
    const record = this.#entries.read(entry);
    if (record !== undefined) this.records++;
    if (record?.kind === 'soa') this.#setSerial(record.serial);
    if (record?.kind === 'delegation') {
      this.#open.beginWithLabel(this.#out, record.label);
      this.#open.extend(this.#lists.append(this.#open.list, this.#lists.add(record.nameserver)));
      this.#assertCount();
    }
    this.#line += entry.lines;
    return entry.next;
  }

  /** A file may repeat the SOA record at its end, as a transfer does (RFC 5936, section 2.2). */
  #setSerial(serial: number): void {
    if (this.serial !== undefined && this.serial !== serial) {
      throw new ZoneSyntaxError(
        `the file contains two versions of the zone: SOA records with the serial numbers ${this.serial} and ${serial}`,
        { line: this.#line, column: 1 },
      );
    }
    this.serial = serial;
  }

  #assertCount(): void {
    if (this.#open.count <= maxNameservers) return;
    throw new ZoneSyntaxError(`a name has more than ${maxNameservers} nameservers`, { line: this.#line, column: 1 });
  }
}

function asTruncated({ message, line, column }: ZoneSyntaxError): ZoneSyntaxError {
  const explained = `${message}; the file ends in this record, so it is probably truncated`;
  return new ZoneSyntaxError(explained, { line, column, reason: 'truncated' });
}
