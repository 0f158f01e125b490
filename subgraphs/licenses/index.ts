import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { assertOperator } from './authorisation.js';
import { createLicensesContext } from './context.js';
import { licensesSchema } from './schema.js';
import { createLicenseService } from './service.js';

export {
  createLicenseKeys,
  createLicenseService,
  everyControllerField,
  issueLicense,
  type LicenseService,
} from './service.js';

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
  createEventTypes: () => [
    {
      name: 'check-ins',
      admit(caller) {
        assertOperator({ caller });
        return { tenantId: null };
      },
    },
  ],
};
