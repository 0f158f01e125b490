import type { RestAdapter } from '../dialect.js';
import { zonesDialect } from './dialect.js';
import { zonesExamples } from './examples.js';

/** The domain zone feed with its accounts and live RDAP lookups. */
export const zonesAdapter: RestAdapter = {
  name: 'zones',
  title: 'Domain zone feed',
  dialect: zonesDialect,
  examples: zonesExamples,
};
