import { lazyPage } from '../shared/lazy-page.js';
import type { Domain } from '../shared/page.js';
import { controllersPath } from './paths.js';

export const licensesDomain: Domain = {
  name: 'Licenses',
  pages: [
    {
      path: controllersPath,
      title: 'Controllers',
      component: lazyPage(() => import('./controllers-page.js'), 'ControllersPage'),
      permission: 'licenses.read',
    },
  ],
};
