const headerEnd = Buffer.from('\r\n\r\n');

type Phase = 'header' | 'body' | 'chunk-size' | 'chunk' | 'trailer';

/**
 * Finds the ends of HTTP/1.1 responses in the data of a socket. Parses only what is necessary: status, length and
 * chunks. Each connection has at most one request in flight, so data after a complete response belongs to the next one.
 */
export class ResponseReader {
  /** Status of the last complete response. */
  status = 0;
  #phase: Phase = 'header';
  #buffered: Buffer | undefined;
  #remaining = 0;

  /** Processes received bytes; returns true if the bytes complete a response. */
  read(received: Buffer): boolean {
    let buffer = this.#buffered === undefined ? received : Buffer.concat([this.#buffered, received]);
    this.#buffered = undefined;
    for (;;) {
      if (this.#phase === 'body' || this.#phase === 'chunk') {
        const length = Math.min(this.#remaining, buffer.length);
        this.#remaining -= length;
        if (this.#remaining > 0) return false;
        buffer = buffer.subarray(length);
        if (this.#phase === 'body') return this.#finish();
        this.#phase = 'chunk-size';
      } else {
        const line = this.#takeLine(buffer);
        if (line === undefined) return this.#store(buffer);
        buffer = buffer.subarray(line.length);
        if (this.#begin(line)) return this.#finish();
      }
    }
  }

  /**
   * Returns the header section, or one line of the chunked encoding, at the start of the buffer; undefined if it is
   * incomplete.
   */
  #takeLine(buffer: Buffer): Buffer | undefined {
    const end = this.#phase === 'header' ? buffer.indexOf(headerEnd) : buffer.indexOf('\r\n');
    if (end === -1) return undefined;
    return buffer.subarray(0, end + (this.#phase === 'header' ? headerEnd.length : 2));
  }

  /** Processes the header section or a line of the chunked encoding; returns true if it ends the response. */
  #begin(line: Buffer): boolean {
    const text = line.toString('latin1');
    if (this.#phase === 'header') return this.#beginBody(text);
    if (this.#phase === 'trailer') return text === '\r\n';
    const size = Number.parseInt(text, 16);
    this.#remaining = size + 2;
    this.#phase = size === 0 ? 'trailer' : 'chunk';
    return false;
  }

  #beginBody(header: string): boolean {
    this.status = Number(header.slice(9, 12));
    if (/\r\ntransfer-encoding: *chunked/i.test(header)) {
      this.#phase = 'chunk-size';
      return false;
    }
    const length = /\r\ncontent-length: *(\d+)/i.exec(header);
    if (length === null) throw new Error(`a response has neither Content-Length nor chunked encoding:\n${header}`);
    this.#remaining = Number(length[1]);
    this.#phase = 'body';
    return false;
  }

  #finish(): true {
    this.#phase = 'header';
    return true;
  }

  #store(buffer: Buffer): false {
    if (buffer.length > 0) this.#buffered = buffer;
    return false;
  }
}
