import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { createAuditContext } from './context.js';
import { auditSchema } from './schema.js';
import { createAuditService } from './service.js';

/** The audit log in the graph. Domains write to it through the platform. */
export const auditSubgraph: SubgraphDefinition = {
  name: 'audit',
  isOfGateway: true,
  printTypeDefs: auditSchema.printTypeDefs,
  create(platform) {
    const service = createAuditService(platform);
    const typeDefs = auditSchema.printTypeDefs();
    return {
      name: 'audit',
      typeDefs,
      schema: auditSchema.build(typeDefs),
      createContext: (request) => createAuditContext(service, request),
      jobs: [],
    };
  },
};
