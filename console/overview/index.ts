import type { Domain } from '../shared/page.js';
import { OverviewPage, overviewPath } from './overview-page.js';

/** The page that joins all domains. */
export const overviewDomain: Domain = {
  name: 'Overview',
  pages: [{ path: overviewPath, title: 'Overview', component: OverviewPage, hasTimeRange: true }],
};
