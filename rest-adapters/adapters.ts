import { alertsAdapter } from './alerts/index.js';
import type { RestAdapter } from './dialect.js';

/** The documented services, in the order of their documentation. */
export const adapters: readonly RestAdapter[] = [alertsAdapter];
