import { stripVTControlCharacters } from 'node:util';

/** A column of a table. */
export interface Column<Row> {
  title: string;
  value(row: Row): string | number | null | undefined;
}

/** The option of commands that print JSON on request. */
export interface JsonOption {
  readonly json?: boolean;
}

/** Prints rows as JSON, or as an aligned table. */
export function printRows<Row>(options: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  json?: boolean | undefined;
}): void {
  if (options.json) printJson(options.rows);
  else process.stdout.write(`${formatTable(options.rows, options.columns)}\n`);
}

/** A name and its value. */
export type NamedValue = readonly [name: string, value: string | number | null];

/** Prints names with their values as a table with these titles. */
export function printNamedValues(
  values: readonly NamedValue[],
  title: 'VALUE' | 'NUMBER' = 'VALUE',
  nameTitle = 'NAME',
): void {
  const columns = [
    { title: nameTitle, value: ([name]: NamedValue) => name },
    { title, value: ([, value]: NamedValue) => value },
  ];
  printRows({ rows: values, columns });
}

/** Formats Unix epoch seconds as ISO 8601; null if there is no time. */
export function formatTime(epochSeconds: number | null | undefined): string | null {
  return epochSeconds === null || epochSeconds === undefined ? null : new Date(epochSeconds * 1000).toISOString();
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => cell(column.value(row)))),
  ];
  const widths = columns.map((_, index) => lines.reduce((width, line) => Math.max(width, line[index]?.length ?? 0), 0));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a value on one line, without control characters. */
function cell(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '-' : withoutControls(String(value));
}

/**
 * Replaces line breaks and other control characters with spaces, because text from files and other programs could
 * otherwise control the terminal.
 */
export function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, ' ');
}

/** A progress line on a terminal. Prints nothing elsewhere, to keep logs short. */
export class ProgressLine {
  readonly #stream = process.stderr;
  #shownAtMs = 0;

  update(message: string): void {
    if (!this.#stream.isTTY || Date.now() - this.#shownAtMs < 100) return;
    this.#shownAtMs = Date.now();
    // A message that wraps to several lines could not be overwritten.
    this.#stream.write(`\r\u001b[K${message.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  clear(): void {
    if (this.#stream.isTTY && this.#shownAtMs > 0) this.#stream.write('\r\u001b[K');
  }
}
