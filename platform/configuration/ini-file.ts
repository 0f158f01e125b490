import { unsafe as unescapeValue } from 'ini';

/** One `key = value` line. `value` is undefined when the line has no `=`. */
export interface IniEntry {
  /** Undefined before the first section. */
  readonly section: string | undefined;
  readonly key: string;
  readonly value: string | undefined;
}

export interface IniContent {
  /** Every section that is named, also an empty one. */
  readonly sections: readonly string[];
  readonly entries: readonly IniEntry[];
}

const comment = String.raw`\s*(?:[;#].*)?$`;
const sectionLine = new RegExp(`^\\[([^\\]]*)\\]${comment}`);
const doubleQuoted = new RegExp(`^("(?:[^"\\\\]|\\\\.)*")${comment}`);
const singleQuoted = new RegExp(`^'([^']*)'${comment}`);

/**
 * Reads INI text line by line. Our own lines and the package's values: the package turns bare keys, `true` and `null`
 * into the same JavaScript values, and passes over `__proto__` and over lines that it cannot read.
 * @throws {Error} that names the line, never its text, which may hold a secret
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

/** What stands between quotes is the value; without quotes it ends at ; or #. */
function readValue(written: string): string {
  const literal = singleQuoted.exec(written)?.[1];
  if (literal !== undefined) return literal;
  return String(unescapeValue(doubleQuoted.exec(written)?.[1] ?? written));
}

/** The value as a file may have it: quoted where it would be read differently otherwise. */
export function writeIniValue(value: string): string {
  return readValue(value) === value && !/[;#\r\n\\]|^\s|\s$/.test(value) ? value : JSON.stringify(value);
}
