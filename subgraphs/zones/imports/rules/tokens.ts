/** A word of a master file. */
export interface Token {
  readonly bytes: Uint8Array;
  readonly isQuoted: boolean;
  /** Line number, counted from 1; columns are counted in bytes. */
  readonly line: number;
  readonly column: number;
  /** Whether the file ends with the last byte of the word, without a line end. */
  readonly endsFile: boolean;
}

/** An entry of a master file (RFC 1035, section 5.1): the words of one line, or of several within parentheses. */
export interface Entry {
  readonly tokens: readonly Token[];
  /** Whether the line begins with whitespace, so its record has the owner of the previous record. */
  readonly startsBlank: boolean;
  /** Offset of the next entry. */
  readonly next: number;
  /** Number of line ends in the entry. */
  readonly lines: number;
}

/** A syntax error with its line and column. `reason`: `truncated` if the rest of the file is probably missing. */
export class ZoneSyntaxError extends Error {
  override readonly name = 'ZoneSyntaxError';
  readonly line: number;
  readonly column: number;
  readonly reason: 'syntax' | 'truncated';

  constructor(message: string, details: { line: number; column: number; reason?: 'truncated' }) {
    super(message);
    this.line = details.line;
    this.column = details.column;
    this.reason = details.reason ?? 'syntax';
  }
}

const newline = 0x0a;
const quote = 0x22;
const open = 0x28;
const close = 0x29;
const semicolon = 0x3b;
const backslash = 0x5c;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/**
 * Reads the entry that begins at `start`, on line number `line`.
 * @param options.isLast whether the file ends with these bytes
 * @returns undefined if the entry continues after these bytes
 * @throws {ZoneSyntaxError}
 */
export function readEntry(options: {
  bytes: Uint8Array;
  start: number;
  line: number;
  isLast: boolean;
}): Entry | undefined {
  const scanner = new EntryScanner(options);
  return scanner.scan();
}

class EntryScanner {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #firstLine: number;
  readonly #isLast: boolean;
  readonly #tokens: Token[] = [];
  #at: number;
  #lineStart: number;
  #lines = 0;
  /** Positions of the open parentheses. */
  readonly #openParentheses: { line: number; column: number }[] = [];

  constructor(options: { bytes: Uint8Array; start: number; line: number; isLast: boolean }) {
    this.#bytes = options.bytes;
    this.#start = options.start;
    this.#at = options.start;
    this.#lineStart = options.start;
    this.#firstLine = options.line;
    this.#isLast = options.isLast;
  }

  scan(): Entry | undefined {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return this.#finish();
      if (byte === newline) {
        this.#endLine();
        if (this.#openParentheses.length === 0) return this.#entry();
      } else if (isBlank(byte)) this.#at++;
      else if (byte === semicolon) this.#skipComment();
      else if (byte === open || byte === close) this.#takeParenthesis(byte);
      else if (!this.#takeToken(byte)) return undefined;
    }
  }

  #finish(): Entry | undefined {
    if (!this.#isLast) return undefined;
    const unclosed = this.#openParentheses.at(-1);
    if (unclosed !== undefined) throw new ZoneSyntaxError('a parenthesis is not closed', unclosed);
    return this.#entry();
  }

  #entry(): Entry {
    const first = this.#bytes[this.#start];
    return {
      tokens: this.#tokens,
      startsBlank: first !== undefined && isBlank(first),
      next: this.#at,
      lines: this.#lines,
    };
  }

  #location(): { line: number; column: number } {
    return { line: this.#firstLine + this.#lines, column: this.#at - this.#lineStart + 1 };
  }

  #endLine(): void {
    this.#at++;
    this.#lines++;
    this.#lineStart = this.#at;
  }

  #skipComment(): void {
    const end = this.#bytes.indexOf(newline, this.#at);
    this.#at = end === -1 ? this.#bytes.length : end;
  }

  #takeParenthesis(byte: number): void {
    if (byte === open) this.#openParentheses.push(this.#location());
    else if (this.#openParentheses.pop() === undefined)
      throw new ZoneSyntaxError('a closing parenthesis has no opening parenthesis', this.#location());
    this.#at++;
  }

  /** Reads a word; returns false if it continues after these bytes. */
  #takeToken(first: number): boolean {
    const location = this.#location();
    const isQuoted = first === quote;
    const start = isQuoted ? this.#at + 1 : this.#at;
    const end = isQuoted ? this.#endOfQuoted(start, location) : this.#endOfWord(start);
    if (end === undefined) return false;
    const endsFile = end === this.#bytes.length;
    this.#tokens.push({ bytes: this.#bytes.subarray(start, end), isQuoted, ...location, endsFile });
    this.#at = isQuoted ? end + 1 : end;
    return true;
  }

  #endOfWord(start: number): number | undefined {
    let at = start;
    for (; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at] as number; // The index is within the array.
      if (byte === backslash && this.#bytes[at + 1] !== newline) at++;
      else if (byte === newline || isBlank(byte) || byte === semicolon || byte === quote) return at;
      else if (byte === open || byte === close) return at;
    }
    // An escape may extend beyond the last byte.
    return this.#isLast ? Math.min(at, this.#bytes.length) : undefined;
  }

  #endOfQuoted(start: number, location: { line: number; column: number }): number | undefined {
    for (let at = start; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at];
      if (byte === quote) return at;
      if (byte === newline) throw new ZoneSyntaxError('a quoted string is not closed on its line', location);
      if (byte === backslash) at++;
    }
    if (this.#isLast) throw new ZoneSyntaxError('a quoted string is not closed', location);
    return undefined;
  }
}
