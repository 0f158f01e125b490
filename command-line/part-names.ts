// Names that options of commands accept, without the code of the domains, which takes a second to load. A test compares
// them with those of the domains.

/** Names of the parts that `--only` accepts. */
export const partNames: readonly string[] = ['gateway', 'alerts', 'drive', 'licenses', 'zones'];

/** Names of the subgraphs that `schema print` accepts. */
export const subgraphNames: readonly string[] = [
  'access',
  'alerts',
  'audit',
  'drive',
  'licenses',
  'notifications',
  'viewer',
  'zones',
  'nodes',
];
