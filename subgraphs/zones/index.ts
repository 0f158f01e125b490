import { defineSubgraph } from '../../platform/graph/index.js';
import { authorize } from '../../platform/permissions/index.js';
import { createKeyAuthenticator } from './accounts/index.js';
import { blockListStream } from './blocklist/index.js';
import type { ZonesContext } from './context.js';
import { zoneExportStream } from './exports/index.js';
import { zoneNotifications } from './notifications.js';
import { serveDns } from './policy-zones/index.js';
import { zonesSubgraphSchema } from './schema.js';
import { zoneDependencies, zoneJobs } from './service.js';
import { notifyReceiver } from './sources/index.js';

export {
  createZoneService,
  type MailRecord,
  type PullNetwork,
  type RegistryNetwork,
  type ZoneService,
} from './service.js';

/** The zones domain: imports of zones, observations of domains, brands, accounts, and lookups at registries. */
export const zonesSubgraph = defineSubgraph<ZonesContext>({
  name: 'zones',
  schema: zonesSubgraphSchema,
  notifications: zoneNotifications,
  createAuthenticator: createKeyAuthenticator,
  createStreams: (platform) => ({
    exports: { blocklist: blockListStream(platform) },
    resumable: { zones: zoneExportStream({ ...platform, settings: platform.configuration.zones }) },
  }),
  // Events about brand hits that were found, reopened or triaged, recorded by triggers on `brand_hit`.
  createEventTypes: () => [
    {
      name: 'brand-hits',
      admit: (caller) => authorize(caller, 'brands.read'),
      subscription: {
        ...{ field: 'brandHitChanged', entities: 'changedBrandHits' },
        idsOf: ({ ids }) => ids as string[], // The trigger writes this type.
      },
    },
  ],
  open(platform) {
    const dependencies = zoneDependencies(platform);
    return {
      context: { dependencies },
      jobs: zoneJobs(dependencies),
      start: () => serveDns(dependencies, { onNotify: notifyReceiver(dependencies) }),
    };
  },
});
