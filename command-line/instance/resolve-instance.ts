import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Configuration,
  ConfigurationError,
  type ConfigurationSources,
  inspectConfiguration,
  type LoadedConfiguration,
  loadConfigurationWithOrigins,
  processSources,
} from '../../platform/configuration/index.js';
import { systemErrorReason } from '../../platform/system-error.js';
import { CommandFailure, errorLine } from '../failure.js';
import { type ChoiceInput, type ConfiguredInstance, chooseInstance, describeInstance } from './choose.js';
import { databaseOf } from './database-name.js';
import { type InstanceOptions, instanceOptions } from './instance-options.js';
import { findRunningInstances, isStartedIn, type RunningInstance, usesDataDirectory } from './running-instances.js';

/** The instance that a command uses: its settings, and a note that names it if the choice is not obvious. */
export interface ResolvedInstance extends LoadedConfiguration {
  readonly note: string | undefined;
}

/**
 * The settings of this process with its options, for commands that may create an instance.
 * @throws {ConfigurationError} for an invalid setting, or if the data directory and the URL name different databases
 */
export function ownSettings(): LoadedConfiguration {
  return loadSettings(instanceOptions());
}

/**
 * A note that names the database of {@link ownSettings} if an instance with a different one runs in the working
 * directory.
 */
export function noteOtherInstance({ configuration }: LoadedConfiguration): string | undefined {
  const database = databaseOf(configuration);
  const other = findLocalInstances(configuration).find((instance) => instance.database.identity !== database.identity);
  return other && `using ${database.name}, not ${describeInstance(other)}`;
}

/**
 * The instance that a command uses: the one in its options, otherwise the result of {@link chooseInstance}.
 * @throws {CommandFailure} if there is none, or it is ambiguous
 * @throws {ConfigurationError} for an invalid setting
 */
export function resolveInstance(access: ChoiceInput['access']): ResolvedInstance {
  const instance = isInstanceSpecified() ? resolveNamed(instanceOptions()) : resolveByDirectory(access);
  assertExists(instance.configuration);
  return instance;
}

/**
 * The settings of the instance that the options name, or those of the working directory. The instance need not exist.
 * @throws {ConfigurationError} for an invalid setting
 */
export function resolveSettings(): ResolvedInstance {
  if (isInstanceSpecified()) return resolveNamed(instanceOptions());
  const settings = ownSettings();
  return { ...settings, note: noteOtherInstance(settings) };
}

/** The valid settings, and whether the instance is unambiguous. */
export interface InspectedInstance {
  /** Valid settings; undefined if there are problems. */
  readonly settings: LoadedConfiguration | undefined;
  readonly problems: readonly string[];
  /** Reason why the instance is ambiguous; undefined if it is not. */
  readonly ambiguity: string | undefined;
}

/** Like {@link resolveInstance}, but reports problems instead of throwing. The instance need not exist. */
export function inspectInstance(): InspectedInstance {
  const { read, problems } = inspectConfiguration(sourcesOf(instanceOptions()));
  if (read === undefined) return { settings: undefined, problems, ambiguity: undefined };
  try {
    const settings = isInstanceSpecified() ? resolveNamed(instanceOptions()) : resolveByDirectory('read');
    return { settings, problems, ambiguity: undefined };
  } catch (error) {
    return { settings: read, problems, ambiguity: errorLine(error) };
  }
}

function isInstanceSpecified(): boolean {
  const { dataDir, url } = instanceOptions();
  return dataDir !== undefined || url !== undefined;
}

function resolveNamed(options: InstanceOptions): ResolvedInstance {
  const sources = sourcesOf(options);
  const { configuration } = loadConfigurationWithOrigins(sources);
  const { dataDir } = configuration.server;
  const running = findRunningInstances(dataDir).find((instance) => isSelected(instance, options, configuration));
  const settings = running === undefined ? loadSettings(options) : settingsOf(running, sources);
  return { ...settings, note: undefined };
}

function isSelected(instance: RunningInstance, options: InstanceOptions, configuration: Configuration): boolean {
  const isByUrl = options.url === undefined || instance.database.identity === databaseOf(configuration).identity;
  const isByDirectory = options.dataDir === undefined || usesDataDirectory(instance, configuration.server.dataDir);
  return isByUrl && isByDirectory;
}

function resolveByDirectory(access: ChoiceInput['access']): ResolvedInstance {
  const sources = processSources();
  const settings = loadConfigurationWithOrigins(sources);
  const running = findLocalInstances(settings.configuration);
  const choice = chooseInstance({ configured: configuredInstance(settings), running, access });
  if ('rejection' in choice) throw new CommandFailure(choice.rejection);
  const { instance, note } = choice;
  return { ...(instance === undefined ? settings : settingsOf(instance, sources)), note };
}

/**
 * The running instances of the working directory, and processes of the configured instance that were started elsewhere.
 */
function findLocalInstances(configuration: Configuration): RunningInstance[] {
  const { workingDirectory } = processSources();
  const { identity } = databaseOf(configuration);
  return findRunningInstances(configuration.server.dataDir).filter(
    (instance) => instance.database.identity === identity || isStartedIn(instance, workingDirectory),
  );
}

/** Returns the instance that these settings configure. */
function configuredInstance({ configuration, origins }: LoadedConfiguration): ConfiguredInstance {
  const database = databaseOf(configuration);
  const { kind = 'default', location = '' } =
    origins.get(database.isEmbedded ? 'server.dataDir' : 'database.url') ?? {};
  const origin = kind === 'option' ? 'environment' : kind;
  return { database, origin, location, exists: !database.isEmbedded || hasDatabase(configuration.server.dataDir) };
}

/**
 * The settings of a running instance, as far as they are known: its file, and the environment of this process.
 * @throws {CommandFailure} if its database is at a URL that these settings lack
 */
function settingsOf(
  instance: RunningInstance,
  { environment, options = {} }: ConfigurationSources,
): LoadedConfiguration {
  const location = `the running ${instance.kind}`;
  const isEmbedded = instance.database.identity.startsWith('embedded:');
  const settings = loadConfigurationWithOrigins({
    environment,
    workingDirectory: instance.workingDirectory,
    file: instance.settingsFile,
    options: {
      ...options,
      'server.dataDir': { text: instance.dataDirectory, location },
      ...(isEmbedded ? settingsOfDatabase('', location) : {}),
    },
  });
  if (databaseOf(settings.configuration).identity === instance.database.identity) return settings;
  throw new CommandFailure(
    `${describeInstance(instance)} uses a database that the settings do not contain: add --url URL, or set DATABASE_URL`,
  );
}

/**
 * Loads the settings with these options.
 * @throws {ConfigurationError} for an invalid setting, or if the data directory contains an embedded database although
 *   a URL is configured: its data would be ignored
 */
function loadSettings(options: InstanceOptions): LoadedConfiguration {
  const loaded = loadConfigurationWithOrigins(sourcesOf(options));
  const { server, database } = loaded.configuration;
  const isAmbiguous = options.dataDir !== undefined && options.url === undefined && database.url !== '';
  if (isAmbiguous && hasDatabase(server.dataDir)) {
    const location = loaded.origins.get('database.url')?.location ?? '[database] url';
    throw new ConfigurationError(
      `${server.dataDir} contains an embedded database, but ${location} names ${databaseOf(loaded.configuration).name}: add --url URL for that database, or --url '' for the embedded one`,
    );
  }
  return loaded;
}

function sourcesOf({ dataDir, url }: InstanceOptions): ConfigurationSources {
  return {
    ...processSources(),
    options: {
      ...(dataDir === undefined ? {} : { 'server.dataDir': { text: dataDir, location: '--data-dir' } }),
      ...(url === undefined ? {} : settingsOfDatabase(url, '--url')),
    },
  };
}

/** Settings that select another database, without the configured standby. */
function settingsOfDatabase(url: string, location: string): NonNullable<ConfigurationSources['options']> {
  return { 'database.url': { text: url, location }, 'database.readUrl': { text: '', location } };
}

/** @throws {CommandFailure} if the database is embedded and was never created */
function assertExists({ server, database }: Configuration): void {
  if (database.url !== '' || hasDatabase(server.dataDir)) return;
  const otherInstances = findRunningInstances(server.dataDir).map(describeInstance);
  const running = otherInstances.length === 0 ? '' : `; running instances: ${otherInstances.join('; ')}`;
  throw new CommandFailure(
    `there is no instance in ${server.dataDir}: start one (rampart serve), create its database (rampart migrate), or specify another one with --data-dir DIR or --url URL${running}`,
  );
}

/**
 * Whether an embedded database was created in a data directory.
 * @throws {CommandFailure} if the current user cannot access it
 */
export function hasDatabase(dataDir: string): boolean {
  const directory = join(dataDir, 'postgresql');
  try {
    return readdirSync(directory).length > 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // The file system throws errors of this type.
    if (code === 'ENOENT') return false;
    if (code === 'ENOTDIR')
      throw new CommandFailure(
        `${directory} cannot be read: ${systemErrorReason(error)}; specify another data directory with --data-dir DIR`,
      );
    throw new CommandFailure(
      `${directory} cannot be read (${systemErrorReason(error)}): run the command as the user of the instance`,
    );
  }
}
