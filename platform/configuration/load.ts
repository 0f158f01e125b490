import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseIni } from 'ini';
import { type SectionName, type SectionValues, sections } from './sections.js';
import type { Setting } from './setting.js';

/** Everything that the file and the environment decide. */
export interface Configuration extends SectionValues {
  /** `production` when NODE_ENV says so. */
  readonly environment: 'production' | 'development';
}

/** A setting that is unknown or has a bad value. The message names it and says where it was written. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export interface ConfigurationSources {
  /** The process environment, or what stands for it in a test. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder of `rampart.ini` and of relative paths. */
  workingDirectory: string;
}

/**
 * Reads the settings: defaults, then the INI file (`RAMPART_CONFIG` or `rampart.ini`), then `RAMPART_<SECTION>_<KEY>`.
 * @throws {ConfigurationError} for an unknown section or key, or a bad value
 */
export function loadConfiguration(sources: ConfigurationSources): Configuration {
  const written = new Map([...readFile(sources), ...readEnvironment(sources.environment)]);
  const values = Object.fromEntries(
    Object.entries(sections).map(([section, settings]) => [section, sectionValues(section, settings, written)]),
  ) as unknown as SectionValues; // Built from the very table that the type is derived from.
  return {
    ...values,
    server: { ...values.server, dataDir: resolve(sources.workingDirectory, values.server.dataDir) },
    environment: sources.environment.NODE_ENV === 'production' ? 'production' : 'development',
  };
}

export interface ShownSetting {
  section: string;
  key: string;
  value: string;
  description: string;
}

/** Every setting as it is in force, in the file's spelling, secrets hidden. */
export function showConfiguration(configuration: Configuration): ShownSetting[] {
  return allSettings().map(({ section, key, setting }) => {
    const value = (configuration[section] as Record<string, unknown>)[key]; // The key comes from the section's own table.
    const shown = setting.secret && value !== '' ? '[hidden]' : writtenForm(value);
    return { section, key: snakeCase(key), value: shown, description: setting.description };
  });
}

/** A file with every setting at its default, commented out. */
export function exampleConfiguration(): string {
  const lines = Object.entries(sections).map(([section, settings]) => {
    const keys = Object.entries<Setting<unknown>>(settings).map(
      ([key, setting]) => `; ${setting.description}\n;${snakeCase(key)}=${writtenForm(setting.default)}\n`,
    );
    return `[${section}]\n${keys.join('')}`;
  });
  const head = [
    '; Every setting with its default. Copy to rampart.ini and change what you need; lines that begin with ; are comments.',
    '; RAMPART_<SECTION>_<KEY> in the environment wins over this file. Quote a value that has ; or # in it.',
  ];
  return `${head.join('\n')}\n\n${lines.join('\n')}`;
}

/** `maxCost` as the file spells it: `max_cost`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface WrittenValue {
  text: string;
  place: string;
}

type Written = [name: string, value: WrittenValue];

function allSettings(): { section: SectionName; key: string; setting: Setting<unknown> }[] {
  return Object.entries(sections).flatMap(([section, settings]) =>
    Object.entries(settings).map(([key, setting]) => ({ section: section as SectionName, key, setting })),
  );
}

function sectionValues(
  section: string,
  settings: Record<string, Setting<unknown>>,
  written: ReadonlyMap<string, WrittenValue>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, settingValue(setting, written.get(`${section}.${key}`))]),
  );
}

function settingValue(setting: Setting<unknown>, written: WrittenValue | undefined): unknown {
  if (written === undefined) return setting.default;
  try {
    return setting.parse(written.text.trim());
  } catch (error) {
    const value = setting.secret ? '' : `: ${JSON.stringify(written.text)}`;
    throw new ConfigurationError(`${written.place} ${(error as Error).message}${value}`);
  }
}

function readFile(sources: ConfigurationSources): Written[] {
  const named = sources.environment.RAMPART_CONFIG;
  const path = resolve(sources.workingDirectory, named ?? 'rampart.ini');
  if (!existsSync(path)) {
    if (named !== undefined) throw new ConfigurationError(`RAMPART_CONFIG names ${path}, which does not exist`);
    return [];
  }
  const content: Record<string, unknown> = parseIni(readFileSync(path, 'utf8'));
  return Object.entries(content).flatMap(([section, keys]) => readSection(path, section, keys));
}

function readSection(path: string, section: string, keys: unknown): Written[] {
  if (!(section in sections)) {
    const what = typeof keys === 'object' ? `section [${section}]` : `key ${section} outside a section`;
    throw new ConfigurationError(`${path}: unknown ${what}; the sections are ${Object.keys(sections).join(', ')}`);
  }
  if (typeof keys !== 'object' || keys === null) {
    throw new ConfigurationError(`${path}: ${section} must be a section, [${section}]`);
  }
  return Object.entries(keys).map(([written, value]) => {
    const key = keyOf(section as SectionName, written);
    if (key === undefined) {
      throw new ConfigurationError(
        `${path}: unknown key ${written} in [${section}]; ${keysOf(section as SectionName)}`,
      );
    }
    return [`${section}.${key}`, { text: String(value), place: `${path}: [${section}] ${written}` }];
  });
}

function readEnvironment(environment: ConfigurationSources['environment']): Written[] {
  const known = new Map(
    allSettings().map(({ section, key }) => [
      `RAMPART_${section}_${snakeCase(key)}`.toUpperCase(),
      `${section}.${key}`,
    ]),
  );
  const written: Written[] = [];
  if (environment.DATABASE_URL !== undefined) {
    written.push(['database.url', { text: environment.DATABASE_URL, place: 'DATABASE_URL' }]);
  }
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('RAMPART_') || variable === 'RAMPART_CONFIG' || value === undefined) continue;
    const name = known.get(variable);
    if (name === undefined) {
      throw new ConfigurationError(
        `unknown setting ${variable}; variables are RAMPART_<SECTION>_<KEY>, see: rampart config`,
      );
    }
    written.push([name, { text: value, place: variable }]);
  }
  return written;
}

function keyOf(section: SectionName, written: string): string | undefined {
  return Object.keys(sections[section]).find((key) => snakeCase(key) === written);
}

function keysOf(section: SectionName): string {
  return `its keys are ${Object.keys(sections[section]).map(snakeCase).join(', ')}`;
}

function writtenForm(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'object' && value !== null && 'count' in value && 'unit' in value) {
    return `${value.count}/${value.unit}`;
  }
  return String(value);
}

/** The settings of this process: the INI file of the working directory and the process environment. */
export function loadOwnConfiguration(): Configuration {
  return loadConfiguration({ environment: process.env, workingDirectory: process.cwd() });
}
