import { checkPlainName, NameError, nameOf, textOf } from './names.js';
import { isNameserverType, type PlainLine, splitPlainLine } from './plain-line.js';
import { RecordReader } from './record-reader.js';
import { typeOf } from './record-words.js';
import { readEntry, SyntaxFault } from './tokens.js';

/** Delegations in the order of the file: `labels[i]` is delegated to `nameservers[i]`, one name or several by blanks. */
export interface Delegations {
  readonly labels: string[];
  readonly nameservers: string[];
}

/** A record may be this long; no known zone has one of a tenth. */
const longestRecord = 1 << 20;
/** An answer with more would not fit into a message of the domain name system. */
export const mostNameservers = 1000;
/** Nameservers serve many domains; so many of their names are remembered as checked. */
const mostRemembered = 100_000;

const newline = 0x0a;
const empty = Buffer.alloc(0);

/**
 * Reads a master file (RFC 1035, section 5) piece by piece and keeps what stands for delegations: names below the apex
 * that own NS records. Records on a line of their own with absolute names, as CZDS hands them out, take a fast path.
 */
export class ZoneFileReader {
  /** Records read so far, of any kind. */
  records = 0;
  /** Of the SOA record; undefined while none was read. */
  serial: number | undefined;
  readonly #suffix: string;
  readonly #apex: string;
  readonly #entries: RecordReader;
  readonly #checked = new Map<string, string>();
  readonly #plain: PlainLine = { ownerEnd: 0, typeStart: 0, typeEnd: 0, dataStart: 0, isOneWord: false };
  /** The owner of the last line that was plain, as it was written; the slow path may build upon it. */
  #plainOwner: string | undefined;
  #rest: Buffer = empty;
  #line = 1;
  /** The last plain owner, and its label; undefined label: the apex. */
  #owner = '';
  #label: string | undefined;
  #group: { label: string; nameservers: string; count: number } | undefined;
  #out: Delegations = { labels: [], nameservers: [] };

  /** @param zone name without the dot at its end, in lower case; empty for the root */
  constructor(zone: string) {
    const name = nameOf(zone);
    this.#apex = textOf(name);
    this.#suffix = zone === '' ? '.' : `.${zone}.`;
    this.#entries = new RecordReader(name);
  }

  /**
   * Takes the next bytes and returns the delegations that are complete.
   * @throws {SyntaxFault} with line and column
   */
  push(chunk: Buffer): Delegations {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = this.#readLines(bytes, false);
    this.#rest = bytes.subarray(end);
    if (this.#rest.length > longestRecord) {
      throw new SyntaxFault('a record is longer than 1 MiB', { line: this.#line, column: 1 });
    }
    return this.#take();
  }

  /** Takes what is left at the end of the file. */
  end(): Delegations {
    this.#readLines(this.#rest, true);
    this.#rest = empty;
    this.#closeGroup();
    return this.#take();
  }

  #take(): Delegations {
    const out = this.#out;
    this.#out = { labels: [], nameservers: [] };
    return out;
  }

  /** Reads all whole entries and returns where the first one begins that is not. */
  #readLines(bytes: Buffer, isLast: boolean): number {
    let start = 0;
    while (start < bytes.length) {
      const end = bytes.indexOf(newline, start);
      if (end !== -1 && this.#readPlainLine(bytes, start, end)) {
        start = end + 1;
        this.#line++;
        continue;
      }
      const next = this.#readEntry(bytes, start, isLast);
      if (next === undefined) return start;
      start = next;
    }
    return start;
  }

  #readEntry(bytes: Buffer, start: number, isLast: boolean): number | undefined {
    const entry = readEntry({ bytes, start, line: this.#line, isLast });
    if (entry === undefined) return undefined;
    if (this.#plainOwner !== undefined) this.#entries.setOwner(nameOf(this.#plainOwner.slice(0, -1).toLowerCase()));
    this.#plainOwner = undefined;
    const meaning = this.#entries.read(entry);
    if (meaning !== undefined) this.records++;
    if (meaning?.kind === 'delegation') this.#add(meaning.label, meaning.nameserver);
    if (meaning?.kind === 'authority') this.serial = meaning.serial;
    this.#line += entry.lines;
    return entry.next;
  }

  /** Reads a line where nothing needs a second look. False: something does, and nothing was taken. */
  #readPlainLine(bytes: Buffer, start: number, lineEnd: number): boolean {
    const end = bytes[lineEnd - 1] === 0x0d ? lineEnd - 1 : lineEnd;
    const line = this.#plain;
    if (!splitPlainLine({ bytes, start, end, into: line })) return false;
    const isNameserver = isNameserverType(bytes, line);
    if (isNameserver ? bytes[end - 1] !== 0x2e || !line.isOneWord : !this.#isOther(bytes, line)) return false;
    // What is wrong is told by the slow path, with its column.
    if (!this.#ownPlain(bytes.toString('latin1', start, line.ownerEnd))) return false;
    if (isNameserver && this.#label !== undefined) {
      const written = bytes.toString('latin1', line.dataStart, end);
      const nameserver = this.#checked.get(written) ?? this.#checkNameserver(written);
      if (nameserver === undefined) return false;
      this.#add(this.#label, nameserver);
    }
    this.records++;
    return true;
  }

  /** Types that say nothing to an import and that the slow path knows. */
  #isOther(bytes: Buffer, { typeStart, typeEnd }: PlainLine): boolean {
    const type = typeOf(bytes.toString('latin1', typeStart, typeEnd));
    return type !== undefined && type !== 'SOA' && type !== 'NS';
  }

  /** Makes this the owner of the line. False: it is no name within the zone. */
  #ownPlain(owner: string): boolean {
    this.#plainOwner = owner;
    if (owner === this.#owner) return true;
    const name = owner.toLowerCase();
    if (!isName(name) || !(name.endsWith(this.#suffix) || name === this.#apex)) {
      this.#plainOwner = undefined;
      return false;
    }
    this.#owner = owner;
    this.#label = name === this.#apex ? undefined : name.slice(0, -this.#suffix.length);
    return true;
  }

  #checkNameserver(written: string): string | undefined {
    const name = written.toLowerCase();
    if (!isName(name)) return undefined;
    if (this.#checked.size >= mostRemembered) this.#checked.clear();
    this.#checked.set(written, name);
    return name;
  }

  #add(label: string, nameserver: string): void {
    const group = this.#group;
    if (group !== undefined && group.label === label) {
      group.nameservers += ` ${nameserver}`;
      group.count++;
      if (group.count <= mostNameservers) return;
      throw new SyntaxFault(`a name has more than ${mostNameservers} nameservers`, { line: this.#line, column: 1 });
    }
    this.#closeGroup();
    this.#group = { label, nameservers: nameserver, count: 1 };
  }

  #closeGroup(): void {
    if (this.#group === undefined) return;
    this.#out.labels.push(this.#group.label);
    this.#out.nameservers.push(this.#group.nameservers);
    this.#group = undefined;
  }
}

function isName(text: string): boolean {
  try {
    checkPlainName(text);
    return true;
  } catch (error) {
    if (error instanceof NameError) return false;
    throw error;
  }
}
