import { StringDecoder } from 'node:string_decoder';

/** A server-sent event. Its name is `message` if the stream sets none. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/** An event, or the received part of an event, exceeds the maximum size. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/**
 * Parses server-sent events from the bytes of a response (HTML standard, section 9.2.6). The fields `id` and `retry`
 * are ignored.
 */
export class EventReader {
  readonly #maxLength: number;
  readonly #decoder = new StringDecoder('utf8');
  /** The received part of the current line; it is appended to without being read, because that would copy it. */
  #line = '';
  /**
   * Whether the last chunk ended with a carriage return. A line feed at the start of the next chunk then belongs to the
   * same line end.
   */
  #endsWithReturn = false;
  #isFirst = true;
  #name = '';
  #data: string[] = [];
  #length = 0;

  /** @param maxLength maximum length of one event in characters */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /**
   * The events that this chunk completes.
   * @throws {EventTooLarge}
   */
  read(chunk: Buffer): StreamEvent[] {
    const events: StreamEvent[] = [];
    const [first = '', ...others] = this.#textOf(chunk).split(/\r\n|\n|\r/);
    this.#line += first;
    for (const next of others) {
      const line = this.#line;
      this.#line = next;
      const event = line === '' ? this.#dispatch() : this.#take(line);
      if (event !== undefined) events.push(event);
    }
    if (this.#length + this.#line.length > this.#maxLength)
      throw new EventTooLarge(`an event has more than ${this.#maxLength} characters`);
    return events;
  }

  #textOf(chunk: Buffer): string {
    let text = this.#decoder.write(chunk);
    if (this.#isFirst && text !== '') {
      this.#isFirst = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (this.#endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') this.#endsWithReturn = text.endsWith('\r');
    return text;
  }

  #take(line: string): undefined {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const fieldValue = colon === -1 ? '' : line.slice(colon + 1);
    const value = fieldValue.startsWith(' ') ? fieldValue.slice(1) : fieldValue;
    if (field === 'event') this.#name = value;
    if (field !== 'data') return;
    this.#data.push(value);
    this.#length += value.length;
    if (this.#length > this.#maxLength) throw new EventTooLarge(`an event has more than ${this.#maxLength} characters`);
  }

  /**
   * Completes an event at an empty line. An event with a name but no data counts, because `complete` has no data in
   * some streams.
   */
  #dispatch(): StreamEvent | undefined {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#name === '' && this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    this.#length = 0;
    return isEmpty ? undefined : event;
  }
}
