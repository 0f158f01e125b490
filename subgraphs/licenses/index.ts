import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { createLicensesContext } from './context.js';
import { licensesSchema } from './schema.js';
import { checkInEvents, createLicenseService } from './service/index.js';

export {
  createLicenseKeys,
  createLicenseService,
  everyControllerField,
  issueLicense,
  type LicenseService,
} from './service/index.js';

/** The licenses domain: controllers that check in against a signed license. */
export const licensesSubgraph: SubgraphDefinition = {
  name: 'licenses',
  printTypeDefs: licensesSchema.printTypeDefs,
  create(platform) {
    const service = createLicenseService(platform);
    const typeDefs = licensesSchema.printTypeDefs();
    void service.inspectFiles();
    return {
      name: 'licenses',
      typeDefs,
      schema: licensesSchema.build(typeDefs),
      createContext: (request) => createLicensesContext(service, request),
      jobs: service.jobs,
    };
  },
  createEventTypes: () => [checkInEvents],
};
