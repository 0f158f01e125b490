import { unsafe as unescapeValue } from 'ini';

/** A line of an INI file: `key = value`. `value` is undefined if the line has no `=`. */
export interface IniEntry {
  /** Section of the line; undefined before the first section. */
  readonly section: string | undefined;
  readonly key: string;
  readonly value: string | undefined;
}

export interface IniContent {
  /** All section headers, including those of empty sections. */
  readonly sections: readonly string[];
  readonly entries: readonly IniEntry[];
}

const comment = String.raw`\s*(?:[;#].*)?$`;
const sectionLine = new RegExp(`^\\[([^\\]]*)\\]${comment}`);
const doubleQuoted = new RegExp(`^("(?:[^"\\\\]|\\\\.)*")${comment}`);
const singleQuoted = new RegExp(`^'([^']*)'${comment}`);

/**
 * Reads INI text. Lines are split here and only values are decoded by the `ini` package, because the package does not
 * distinguish bare keys, `true` and `null`, and ignores `__proto__` and invalid lines.
 * @throws {Error} with the line number, but never the text, which may contain a secret
 */
export function readIni(text: string): IniContent {
  const sections: string[] = [];
  const entries: IniEntry[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
    if (line.startsWith('[')) sections.push(sectionName(line, index + 1));
    else entries.push({ section: sections.at(-1), ...readEntry(line, index + 1) });
  }
  return { sections, entries };
}

function sectionName(line: string, number: number): string {
  const name = sectionLine.exec(line)?.[1];
  if (name === undefined) throw new Error(`line ${number} begins with [ but is not a section header, such as [server]`);
  return name.trim();
}

function readEntry(line: string, number: number): Pick<IniEntry, 'key' | 'value'> {
  const equals = line.indexOf('=');
  if (equals === 0) throw new Error(`line ${number} has no key before its =`);
  if (equals === -1) return { key: unescapeValue(line), value: undefined };
  return { key: line.slice(0, equals).trim(), value: readValue(line.slice(equals + 1).trim()) };
}

/** Reads the value of a line: the text inside quotes, or the unquoted text before ; or #. */
function readValue(input: string): string {
  const literal = singleQuoted.exec(input)?.[1];
  if (literal !== undefined) return literal;
  return String(unescapeValue(doubleQuoted.exec(input)?.[1] ?? input));
}

/** Formats a value for an INI file: in quotes if it would be read differently without them. */
export function writeIniValue(value: string): string {
  return readValue(value) === value && !/[;#\r\n\\]|^\s|\s$/.test(value) ? value : JSON.stringify(value);
}
