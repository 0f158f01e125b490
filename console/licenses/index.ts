import { lazyPage } from '../shared/lazy-page.js';
import type { Page } from '../shared/page.js';
import { controllersPath, usagePath } from './paths.js';

export const licensesPages: readonly Page[] = [
  {
    path: controllersPath,
    title: 'Controllers',
    component: lazyPage(() => import('./controllers-page.js'), 'ControllersPage'),
    permission: 'licenses.read',
    hasTimeRange: true,
    group: 'Controllers',
  },
  {
    path: usagePath,
    title: 'Usage log',
    component: lazyPage(() => import('./usage-page.js'), 'UsagePage'),
    permission: 'licenses.read',
    group: 'Controllers',
  },
];
