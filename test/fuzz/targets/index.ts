import type { Target } from '../engine/target.js';

/** Metadata of a target, available before its code is loaded. */
export interface TargetSummary {
  /** One line for --help. */
  readonly description: string;
  /** Path prefixes from the project root: inputs that reach new code in these files are added to the corpus. */
  readonly guidedBy: readonly string[];
  /** Whether the target has a server with a database. */
  readonly usesDatabase?: boolean;
  /** Whether the target tests the harness itself; then it runs only on request. */
  readonly isPlanted?: boolean;
  load(): Promise<Target>;
}

export const targetSummaries: Readonly<Record<string, TargetSummary>> = {
  'zone-files': {
    description: 'zone files, plain and gzip',
    guidedBy: ['subgraphs/zones/imports/rules', 'subgraphs/zones/imports/service/zone-file.js'],
    load: async () => (await import('./zone-files.js')).zoneFiles,
  },
  'dns-messages': {
    description: 'DNS queries to the server of policy zones, and responses of zone transfers',
    guidedBy: ['subgraphs/zones/dns', 'subgraphs/zones/policy-zones/service/respond.js'],
    load: async () => (await import('./dns-messages.js')).dnsMessages,
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
    usesDatabase: true,
    load: async () => (await import('./cursors.js')).cursors,
  },
  graphql: {
    description: 'GraphQL documents, variables and requests',
    guidedBy: ['gateway', 'platform', 'subgraphs'],
    usesDatabase: true,
    load: async () => (await import('./graphql.js')).graphql,
  },
  rest: {
    description: 'HTTP requests as bytes to the REST reference',
    guidedBy: ['gateway', 'platform', 'rest-adapters', 'subgraphs'],
    usesDatabase: true,
    load: async () => (await import('./rest.js')).rest,
  },
  notifications: {
    description: 'change notifications of a document site',
    guidedBy: ['rest-adapters', 'subgraphs/drive'],
    usesDatabase: true,
    load: async () => (await import('./notifications.js')).notifications,
  },
  planted: {
    description: 'a parser with faults, for the tests of the harness',
    guidedBy: ['test/fuzz/targets/planted.js'],
    isPlanted: true,
    load: async () => (await import('./planted.js')).planted,
  },
};

/** The targets of a run without `--target`. */
export const defaultTargets: readonly string[] = Object.entries(targetSummaries)
  .filter(([, { isPlanted = false }]) => !isPlanted)
  .map(([name]) => name);
