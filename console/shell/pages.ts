import { administrationPages } from '../administration/index.js';
import { alertsPages } from '../alerts/index.js';
import { drivePages } from '../drive/index.js';
import { licensesPages } from '../licenses/index.js';
import { overviewPages } from '../overview/index.js';
import type { Page } from '../shared/page.js';
import { zonesPages } from '../zones/index.js';

/** The pages of all domains, in the order of the navigation. */
export const pages: readonly Page[] = [
  ...overviewPages,
  ...alertsPages,
  ...zonesPages,
  ...licensesPages,
  ...drivePages,
  ...administrationPages,
];
