import type { RestAdapter } from '../dialect.js';
import { blockListPaths, registerBlockList } from './block-list-stream.js';
import { zonesDialect } from './dialect.js';
import { zonesExamples } from './examples.js';
import { registerZoneExport, zoneExportPaths } from './zone-export-stream.js';

/** The domain zone feed with its accounts and live RDAP lookups. */
export const zonesAdapter: RestAdapter = {
  name: 'zones',
  title: 'Domain zone feed',
  description:
    'Publishes observations of domains in registry zone files, and looks up single domains by RDAP. Requests for data require an API key of an approved account with an active subscription. Internationalized names are in Punycode. Errors are JSON objects with the field `detail`: a string, or an object for expired subscriptions, limits and lookups.',
  dialect: zonesDialect,
  register(...services) {
    registerBlockList(...services);
    registerZoneExport(...services);
  },
  ownPaths: () => ({ ...blockListPaths, ...zoneExportPaths }),
  examples: zonesExamples,
};
