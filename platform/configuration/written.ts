import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { snakeCase } from '../snake-case.js';
import { systemErrorReason } from '../system-error.js';
import { type IniContent, type IniEntry, readIni } from './ini-file.js';
import { oidcProviderName, oidcSection, oidcVariable } from './oidc-section.js';
import { readSecretFiles } from './secret-files.js';
import { type SectionName, sections } from './sections.js';
import type { Setting } from './setting.js';
import { settingsTable, type TableRow } from './settings-table.js';

/** The error for a setting that is unknown or has an invalid value. The message names the setting and its origin. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export interface ConfigurationSources {
  /** The process environment, or a substitute in tests. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Directory of `rampart.ini`, against which relative paths are resolved. */
  workingDirectory: string;
  /** Path of the settings file, instead of `RAMPART_CONFIG` and `rampart.ini`; null: no file is read. */
  file?: string | null;
  /** Values of command-line options, keyed by `section.key`. They override all other sources. */
  options?: Readonly<Record<string, OptionInput>>;
}

interface OptionInput {
  readonly text: string;
  /** The option as spelled on the command line, for example `--data-dir`. */
  readonly location: string;
}

/** Origin of a setting's value. Kinds are listed in ascending precedence. */
export interface SettingOrigin {
  readonly kind: 'file' | 'environment' | 'option';
  /** The origin of the value in messages: file, section and key; the variable; or the option. */
  readonly location: string;
}

/** A setting's value before it is parsed. If a setting has several inputs, the last one applies. */
export interface SettingInput {
  /** Name of the setting as `section.key`. */
  readonly name: string;
  readonly text: string;
  readonly origin: SettingOrigin;
}

export interface WrittenSettings {
  readonly values: readonly SettingInput[];
  /** Path of the settings file that exists or was requested; null if there is none. */
  readonly file: string | null;
}

/** Runs `read`. If `read` throws, records the message and returns undefined. */
export type Attempt = <T>(read: () => T, message: (reason: string) => string) => T | undefined;

/** All values in the file, the environment and the options. Unknown names are reported as problems and ignored. */
export function readSettingInputs(sources: ConfigurationSources, attempt: Attempt): WrittenSettings {
  const { values, file } = readFile(sources, attempt);
  const options = Object.entries(sources.options ?? {}).map(
    ([name, { text, location }]): SettingInput => ({ name, text, origin: { kind: 'option', location } }),
  );
  const secrets = settingsTable()
    .filter(({ setting }) => setting.secret)
    .map(variableOf);
  const names = [...secrets, ...secretsOfProviders(sources.environment)];
  const environment = attempt(() => readSecretFiles({ ...sources, names: ['DATABASE_URL', ...names] }), identity);
  const variables = environment === undefined ? [] : readEnvironment(environment, attempt);
  return { values: [...values, ...variables, ...options], file };
}

const identity = (reason: string): string => reason;

function readFile(sources: ConfigurationSources, attempt: Attempt): WrittenSettings {
  const none: WrittenSettings = { values: [], file: null };
  if (sources.file === null) return none;
  const variable = sources.file === undefined ? sources.environment.RAMPART_CONFIG : undefined;
  const path = resolve(sources.workingDirectory, sources.file || variable || 'rampart.ini');
  const text = attempt(() => readText(path, { variable, isOptional: sources.file === undefined }), identity);
  if (text === undefined) return none;
  const content = attempt(
    () => readIni(text),
    (reason) => `${path}: ${reason}`,
  );
  return { values: content === undefined ? [] : readFileEntries({ path, content, attempt }), file: path };
}

/**
 * The text of a settings file without its byte order mark; undefined if it does not exist and was not requested
 * explicitly.
 */
function readText(
  path: string,
  { variable, isOptional }: { variable: string | undefined; isOptional: boolean },
): string | undefined {
  if (variable === '') throw new Error('RAMPART_CONFIG is empty: set it to the path of a file, or unset it');
  const subject = variable === undefined ? path : `RAMPART_CONFIG refers to ${path}, which`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // The file system throws errors of this type.
    if (code === 'ENOENT' && variable === undefined && isOptional) return undefined;
    if (code === 'ENOENT') throw new Error(`${subject} does not exist`);
    if (code === 'EISDIR') throw new Error(`${subject} is a directory, not a file`);
    throw new Error(`${subject} cannot be read (${systemErrorReason(error)})`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${subject} is not UTF-8 text`);
  }
}

/** Names of the secret variables of named identity providers that are set in the environment as `NAME_FILE`. */
function secretsOfProviders(environment: ConfigurationSources['environment']): string[] {
  const keys = Object.entries<Setting<unknown>>(oidcSection).flatMap(([key, { secret }]) =>
    secret ? snakeCase(key) : [],
  );
  return Object.keys(environment)
    .filter((variable) => variable.endsWith('_FILE'))
    .map((variable) => variable.slice(0, -'_FILE'.length))
    .filter((variable) => oidcVariable(variable, keys) !== undefined);
}

function readFileEntries(options: { path: string; content: IniContent; attempt: Attempt }): SettingInput[] {
  const { path, content, attempt } = options;
  const unknown = [...new Set(content.sections)].filter((section) => !isSection(section));
  for (const section of unknown) {
    attempt(() => {
      throw new Error(`${path}: unknown section [${section}]; ${sectionNames()}`);
    }, identity);
  }
  return content.entries
    .filter(({ section }) => section === undefined || isSection(section))
    .flatMap((entry) => attempt(() => readFileEntry(path, entry), identity) ?? []);
}

function readFileEntry(path: string, { section, key: keyText, value }: IniEntry): SettingInput {
  if (section === undefined || !isSection(section)) {
    throw new Error(`${path}: unknown key ${keyText} outside a section; ${sectionNames()}`);
  }
  const table = tableOf(section);
  const key = keyOf(table, keyText);
  if (key === undefined) {
    throw new Error(`${path}: unknown key ${keyText} in [${section}]; ${keysOf(table)}`);
  }
  const location = `${path}: [${section}] ${keyText}`;
  if (value === undefined) throw new Error(`${location} has no value: write ${keyText}=VALUE`);
  return { name: `${normalizeSection(section)}.${key}`, text: value, origin: { kind: 'file', location } };
}

function readEnvironment(environment: ConfigurationSources['environment'], attempt: Attempt): SettingInput[] {
  const settingOfVariable = new Map(settingsTable().map((row) => [variableOf(row), `${row.section}.${row.key}`]));
  const inputs: SettingInput[] = [];
  const add = (name: string, text: string, location: string): unknown =>
    inputs.push({ name, text, origin: { kind: 'environment', location } });
  // Other programs read DATABASE_URL too, so it may be invalid here if RAMPART_DATABASE_URL is set.
  if (environment.DATABASE_URL !== undefined && environment.RAMPART_DATABASE_URL === undefined) {
    add('database.url', environment.DATABASE_URL, 'DATABASE_URL');
  }
  const inPod = environment.KUBERNETES_SERVICE_HOST !== undefined;
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('RAMPART_') || variable === 'RAMPART_CONFIG' || value === undefined) continue;
    if (inPod && isServiceVariable(variable, value)) continue;
    attempt(() => add(nameOf(variable, settingOfVariable), value, variable), identity);
  }
  return inputs;
}

/**
 * Whether this is a variable such as RAMPART_SERVICE_HOST=10.0.0.11 or RAMPART_PORT=tcp://10.0.0.11:4000, which
 * Kubernetes sets in all containers of a namespace that has a Service named `rampart` or `rampart-…`.
 */
function isServiceVariable(variable: string, value: string): boolean {
  return (
    /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(variable) ||
    (variable.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))
  );
}

function variableOf({ section, key }: Pick<TableRow, 'section' | 'key'>): string {
  return `RAMPART_${section}_${snakeCase(key)}`.toUpperCase();
}

function nameOf(variable: string, settingOfVariable: ReadonlyMap<string, string>): string {
  const name = settingOfVariable.get(variable);
  if (name !== undefined) return name;
  const providerSetting = oidcVariable(variable, Object.keys(oidcSection).map(snakeCase));
  if (providerSetting !== undefined) return `${providerSetting.section}.${keyOf('oidc', providerSetting.key)}`;
  throw new Error(`unknown setting ${variable}; variables have the form RAMPART_<SECTION>_<KEY>, see: rampart config`);
}

/** Whether a section is in the table of sections, or belongs to a named identity provider. */
function isSection(name: string): boolean {
  return Object.hasOwn(sections, name) || oidcProviderName(name) !== undefined;
}

/** The section in the table of sections that defines the keys of a section: `oidc` for `[oidc NAME]`. */
function tableOf(name: string): SectionName {
  return oidcProviderName(name) === undefined ? (name as SectionName) : 'oidc'; // `isSection` has verified the name.
}

/** Normalizes the white space before the provider's name in `[oidc NAME]` to a single space. */
function normalizeSection(section: string): string {
  const provider = oidcProviderName(section);
  return provider === undefined ? section : `oidc ${provider}`;
}

function sectionNames(): string {
  return `the sections are ${Object.keys(sections).join(', ')}, and oidc NAME, where NAME consists of lowercase letters and digits`;
}

function keyOf(section: SectionName, keyText: string): string | undefined {
  return Object.keys(sections[section]).find((key) => snakeCase(key) === keyText);
}

function keysOf(section: SectionName): string {
  return `its keys are ${Object.keys(sections[section]).map(snakeCase).join(', ')}`;
}
