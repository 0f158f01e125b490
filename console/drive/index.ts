import { lazyPage } from '../shared/lazy-page.js';
import type { Domain } from '../shared/page.js';
import { drivePath } from './paths.js';

export const driveDomain: Domain = {
  name: 'Drive',
  pages: [
    {
      path: drivePath,
      title: 'Drive',
      component: lazyPage(() => import('./drive-page.js'), 'DrivePage'),
      permission: 'drive.read',
    },
  ],
};
