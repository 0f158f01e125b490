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
import { readEntry, SyntaxFault } from './tokens.js';

/** A record may be this long; no known zone has one of a tenth. */
const maxRecordLength = 1 << 20;
/** An answer with more would not fit into a message of the domain name system. */
export const maxNameservers = 1000;

const newline = 0x0a;
const carriageReturn = 0x0d;
const empty = Buffer.alloc(0);

/**
 * Reads a master file (RFC 1035, section 5) piece by piece and keeps what stands for delegations: names below the apex
 * that own NS records. Records on a line of their own with absolute names, as CZDS hands them out, take a fast path, and
 * those that differ from the last delegation in nothing but names a still faster one: there no line costs an object.
 */
export class ZoneFileReader {
  /** Records read so far, of any kind. */
  records = 0;
  /** Of the SOA record; undefined while none was read. */
  serial: number | undefined;
  readonly #suffix: ZoneSuffix;
  readonly #entries: RecordReader;
  readonly #open = new OpenDelegation();
  /** What stands between the two names of the last delegation. */
  readonly #between = { bytes: Buffer.alloc(256), length: 0 };
  readonly #plain: PlainLine = { ownerEnd: 0, typeStart: 0, typeEnd: 0, dataStart: 0, isOneWord: false };
  readonly #word: Word = { start: 0, end: 0, hash: 0 };
  /** By key: types that say nothing to an import and that the slow path knows. */
  readonly #otherTypes = new Map<number, boolean>();
  #lists = new NameserverLists();
  #out = new DelegationBatch(this.#lists);
  #rest: Buffer = empty;
  #line = 1;
  /** Where the owner of the last line is in the bytes at hand, when that was plain: the slow path may build upon it. */
  #ownerStart = 0;
  #ownerEnd = 0;

  /** @param zone name without the dot at its end, in lower case; empty for the root */
  constructor(zone: string) {
    this.#suffix = new ZoneSuffix(zone);
    this.#entries = new RecordReader(nameOf(zone));
  }

  /**
   * Takes the next bytes and returns the delegations that are complete.
   * @throws {SyntaxFault} with line and column
   */
  push(chunk: Buffer): DelegationBatch {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = this.#readLines(bytes, false);
    this.#rest = bytes.subarray(end);
    if (this.#rest.length > maxRecordLength) {
      throw new SyntaxFault('a record is longer than 1 MiB', { line: this.#line, column: 1 });
    }
    return this.#take();
  }

  /** Takes what is left at the end of the file. */
  end(): DelegationBatch {
    this.#readLines(this.#rest, true);
    this.#rest = empty;
    this.#open.close(this.#out);
    return this.#take();
  }

  #take(): DelegationBatch {
    const out = this.#out;
    if (this.#lists.isFull) {
      const known = this.#lists;
      this.#lists = new NameserverLists();
      this.#open.move(known, this.#lists);
    }
    // The next batch will be about as large.
    this.#out = new DelegationBatch(this.#lists, out.bytes.length);
    return out;
  }

  /** Reads all whole entries and returns where the first one begins that is not. */
  #readLines(bytes: Buffer, isLast: boolean): number {
    const lastEnd = bytes.lastIndexOf(newline);
    let start = 0;
    while (start < bytes.length) {
      const next =
        (start <= lastEnd && (this.#readAlike(bytes, start) || this.#readPlain(bytes, start))) ||
        this.#readEntry(bytes, start, isLast);
      if (next === 0) break;
      start = next;
    }
    this.#keepOwner(bytes);
    return start;
  }

  /**
   * Reads a line that differs from the last delegation in names only.
   * @returns where the next line begins; 0: it does not look like that, and nothing was taken
   */
  #readAlike(bytes: Buffer, start: number): number {
    const open = this.#open;
    const isSame = open.owner.length !== 0 && beginsWith(bytes, start, open.owner);
    const ownerEnd = isSame ? start + open.owner.length : this.#suffix.endOfOwner(bytes, start);
    if (ownerEnd === 0 || !beginsWith(bytes, ownerEnd, this.#between)) return 0;
    const place = ownerEnd + this.#between.length;
    const list = isSame ? this.#lists.extendedAsLast(open.list, bytes, place) : 0;
    let end = place;
    if (list !== 0) {
      open.extend(list);
      end += this.#lists.lastLength(list);
    } else {
      const name = this.#readNameserver(bytes, place);
      if (name === 0) return 0;
      if (!isSame) open.begin(this.#out, bytes, { start, ownerEnd, labelEnd: ownerEnd - this.#suffix.length });
      open.extend(this.#lists.extended(open.list, name));
      end = this.#word.end;
    }
    this.#assertCount();
    this.#finishLine(start, ownerEnd);
    return bytes[end] === carriageReturn ? end + 2 : end + 1;
  }

  /** The number of the name that is the rest of a line; 0 when it is none. */
  #readNameserver(bytes: Buffer, start: number): number {
    const word = this.#word;
    word.start = start;
    if (!scanLastWord(bytes, word)) return 0;
    const known = this.#lists.find(bytes, word);
    if (known !== 0) return known;
    return endOfName(bytes, start) === word.end ? this.#lists.add(bytes.toString('latin1', start, word.end)) : 0;
  }

  /** Reads a line where nothing needs a second look. 0: something does, and nothing was taken. */
  #readPlain(bytes: Buffer, start: number): number {
    const lineEnd = bytes.indexOf(newline, start);
    const end = bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    const line = this.#plain;
    if (!splitPlainLine({ bytes, start, end, into: line })) return 0;
    if (isNameserverType(bytes, line)) {
      return this.#learnBetween(bytes, line) ? this.#readAlike(bytes, start) : 0;
    }
    // What is wrong is told by the slow path, with its column.
    if (!this.#isOther(bytes, line) || this.#suffix.endOfOwner(bytes, start) !== line.ownerEnd) return 0;
    this.#finishLine(start, line.ownerEnd);
    return lineEnd + 1;
  }

  #learnBetween(bytes: Buffer, { ownerEnd, dataStart }: PlainLine): boolean {
    const between = this.#between;
    if (dataStart - ownerEnd > between.bytes.length) return false;
    between.length = bytes.copy(between.bytes, 0, ownerEnd, dataStart);
    return true;
  }

  #isOther(bytes: Buffer, line: PlainLine): boolean {
    const key = typeKey(bytes, line);
    const known = this.#otherTypes.get(key);
    if (known !== undefined) return known;
    const type = typeOf(bytes.toString('latin1', line.typeStart, line.typeEnd));
    const isOther = type !== undefined && type !== 'SOA' && type !== 'NS';
    if (key !== 0) this.#otherTypes.set(key, isOther);
    return isOther;
  }

  #finishLine(ownerStart: number, ownerEnd: number): void {
    this.#ownerStart = ownerStart;
    this.#ownerEnd = ownerEnd;
    this.records++;
    this.#line++;
  }

  #keepOwner(bytes: Buffer): void {
    if (this.#ownerEnd === 0) return;
    this.#entries.setOwner(nameOf(bytes.toString('latin1', this.#ownerStart, this.#ownerEnd - 1).toLowerCase()));
    this.#ownerEnd = 0;
  }

  /** Reads an entry of any form. 0: it goes on behind the bytes at hand. */
  #readEntry(bytes: Buffer, start: number, isLast: boolean): number {
    const entry = readEntry({ bytes, start, line: this.#line, isLast });
    if (entry === undefined) return 0;
    this.#keepOwner(bytes);
    const meaning = this.#entries.read(entry);
    if (meaning !== undefined) this.records++;
    if (meaning?.kind === 'authority') this.serial = meaning.serial;
    if (meaning?.kind === 'delegation') {
      this.#open.beginWith(this.#out, meaning.label);
      this.#open.extend(this.#lists.extended(this.#open.list, this.#lists.add(meaning.nameserver)));
      this.#assertCount();
    }
    this.#line += entry.lines;
    return entry.next;
  }

  #assertCount(): void {
    if (this.#open.count <= maxNameservers) return;
    throw new SyntaxFault(`a name has more than ${maxNameservers} nameservers`, { line: this.#line, column: 1 });
  }
}
