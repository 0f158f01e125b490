import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { createZonesContext } from './context.js';
import { zonesSchema } from './schema.js';
import { createKeyAuthenticator, createZoneService } from './service/index.js';

export {
  type AccountRecord,
  createZoneService,
  type ImportProgress,
  type ImportRecord,
  type KeyRecord,
  type ZoneService,
} from './service/index.js';

/** The zones domain: imports of zone files, observations of domains, accounts, look-ups at registries. */
export const zonesSubgraph: SubgraphDefinition = {
  name: 'zones',
  printTypeDefs: zonesSchema.printTypeDefs,
  createAuthenticator: createKeyAuthenticator,
  create(platform) {
    const service = createZoneService(platform);
    const typeDefs = zonesSchema.printTypeDefs();
    return {
      name: 'zones',
      typeDefs,
      schema: zonesSchema.build(typeDefs),
      createContext: (request) => createZonesContext(service, request),
      jobs: service.jobs,
    };
  },
};
