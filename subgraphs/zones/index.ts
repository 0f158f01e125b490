import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { createKeyAuthenticator } from './accounts/index.js';
import { createZonesContext } from './context.js';
import { zonesSchema } from './schema.js';
import { zoneDependencies, zoneJobs } from './service.js';

export { createZoneService, type MailRecord, type Outside, type ZoneService } from './service.js';

/** The zones domain: imports of zone files, observations of domains, accounts, look-ups at registries. */
export const zonesSubgraph: SubgraphDefinition = {
  name: 'zones',
  printTypeDefs: zonesSchema.printTypeDefs,
  createAuthenticator: createKeyAuthenticator,
  create(platform) {
    const dependencies = zoneDependencies(platform);
    const typeDefs = zonesSchema.printTypeDefs();
    return {
      name: 'zones',
      typeDefs,
      schema: zonesSchema.build(typeDefs),
      createContext: (request) => createZonesContext(dependencies, request),
      jobs: zoneJobs(dependencies),
    };
  },
};
