import type { Subgraph, SubgraphDefinition } from '../../../platform/subgraph.js';
import { recordingDatabase } from '../../support/recorded-statements.js';

/** What domains do for requests, since it was last emptied. */
export interface Observations {
  /** Texts of the statements that they have sent. */
  readonly statements: string[];
  /** The names of the domains, once for each request that they hear of: of domains apart, for each call. */
  readonly calls: string[];
}

/** The domain, of which it is noted what it does for requests. It has no jobs: they would send statements in between. */
export function observedDomain(definition: SubgraphDefinition, seen: Observations): SubgraphDefinition {
  return {
    ...definition,
    create(platform) {
      const database = recordingDatabase(platform.database, seen.statements);
      const { start: _, ...domain }: Subgraph = definition.create({ ...platform, database });
      return {
        ...domain,
        jobs: [],
        createContext(request) {
          seen.calls.push(domain.name);
          return domain.createContext(request);
        },
      };
    },
  };
}
