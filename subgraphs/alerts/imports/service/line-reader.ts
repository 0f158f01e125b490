import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

/** A line of the input: its number, starting at 1, and its text or the reason why it is invalid. */
export interface Line {
  number: number;
  text: string | undefined;
  problem: string;
}

/** The lines of one chunk of the input, and the number of bytes read so far. */
export interface LineBlock {
  lines: Line[];
  bytes: number;
}

const newline = 0x0a;
const maxLineBytes = 1024 * 1024;
const byteOrderMark = '\ufeff';

/**
 * Splits a stream of bytes into lines and omits blank lines. A line that is longer than 1 MiB or not valid UTF-8 is
 * reported and skipped. At most 1 MiB of a line is buffered.
 */
export async function* readLines(input: Readable): AsyncGenerator<LineBlock> {
  const splitter = new LineSplitter();
  let bytes = 0;
  for await (const chunk of input) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer); // A byte stream yields buffers.
    bytes += buffer.length;
    const lines = splitter.add(buffer);
    if (lines.length > 0) yield { lines, bytes };
  }
  const lines = splitter.end();
  if (lines.length > 0) yield { lines, bytes };
}

class LineSplitter {
  #number = 0;
  /** The chunks received so far of an incomplete line. */
  #open: Buffer[] = [];
  #openLength = 0;

  /** Adds a chunk and returns the lines that it completes. */
  add(chunk: Buffer): Line[] {
    const last = chunk.lastIndexOf(newline);
    if (last === -1) {
      this.#append(chunk);
      return [];
    }
    const complete = chunk.subarray(0, last);
    const lines = this.#openLength > maxLineBytes ? this.#skipOpen(complete) : this.#split(this.#joinOpen(complete));
    this.#open = [];
    this.#openLength = 0;
    this.#append(chunk.subarray(last + 1));
    return lines;
  }

  /** Returns the last line if the input does not end with a newline. */
  end(): Line[] {
    if (this.#openLength === 0) return [];
    return this.#openLength > maxLineBytes
      ? this.#skipOpen(Buffer.alloc(0))
      : this.#split(this.#joinOpen(Buffer.alloc(0)));
  }

  #append(bytes: Buffer): void {
    this.#openLength += bytes.length;
    if (this.#openLength > maxLineBytes) this.#open = [];
    else if (bytes.length > 0) this.#open.push(bytes);
  }

  #joinOpen(complete: Buffer): Buffer {
    return this.#open.length === 0 ? complete : Buffer.concat([...this.#open, complete]);
  }

  /** Reports the current line as too long, and skips the rest of it, up to the next newline. */
  #skipOpen(complete: Buffer): Line[] {
    this.#number++;
    const tooLong = { number: this.#number, text: undefined, problem: `is longer than ${maxLineBytes} bytes` };
    const first = complete.indexOf(newline);
    return first === -1 ? [tooLong] : [tooLong, ...this.#split(complete.subarray(first + 1))];
  }

  #split(bytes: Buffer): Line[] {
    return isUtf8(bytes) ? this.#splitText(bytes.toString('utf8')) : this.#splitBytes(bytes);
  }

  #splitText(text: string): Line[] {
    const lines: Line[] = [];
    for (const part of text.split('\n')) {
      const line = this.#toLine(part);
      if (line !== undefined) lines.push(line);
    }
    return lines;
  }

  /** Splits bytes that contain invalid UTF-8 into lines, and decodes each line separately to find the invalid ones. */
  #splitBytes(bytes: Buffer): Line[] {
    const lines: Line[] = [];
    for (let start = 0; start <= bytes.length; ) {
      const next = bytes.indexOf(newline, start);
      const end = next === -1 ? bytes.length : next;
      const part = bytes.subarray(start, end);
      const line = isUtf8(part) ? this.#toLine(part.toString('utf8')) : this.#invalidUtf8Line();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    return lines;
  }

  #invalidUtf8Line(): Line {
    this.#number++;
    return { number: this.#number, text: undefined, problem: 'is not UTF-8' };
  }

  #toLine(text: string): Line | undefined {
    this.#number++;
    const content = this.#number === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
    if (content.length > maxLineBytes) {
      return { number: this.#number, text: undefined, problem: `is longer than ${maxLineBytes} bytes` };
    }
    return content.trim() === '' ? undefined : { number: this.#number, text: content, problem: '' };
  }
}
