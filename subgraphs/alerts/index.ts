import type { SubgraphDefinition } from '../../platform/subgraph.js';
import { createAlertsContext } from './context.js';
import { alertsSchema } from './schema.js';
import { alertEvents, createAlertService } from './service/index.js';

export {
  type AlertService,
  createAlertService,
  type ImportFigures,
  type ImportLinesInput,
  type RejectedLine,
} from './service/index.js';

/** The alerts domain: alerts, endpoints, verdicts and the import of inferences. */
export const alertsSubgraph: SubgraphDefinition = {
  name: 'alerts',
  printTypeDefs: alertsSchema.printTypeDefs,
  create(platform) {
    const service = createAlertService(platform);
    const typeDefs = alertsSchema.printTypeDefs();
    return {
      name: 'alerts',
      typeDefs,
      schema: alertsSchema.build(typeDefs),
      createContext: (request) => createAlertsContext(service, request),
      jobs: service.jobs,
    };
  },
  createEventTypes: (platform) => [alertEvents(platform)],
};
