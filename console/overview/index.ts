import { lazyPage } from '../shared/lazy-page.js';
import type { Page } from '../shared/page.js';
import { OverviewPage } from './overview-page.js';

/** Pages with data of all domains. */
export const overviewPages: readonly Page[] = [
  {
    path: '/overview',
    title: 'Overview',
    component: OverviewPage,
    permission: 'viewer.read',
    hasTimeRange: true,
    group: 'Overview',
  },
  {
    path: '/health',
    title: 'Health',
    component: lazyPage(() => import('./health-page.js'), 'HealthPage'),
    permission: 'viewer.read',
    group: 'Overview',
  },
];
