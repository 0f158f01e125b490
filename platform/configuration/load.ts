import { postgresHosts } from './addresses.js';
import { problemsOfServedFolder, withCloud } from './drive-section.js';
import { type OidcProvider, oidcProviderName, oidcSection } from './oidc-section.js';
import { problemsOfPolicyZones } from './policy-zones.js';
import { type SectionName, type SectionValues, sections } from './sections.js';
import type { Setting } from './setting.js';
import { settingsTable } from './settings-table.js';
import {
  type Attempt,
  ConfigurationError,
  type ConfigurationSources,
  readSettingInputs,
  type SettingInput,
  type SettingOrigin,
} from './written.js';
import { problemsOfSources } from './zone-sources.js';

/** The values of all settings, from the INI file, the environment and the command-line options. */
export interface Configuration extends SectionValues {
  /** `production` if NODE_ENV is `production`. */
  readonly environment: 'production' | 'development';
  /** The identity providers of `[oidc]` and `[oidc NAME]`, each with a different issuer. */
  readonly oidcProviders: readonly OidcProvider[];
}

/** The settings with their origins. */
export interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** Path of the settings file; null if there is none. */
  readonly file: string | null;
  /** Origin of each setting, keyed by `section.key`; settings at their default are absent. */
  readonly origins: ReadonlyMap<string, SettingOrigin>;
}

export interface InspectedConfiguration {
  /** The settings; undefined if there is a problem. */
  readonly read: LoadedConfiguration | undefined;
  /** All problems, in the order in which they were found. */
  readonly problems: readonly string[];
}

/**
 * Reads the settings. Later sources override earlier ones: defaults; the INI file (`RAMPART_CONFIG` or `rampart.ini`);
 * the variable `RAMPART_<SECTION>_<KEY>` (for `[database] url` also `DATABASE_URL`) or, for a secret, the file that
 * `RAMPART_<SECTION>_<KEY>_FILE` names; command-line options. Values in the INI file are validated even if they are
 * overridden.
 * @throws {ConfigurationError} for an unknown section or key, an invalid value, or values that contradict each other
 */
export function loadConfiguration(sources: ConfigurationSources): Configuration {
  return loadConfigurationWithOrigins(sources).configuration;
}

/**
 * Like {@link loadConfiguration}, with the origin of each setting.
 * @throws {ConfigurationError} for an unknown section or key, an invalid value, or values that contradict each other
 */
export function loadConfigurationWithOrigins(sources: ConfigurationSources): LoadedConfiguration {
  const { read, problems } = inspectConfiguration(sources);
  if (read === undefined) throw new ConfigurationError(problems[0]);
  return read;
}

/** Like {@link loadConfigurationWithOrigins}, but returns all problems instead of throwing the first one. */
export function inspectConfiguration(sources: ConfigurationSources): InspectedConfiguration {
  const problems: string[] = [];
  const attempt: Attempt = (read, message) => {
    try {
      return read();
    } catch (error) {
      problems.push(message((error as Error).message)); // Settings throw only instances of Error.
      return undefined;
    }
  };
  const { values: inputs, file } = readSettingInputs(sources, attempt);
  const values = Object.fromEntries(
    Object.entries(sections).map(([section, settings]) => [
      section,
      sectionValues({ section, settings, inputs, sources, attempt }),
    ]),
  ) as unknown as SectionValues; // Built from the same table as the type.
  const oidcProviders = attempt(() => providersOf({ unnamed: values.oidc, inputs, sources, attempt }), String) ?? [];
  if (values.database?.readUrl && values.database.url === '') {
    problems.push('[database] read_url requires url: the embedded database has no standby');
  }
  if (values.database !== undefined && postgresHosts(values.database.readUrl).length > 1) {
    problems.push('[database] read_url must have one host: for several standbys, use the host of a load balancer');
  }
  // A section with an invalid value is incomplete.
  if (problems.length === 0) {
    problems.push(...problemsOfSources(values.zones), ...problemsOfPolicyZones(values.dns, values.zones));
    problems.push(...problemsOfServedFolder(values.drive, values.server));
  }
  if (problems.length > 0) return { read: undefined, problems };
  const environment = sources.environment.NODE_ENV === 'production' ? 'production' : 'development';
  const origins = new Map(inputs.map(({ name, origin }) => [name, origin]));
  const drive = withCloud(values.drive);
  return { read: { configuration: { ...values, drive, environment, oidcProviders }, file, origins }, problems };
}

/**
 * The configured identity providers.
 * @throws {Error} for a named provider without an issuer, or two providers with the same issuer
 */
function providersOf(options: {
  unnamed: SectionValues['oidc'];
  inputs: readonly SettingInput[];
  sources: ConfigurationSources;
  attempt: Attempt;
}): OidcProvider[] {
  const { unnamed, inputs, sources, attempt } = options;
  const names = new Set(inputs.flatMap(({ name }) => oidcProviderName(name.slice(0, name.lastIndexOf('.'))) ?? []));
  const namedProviders = [...names].map((name) => {
    const values = sectionValues({ section: `oidc ${name}`, settings: oidcSection, inputs, sources, attempt });
    return { ...values, name } as unknown as OidcProvider; // Built from the same table as the type.
  });
  const incomplete = namedProviders.find(({ issuer }) => issuer === '');
  if (incomplete !== undefined)
    throw new Error(`[oidc ${incomplete.name}] has no issuer: set it, or remove the section`);
  const all = unnamed.issuer === '' ? namedProviders : [{ ...unnamed, name: 'oidc' }, ...namedProviders];
  const duplicate = all.find(({ issuer }, index) =>
    all.some((other, otherIndex) => otherIndex < index && other.issuer === issuer),
  );
  if (duplicate !== undefined)
    throw new Error(
      `[oidc ${duplicate.name}] repeats the issuer of another section: ${duplicate.issuer}; remove one of the sections`,
    );
  return all;
}

function sectionValues(options: {
  section: string;
  settings: Record<string, Setting<unknown>>;
  inputs: readonly SettingInput[];
  sources: ConfigurationSources;
  attempt: Attempt;
}): Record<string, unknown> {
  const { workingDirectory } = options.sources;
  return Object.fromEntries(
    Object.entries(options.settings).map(([key, setting]) => {
      const name = `${options.section}.${key}`;
      const values = options.inputs
        .filter((value) => value.name === name)
        .map((value) => readValue({ setting, value, workingDirectory, attempt: options.attempt }));
      const defaultValue = setting.complete?.(setting.default, workingDirectory) ?? setting.default;
      return [key, values.length > 0 ? values.at(-1) : defaultValue];
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
    // A misplaced user and password may contain an @, and a query may contain a token.
    (reason) => `${origin.location} ${reason}${setting.secret || /[@?]/.test(text) ? '' : `: ${JSON.stringify(text)}`}`,
  );
  if (parsed === undefined) return undefined;
  return attempt(
    () => setting.complete?.(parsed.value, workingDirectory) ?? parsed.value,
    (reason) => `${origin.location} ${reason}`,
  );
}

/** The sources of the settings of this process: the INI file of the working directory and the process environment. */
export function processSources(): ConfigurationSources {
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
export function loadProcessConfiguration(): Configuration {
  return loadConfiguration(processSources());
}

/** The names of the settings that contain secrets, as `section.key`. */
export function secretSettings(): readonly `${SectionName}.${string}`[] {
  return settingsTable()
    .filter(({ setting }) => setting.secret)
    .map(({ section, key }) => `${section}.${key}` as const);
}
