import { alertsAdapter } from './alerts/index.js';
import type { RestAdapter } from './dialect.js';
import { driveAdapter } from './drive/index.js';
import { licensesAdapter } from './licenses/index.js';
import { zonesAdapter } from './zones/index.js';

/** The documented services, in the order of their documentation. */
export const adapters: readonly RestAdapter[] = [alertsAdapter, licensesAdapter, zonesAdapter, driveAdapter];
