import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type IniContent, type IniEntry, readIni } from './ini-file.js';
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
 * What is written in the file is checked also where the environment wins.
 * @throws {ConfigurationError} for an unknown section or key, or a bad value
 */
export function loadConfiguration(sources: ConfigurationSources): Configuration {
  const written = [...readFile(sources), ...readEnvironment(sources.environment)];
  const values = Object.fromEntries(
    Object.entries(sections).map(([section, settings]) => [
      section,
      sectionValues({ section, settings, written, sources }),
    ]),
  ) as unknown as SectionValues; // Built from the very table that the type is derived from.
  return { ...values, environment: sources.environment.NODE_ENV === 'production' ? 'production' : 'development' };
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
    const text = writtenForm(value);
    const shown = setting.secret && text !== '' ? '[hidden]' : text;
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

/** A value as somebody wrote it. Of several for one setting, the last wins. */
interface WrittenValue {
  /** `section.key` */
  name: string;
  text: string;
  place: string;
}

function allSettings(): { section: SectionName; key: string; setting: Setting<unknown> }[] {
  return Object.entries(sections).flatMap(([section, settings]) =>
    Object.entries(settings).map(([key, setting]) => ({ section: section as SectionName, key, setting })),
  );
}

function sectionValues(options: {
  section: string;
  settings: Record<string, Setting<unknown>>;
  written: readonly WrittenValue[];
  sources: ConfigurationSources;
}): Record<string, unknown> {
  const { workingDirectory } = options.sources;
  return Object.fromEntries(
    Object.entries(options.settings).map(([key, setting]) => {
      const name = `${options.section}.${key}`;
      const values = options.written
        .filter((value) => value.name === name)
        .map((value) => readValue({ setting, value, workingDirectory }));
      const byDefault = setting.complete?.(setting.default, workingDirectory) ?? setting.default;
      return [key, values.length > 0 ? values.at(-1) : byDefault];
    }),
  );
}

function readValue(options: { setting: Setting<unknown>; value: WrittenValue; workingDirectory: string }): unknown {
  const { setting, value, workingDirectory } = options;
  const { text, place } = value;
  const parsed = orRefuse(
    () => setting.parse(text.trim()),
    // An @ may end a user and password that were meant for a URL.
    (reason) => `${place} ${reason}${setting.secret || text.includes('@') ? '' : `: ${JSON.stringify(text)}`}`,
  );
  return orRefuse(
    () => setting.complete?.(parsed, workingDirectory) ?? parsed,
    (reason) => `${place} ${reason}`,
  );
}

function orRefuse<T>(read: () => T, message: (reason: string) => string): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigurationError(message((error as Error).message)); // Settings throw nothing but errors.
  }
}

function readFile(sources: ConfigurationSources): WrittenValue[] {
  const named = sources.environment.RAMPART_CONFIG;
  if (named === '') throw new ConfigurationError('RAMPART_CONFIG is empty: name a file, or leave it out');
  const path = resolve(sources.workingDirectory, named ?? 'rampart.ini');
  const text = readText(path, { isNamed: named !== undefined });
  if (text === undefined) return [];
  const content = orRefuse(
    () => readIni(text),
    (reason) => `${path}: ${reason}`,
  );
  return writtenIn(path, content);
}

/** The text of the file, a byte order mark left out; undefined when it is not there and nobody named it. */
function readText(path: string, { isNamed }: { isNamed: boolean }): string | undefined {
  const subject = isNamed ? `RAMPART_CONFIG names ${path}, which` : path;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // What the file system throws.
    if (code === 'ENOENT' && !isNamed) return undefined;
    if (code === 'ENOENT') throw new ConfigurationError(`${subject} does not exist`);
    if (code === 'EISDIR') throw new ConfigurationError(`${subject} is a folder, not a file`);
    throw new ConfigurationError(`${subject} cannot be read (${code})`);
  }
  return orRefuse(
    () => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    () => `${subject} is not UTF-8 text`,
  );
}

function writtenIn(path: string, content: IniContent): WrittenValue[] {
  for (const section of content.sections) {
    if (!isSection(section)) {
      throw new ConfigurationError(`${path}: unknown section [${section}]; ${sectionNames()}`);
    }
  }
  return content.entries.map((entry) => writtenBy(path, entry));
}

function writtenBy(path: string, { section, key: written, value }: IniEntry): WrittenValue {
  if (section === undefined || !isSection(section)) {
    throw new ConfigurationError(`${path}: unknown key ${written} outside a section; ${sectionNames()}`);
  }
  const key = keyOf(section, written);
  if (key === undefined) {
    throw new ConfigurationError(`${path}: unknown key ${written} in [${section}]; ${keysOf(section)}`);
  }
  const place = `${path}: [${section}] ${written}`;
  if (value === undefined) throw new ConfigurationError(`${place} has no value: write ${written}=VALUE`);
  return { name: `${section}.${key}`, text: value, place };
}

function readEnvironment(environment: ConfigurationSources['environment']): WrittenValue[] {
  const known = new Map(
    allSettings().map(({ section, key }) => [
      `RAMPART_${section}_${snakeCase(key)}`.toUpperCase(),
      `${section}.${key}`,
    ]),
  );
  const written: WrittenValue[] = [];
  // Other programs read DATABASE_URL too; where ours is set, that one may be of another kind.
  if (environment.DATABASE_URL !== undefined && environment.RAMPART_DATABASE_URL === undefined) {
    written.push({ name: 'database.url', text: environment.DATABASE_URL, place: 'DATABASE_URL' });
  }
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('RAMPART_') || variable === 'RAMPART_CONFIG' || value === undefined) continue;
    const name = known.get(variable);
    if (name === undefined) {
      throw new ConfigurationError(
        `unknown setting ${variable}; variables are RAMPART_<SECTION>_<KEY>, see: rampart config`,
      );
    }
    written.push({ name, text: value, place: variable });
  }
  return written;
}

function isSection(name: string): name is SectionName {
  return Object.hasOwn(sections, name);
}

function sectionNames(): string {
  return `the sections are ${Object.keys(sections).join(', ')}`;
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
