import { snakeCase } from '../snake-case.js';
import { writeIniValue } from './ini-file.js';
import type { Configuration } from './load.js';
import { oidcSection } from './oidc-section.js';
import type { Setting } from './setting.js';
import { settingsTable, type TableRow } from './settings-table.js';
import { formatSettingValue } from './spelling.js';

export interface EffectiveSetting {
  section: string;
  /** Key of the setting, as spelled in the settings file. */
  key: string;
  /** Name of the setting in the code. */
  name: string;
  value: string;
  description: string;
}

/** All effective settings, spelled as in the settings file, with secrets hidden. */
export function showConfiguration(configuration: Configuration): EffectiveSetting[] {
  const sectionSettings = settingsTable().map((row) => describeSetting(row, configuredValue(configuration, row)));
  const providerSettings = configuration.oidcProviders
    .filter(({ name }) => name !== 'oidc')
    .flatMap((provider) =>
      Object.entries(oidcSection).map(([key, setting]) => {
        const formatted = formatSettingValue<unknown>(setting, provider[key as keyof typeof oidcSection]); // The keys of `oidcSection` are the fields of a provider.
        return describeSetting({ section: `oidc ${provider.name}`, key, setting }, formatted);
      }),
    );
  return [...sectionSettings, ...providerSettings];
}

function describeSetting(
  { section, key, setting }: { section: string; key: string; setting: Setting<unknown> },
  text: string,
): EffectiveSetting {
  const value = setting.secret && text !== '' ? '[hidden]' : hideQueries(text);
  return { section, key: snakeCase(key), name: key, value, description: setting.description };
}

/** Hides the queries of URLs, which may contain keys and tokens. */
function hideQueries(text: string): string {
  if (/^https?:/i.test(text)) return text.replace(/[?#].*$/s, (query) => `${query[0]}[hidden]`);
  return text.replace(/(=https?:[^,?#\s]*[?#])[^,\s]*/gi, '$1[hidden]');
}

/**
 * A settings file with every setting at its default, commented out, except the settings in `parameters`, which have the
 * given values. Keys of `parameters` are `section.key`.
 */
export function exampleConfiguration(parameters: Readonly<Record<string, string>> = {}): string {
  const sections = Map.groupBy(settingsTable(), ({ section }) => section);
  const parts = [...sections].map(
    ([section, rows]) => `[${section}]\n${rows.map((row) => formatSetting(row, parameters)).join('')}`,
  );
  const header = [
    '; Settings of Rampart, each with its default. To change one, remove the ; before its key and edit the value.',
    '; The environment variable RAMPART_<SECTION>_<KEY> overrides this file. Quote a value that contains ; or #.',
  ];
  return `${header.join('\n')}\n\n${parts.join('\n')}`;
}

function formatSetting({ section, key, setting }: TableRow, parameters: Readonly<Record<string, string>>): string {
  const value = parameters[`${section}.${key}`];
  const line =
    value === undefined
      ? `;${snakeCase(key)}=${formatSettingValue(setting, setting.default)}`
      : `${snakeCase(key)}=${writeIniValue(value)}`;
  return `; ${setting.description}\n${line}\n`;
}

/**
 * A settings file with the settings that differ from their defaults. Secrets are omitted, except those in
 * `withSecrets`, named as `section.key`.
 */
export function changedSettings(configuration: Configuration, options: { withSecrets: readonly string[] }): string {
  const changed = settingsTable().filter(
    (row) =>
      configuredValue(configuration, row) !== formatSettingValue(row.setting, row.setting.default) &&
      (!row.setting.secret || options.withSecrets.includes(`${row.section}.${row.key}`)),
  );
  const line = (row: TableRow): string =>
    `${snakeCase(row.key)}=${writeIniValue(configuredValue(configuration, row))}\n`;
  return [...Map.groupBy(changed, ({ section }) => section)]
    .map(([section, rows]) => `[${section}]\n${rows.map(line).join('')}`)
    .join('\n');
}

function configuredValue(configuration: Configuration, { section, key, setting }: TableRow): string {
  return formatSettingValue(setting, (configuration[section] as Record<string, unknown>)[key]); // The key is from the table of the section.
}
