/** Ends the reading of a document when enough of its text is known. */
export class SinkFullError extends Error {}

/** Collects the text of a document, up to a maximum number of UTF-16 code units. */
export class TextSink {
  readonly #max: number;
  readonly #parts: string[] = [];
  #length = 0;
  #endsLine = true;
  isCut = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws {SinkFullError} when the maximum is exceeded */
  add(part: string): void {
    if (part === '') return;
    const room = this.#max - this.#length;
    const fitting = part.slice(0, room);
    this.#parts.push(fitting);
    this.#length += fitting.length;
    this.#endsLine = fitting.endsWith('\n');
    if (fitting.length === part.length) return;
    this.isCut = true;
    throw new SinkFullError();
  }

  /** Ends the line, unless it is empty. */
  endLine(): void {
    if (!this.#endsLine) this.add('\n');
  }

  /** The text as it can be stored: composed characters (NFC), and no control characters except tabs and line feeds. */
  text(): string {
    return (
      this.#parts
        .join('')
        .replaceAll(/\r\n?/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they mean nothing in a text, and mark matches later.
        .replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, ' ')
        .toWellFormed()
        .normalize('NFC')
        .trim()
    );
  }
}
