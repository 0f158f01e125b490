import { writeIniValue } from './ini-file.js';
import type { Configuration } from './load.js';
import type { SectionName } from './sections.js';
import { settingsTable, type TableRow } from './settings-table.js';
import { snakeCase, writtenForm } from './spelling.js';

export interface ShownSetting {
  section: string;
  /** As the file spells it. */
  key: string;
  /** As the code spells it. */
  name: string;
  value: string;
  description: string;
}

/** Every setting as it is in force, in the file's spelling, secrets hidden. */
export function showConfiguration(configuration: Configuration): ShownSetting[] {
  return settingsTable().map(({ section, key, setting }) => {
    const text = valueIn(configuration, { section, key });
    const shown = setting.secret && text !== '' ? '[hidden]' : withoutQuery(text);
    return { section, key: snakeCase(key), name: key, value: shown, description: setting.description };
  });
}

/** Keys and tokens stand in the queries of URLs. */
function withoutQuery(text: string): string {
  return /^https?:/i.test(text) ? text.replace(/[?#].*$/s, (rest) => `${rest[0]}[hidden]`) : text;
}

/** A file with every setting at its default, commented out, but for those that are given, by `section.key`. */
export function exampleConfiguration(given: Readonly<Record<string, string>> = {}): string {
  const sections = Map.groupBy(settingsTable(), ({ section }) => section);
  const parts = [...sections].map(
    ([section, rows]) => `[${section}]\n${rows.map((row) => lines(row, given)).join('')}`,
  );
  const head = [
    '; Settings of Rampart, each with its default. To change one, remove the ; before its key and edit the value.',
    '; The environment variable RAMPART_<SECTION>_<KEY> overrides this file. Quote a value that contains ; or #.',
  ];
  return `${head.join('\n')}\n\n${parts.join('\n')}`;
}

function lines({ section, key, setting }: TableRow, given: Readonly<Record<string, string>>): string {
  const value = given[`${section}.${key}`];
  const line =
    value === undefined
      ? `;${snakeCase(key)}=${writtenForm(setting.default)}`
      : `${snakeCase(key)}=${writeIniValue(value)}`;
  return `; ${setting.description}\n${line}\n`;
}

/** A file that has the settings which differ from their defaults. Secrets are left out but for those named, by `section.key`. */
export function changedSettings(configuration: Configuration, options: { withSecrets: readonly string[] }): string {
  const changed = settingsTable().filter(
    (row) =>
      valueIn(configuration, row) !== writtenForm(row.setting.default) &&
      (!row.setting.secret || options.withSecrets.includes(`${row.section}.${row.key}`)),
  );
  const line = (row: TableRow): string => `${snakeCase(row.key)}=${writeIniValue(valueIn(configuration, row))}\n`;
  return [...Map.groupBy(changed, ({ section }) => section)]
    .map(([section, rows]) => `[${section}]\n${rows.map(line).join('')}`)
    .join('\n');
}

function valueIn(configuration: Configuration, { section, key }: { section: SectionName; key: string }): string {
  return writtenForm((configuration[section] as Record<string, unknown>)[key]); // The key comes from the section's own table.
}
