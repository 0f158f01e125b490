import { defineSubgraph } from '../../platform/graph/index.js';
import { createKeyAuthenticator } from './accounts/index.js';
import type { ZonesContext } from './context.js';
import { zoneNotifications } from './notifications.js';
import { zonesSchema } from './schema.js';
import { zoneDependencies, zoneJobs } from './service.js';

export { createZoneService, type MailRecord, type RegistryNetwork, type ZoneService } from './service.js';

/** The zones domain: imports of zone files, observations of domains, accounts, lookups at registries. */
export const zonesSubgraph = defineSubgraph<ZonesContext>({
  name: 'zones',
  schema: zonesSchema,
  notifications: zoneNotifications,
  createAuthenticator: createKeyAuthenticator,
  open(platform) {
    const dependencies = zoneDependencies(platform);
    return { context: { dependencies }, jobs: zoneJobs(dependencies) };
  },
});
