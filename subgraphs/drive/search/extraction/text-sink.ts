/** Thrown to stop reading a document when the maximum length of its text is exceeded. */
export class SinkFullError extends Error {}

/** Collects the text of a document up to a maximum length in UTF-16 code units. */
export class TextSink {
  readonly #max: number;
  readonly #parts: string[] = [];
  #length = 0;
  #endsLine = true;
  isCut = false;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Appends text.
   * @throws {SinkFullError} if the maximum length is exceeded
   */
  add(part: string): void {
    if (part === '') return;
    const remaining = this.#max - this.#length;
    const fittingText = part.slice(0, remaining);
    this.#parts.push(fittingText);
    this.#length += fittingText.length;
    this.#endsLine = fittingText.endsWith('\n');
    if (fittingText.length === part.length) return;
    this.isCut = true;
    throw new SinkFullError();
  }

  /** Ends the current line, unless it is empty. */
  endLine(): void {
    if (!this.#endsLine) this.add('\n');
  }

  /**
   * The collected text in a form that can be stored: normalized to NFC, without control characters except tabs and line
   * feeds.
   */
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
