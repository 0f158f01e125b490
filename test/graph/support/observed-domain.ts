import type { Subgraph, SubgraphDefinition } from '../../../platform/subgraph.js';
import { createRecordingDatabase } from '../../support/recorded-statements.js';

/** Statements and calls of domains since the lists were last cleared. */
export interface Observations {
  /** The executed statements. */
  readonly statements: string[];
  /** Names of the domains: one entry for each request in one process, or for each call to separate processes. */
  readonly calls: string[];
}

/** Wraps a domain to record its statements and calls. It has no jobs, because they would execute statements too. */
export function observedDomain(definition: SubgraphDefinition, observations: Observations): SubgraphDefinition {
  return {
    ...definition,
    create(platform) {
      const database = createRecordingDatabase(platform.database, observations.statements);
      const { start: _, ...domain }: Subgraph = definition.create({ ...platform, database });
      return {
        ...domain,
        jobs: [],
        createContext(request) {
          observations.calls.push(domain.name);
          return domain.createContext(request);
        },
      };
    },
  };
}
