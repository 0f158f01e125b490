import { administrationDomain } from '../administration/index.js';
import { alertsDomain } from '../alerts/index.js';
import type { Domain, Page } from '../shared/page.js';
import { zonesDomain } from '../zones/index.js';

/** Add a new domain to this list. */
export const domains: readonly Domain[] = [alertsDomain, zonesDomain, administrationDomain];

export const pages: readonly Page[] = domains.flatMap((domain) => domain.pages);
