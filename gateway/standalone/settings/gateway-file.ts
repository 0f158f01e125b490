import { ConfigurationError, readIni, type Setting } from '../../../platform/configuration/index.js';
import { snakeCase } from '../../../platform/snake-case.js';
import { type HeaderRule, headerRuleProblem } from '../clients/response-headers.js';
import {
  defaultsOf,
  type GatewayValues,
  gatewaySections,
  oneSubgraphSection,
  type SubgraphValues,
  subgraphSection,
} from './sections.js';

/** The values of a configuration file of `rampart gateway`. */
export interface GatewayFile extends GatewayValues {
  /** Values of the section `[subgraphs]`. */
  readonly subgraphs: Partial<SubgraphValues>;
  /** Values of the sections `[subgraph NAME]`, by subgraph name. */
  readonly bySubgraph: ReadonlyMap<string, Partial<SubgraphValues>>;
  /** Rules of the section `[response_headers]`, by header name. */
  readonly responseHeaders: ReadonlyMap<string, HeaderRule>;
}

type Section = Readonly<Record<string, Setting<unknown>>>;

/**
 * Reads the INI text of a configuration file; empty text yields the defaults.
 * @param location path of the file, for messages
 * @throws {ConfigurationError} for an unknown section or key, or an invalid value
 */
export function readGatewayFile(iniText: string, location: string): GatewayFile {
  const reader = new Reader(location);
  try {
    const { sections, entries } = readIni(iniText);
    for (const section of sections) reader.section(section);
    for (const { section, key, value } of entries) reader.entry(section, key, value);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    // `readIni` throws only instances of `Error`.
    throw new ConfigurationError(`${location}: ${(error as Error).message}`);
  }
  return reader.result();
}

class Reader {
  readonly #location: string;
  readonly #values = new Map<string, Record<string, unknown>>();
  readonly #responseHeaders = new Map<string, HeaderRule>();

  constructor(location: string) {
    this.#location = location;
  }

  section(name: string): void {
    const settings = settingsOf(name);
    if (settings === undefined && name !== 'response_headers') {
      throw new ConfigurationError(`${this.#location}: unknown section [${name}]; the sections are ${sectionNames()}`);
    }
    if (settings !== undefined && !this.#values.has(name)) this.#values.set(name, {});
  }

  entry(section: string | undefined, key: string, value: string | undefined): void {
    if (section === undefined) {
      throw new ConfigurationError(
        `${this.#location}: unknown key ${key} outside a section; the sections are ${sectionNames()}`,
      );
    }
    const location = `${this.#location}: [${section}] ${key}`;
    if (value === undefined) throw new ConfigurationError(`${location} has no value: write ${key}=VALUE`);
    if (section === 'response_headers') this.#addHeader(location, key, value);
    else this.#addValue({ location, section, key, value });
  }

  result(): GatewayFile {
    const sections = Object.entries(gatewaySections).map(([section, settings]) => [
      section,
      { ...defaultsOf(settings), ...this.#values.get(section) },
    ]);
    const bySubgraph = [...this.#values].flatMap(([section, values]) => {
      const name = subgraphName(section);
      return name === undefined ? [] : [[name, values] as const];
    });
    return {
      ...(Object.fromEntries(sections) as GatewayValues), // Read with the table from which the type is derived.
      subgraphs: this.#values.get('subgraphs') ?? {},
      bySubgraph: new Map(bySubgraph),
      responseHeaders: this.#responseHeaders,
    };
  }

  #addHeader(location: string, name: string, value: string): void {
    const rule = value.trim().toLowerCase();
    const problem = headerRuleProblem(name, rule);
    if (problem !== undefined) throw new ConfigurationError(`${location} ${problem}`);
    this.#responseHeaders.set(name.toLowerCase(), rule as HeaderRule); // Checked by `headerRuleProblem`.
  }

  #addValue(entry: { location: string; section: string; key: string; value: string }): void {
    const { location, section, key, value } = entry;
    const settings = settingsOf(section) ?? {};
    const name = Object.keys(settings).find((candidate) => snakeCase(candidate) === key);
    const setting = name === undefined ? undefined : settings[name];
    if (name === undefined || setting === undefined) {
      const keys = Object.keys(settings).map(snakeCase).join(', ');
      throw new ConfigurationError(`${this.#location}: unknown key ${key} in [${section}]; its keys are ${keys}`);
    }
    try {
      this.#values.set(section, { ...this.#values.get(section), [name]: setting.parse(value.trim()) });
    } catch (error) {
      // `parse` throws only instances of `Error`.
      throw new ConfigurationError(`${location} ${(error as Error).message}`);
    }
  }
}

function settingsOf(section: string): Section | undefined {
  if (section === 'subgraphs') return subgraphSection;
  if (subgraphName(section) !== undefined) return oneSubgraphSection;
  const sections: Readonly<Record<string, Section>> = gatewaySections;
  return Object.hasOwn(sections, section) ? sections[section] : undefined;
}

function subgraphName(section: string): string | undefined {
  return /^subgraph\s+(\S.*)$/.exec(section)?.[1];
}

function sectionNames(): string {
  return [...Object.keys(gatewaySections), 'response_headers', 'subgraphs', 'subgraph NAME'].join(', ');
}
