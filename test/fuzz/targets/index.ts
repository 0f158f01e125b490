import type { Target } from '../engine/target.js';

/** What is known of a target before its code is loaded. */
export interface TargetSummary {
  /** One line for --help. */
  readonly description: string;
  /** Beginnings of paths, from the root of the project: new coverage in these files keeps an input. */
  readonly guidedBy: readonly string[];
  /** True for a target that tries the harness itself: it runs only when it is named. */
  readonly isPlanted?: boolean;
  load(): Promise<Target>;
}

export const targetSummaries: Readonly<Record<string, TargetSummary>> = {
  'zone-files': {
    description: 'zone files, plain and gzip',
    guidedBy: ['subgraphs/zones/imports/rules', 'subgraphs/zones/imports/service/zone-file.js'],
    load: async () => (await import('./zone-files.js')).zoneFiles,
  },
  'license-files': {
    description: 'license files, blacklists and department files',
    guidedBy: ['subgraphs/licenses/files/service/license-file.js', 'subgraphs/licenses/files/rules'],
    load: async () => (await import('./license-files.js')).licenseFiles,
  },
  configuration: {
    description: 'settings files (INI) and environment variables',
    guidedBy: ['platform/configuration'],
    load: async () => (await import('./configuration.js')).configuration,
  },
  cursors: {
    description: 'cursors of every list of the graph and tokens of change queries',
    guidedBy: ['platform/cursor.js', 'subgraphs'],
    load: async () => (await import('./cursors.js')).cursors,
  },
  graphql: {
    description: 'GraphQL documents, variables and requests',
    guidedBy: ['gateway', 'platform', 'subgraphs'],
    load: async () => (await import('./graphql.js')).graphql,
  },
  rest: {
    description: 'HTTP requests as bytes to the REST reference',
    guidedBy: ['gateway', 'platform', 'rest-adapters', 'subgraphs'],
    load: async () => (await import('./rest.js')).rest,
  },
  notifications: {
    description: 'change notifications of a document site',
    guidedBy: ['rest-adapters', 'subgraphs/drive'],
    load: async () => (await import('./notifications.js')).notifications,
  },
  planted: {
    description: 'a parser with faults, for the tests of the harness',
    guidedBy: ['test/fuzz/targets/planted.js'],
    isPlanted: true,
    load: async () => (await import('./planted.js')).planted,
  },
};

/** The targets of a run that names none. */
export const defaultTargets: readonly string[] = Object.entries(targetSummaries)
  .filter(([, { isPlanted = false }]) => !isPlanted)
  .map(([name]) => name);
