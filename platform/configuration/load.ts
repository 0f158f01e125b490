import { type SectionName, type SectionValues, sections } from './sections.js';
import type { Setting } from './setting.js';
import { settingsTable } from './settings-table.js';
import {
  type Attempt,
  ConfigurationError,
  type ConfigurationSources,
  readWritten,
  type SettingInput,
  type SettingOrigin,
} from './written.js';

/** Everything that the file, the environment and the options decide. */
export interface Configuration extends SectionValues {
  /** `production` when NODE_ENV says so. */
  readonly environment: 'production' | 'development';
}

/** The settings with where they come from. */
export interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** The settings file; null when there is none. */
  readonly file: string | null;
  /** Where each setting was written, by `section.key`; those at their default are absent. */
  readonly origins: ReadonlyMap<string, SettingOrigin>;
}

export interface InspectedConfiguration {
  /** Undefined when there is a problem. */
  readonly read: LoadedConfiguration | undefined;
  /** All problems, the first one first. */
  readonly problems: readonly string[];
}

/**
 * Reads the settings: defaults, then the INI file (`RAMPART_CONFIG` or `rampart.ini`), then `RAMPART_<SECTION>_<KEY>`, or for a secret
 * the file that `RAMPART_<SECTION>_<KEY>_FILE` names, then options.
 * What is written in the file is checked also where the environment wins.
 * @throws {ConfigurationError} for an unknown section or key, or a bad value
 */
export function loadConfiguration(sources: ConfigurationSources): Configuration {
  return readConfiguration(sources).configuration;
}

/**
 * The same with the origin of each setting.
 * @throws {ConfigurationError} for an unknown section or key, or a bad value
 */
export function readConfiguration(sources: ConfigurationSources): LoadedConfiguration {
  const { read, problems } = inspectConfiguration(sources);
  if (read === undefined) throw new ConfigurationError(problems[0]);
  return read;
}

/** The same with every problem instead of the first one. */
export function inspectConfiguration(sources: ConfigurationSources): InspectedConfiguration {
  const problems: string[] = [];
  const attempt: Attempt = (read, message) => {
    try {
      return read();
    } catch (error) {
      problems.push(message((error as Error).message)); // Settings throw nothing but errors.
      return undefined;
    }
  };
  const { values: written, file } = readWritten(sources, attempt);
  const values = Object.fromEntries(
    Object.entries(sections).map(([section, settings]) => [
      section,
      sectionValues({ section, settings, written, sources, attempt }),
    ]),
  ) as unknown as SectionValues; // Built from the very table that the type is derived from.
  if (problems.length > 0) return { read: undefined, problems };
  const environment = sources.environment.NODE_ENV === 'production' ? 'production' : 'development';
  const origins = new Map(written.map(({ name, origin }) => [name, origin]));
  return { read: { configuration: { ...values, environment }, file, origins }, problems };
}

function sectionValues(options: {
  section: string;
  settings: Record<string, Setting<unknown>>;
  written: readonly SettingInput[];
  sources: ConfigurationSources;
  attempt: Attempt;
}): Record<string, unknown> {
  const { workingDirectory } = options.sources;
  return Object.fromEntries(
    Object.entries(options.settings).map(([key, setting]) => {
      const name = `${options.section}.${key}`;
      const values = options.written
        .filter((value) => value.name === name)
        .map((value) => readValue({ setting, value, workingDirectory, attempt: options.attempt }));
      const byDefault = setting.complete?.(setting.default, workingDirectory) ?? setting.default;
      return [key, values.length > 0 ? values.at(-1) : byDefault];
    }),
  );
}

function readValue(options: {
  setting: Setting<unknown>;
  value: SettingInput;
  workingDirectory: string;
  attempt: Attempt;
}): unknown {
  const { setting, value, workingDirectory, attempt } = options;
  const { text, origin } = value;
  const parsed = attempt(
    () => ({ value: setting.parse(text.trim()) }),
    // An @ may end a user and password that were meant for a URL, and a query may hold a token.
    (reason) => `${origin.place} ${reason}${setting.secret || /[@?]/.test(text) ? '' : `: ${JSON.stringify(text)}`}`,
  );
  if (parsed === undefined) return undefined;
  return attempt(
    () => setting.complete?.(parsed.value, workingDirectory) ?? parsed.value,
    (reason) => `${origin.place} ${reason}`,
  );
}

/** Where the settings of this process come from: the INI file of the working directory and the process environment. */
export function ownSources(): ConfigurationSources {
  return { environment: process.env, workingDirectory: workingDirectory() };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new ConfigurationError('the working directory was deleted: change to another directory and start again');
  }
}

/** The settings of this process. */
export function loadOwnConfiguration(): Configuration {
  return loadConfiguration(ownSources());
}

/** The names of the settings that hold secrets, by `section.key`. */
export function secretSettings(): readonly `${SectionName}.${string}`[] {
  return settingsTable()
    .filter(({ setting }) => setting.secret)
    .map(({ section, key }) => `${section}.${key}` as const);
}
