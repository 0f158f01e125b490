import { lazyPage } from '../shared/lazy-page.js';
import type { Domain } from '../shared/page.js';
import { OverviewPage } from './overview-page.js';
import { overviewPages } from './overview-tabs.js';

/** The pages that join all domains. */
export const overviewDomain: Domain = {
  name: 'Overview',
  pages: [
    { ...overviewPages.overview, component: OverviewPage, hasTimeRange: true, group: 'Overview' },
    { ...overviewPages.health, component: lazyPage(() => import('./health-page.js'), 'HealthPage'), group: 'Overview' },
  ],
};
