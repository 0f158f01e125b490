import { administrationDomain } from '../administration/index.js';
import { alertsDomain } from '../alerts/index.js';
import { driveDomain } from '../drive/index.js';
import { licensesDomain } from '../licenses/index.js';
import { overviewDomain } from '../overview/index.js';
import type { Domain, Page } from '../shared/page.js';
import { zonesDomain } from '../zones/index.js';

/** The domains of the console, in the order of the navigation. Add new domains to this list. */
const domains: readonly Domain[] = [
  overviewDomain,
  alertsDomain,
  zonesDomain,
  licensesDomain,
  driveDomain,
  administrationDomain,
];

export const pages: readonly Page[] = domains.flatMap((domain) => domain.pages);
