import { lazyPage } from '../shared/lazy-page.js';
import type { Page } from '../shared/page.js';
import { drivePath, driveSearchPath, massChangesPath, treePath } from './paths.js';

export const drivePages: readonly Page[] = [
  {
    path: drivePath,
    title: 'Drive',
    component: lazyPage(() => import('./drive-page.js'), 'DrivePage'),
    permission: 'drive.read',
    group: 'Drive',
  },
  {
    path: driveSearchPath,
    title: 'Search files',
    component: lazyPage(() => import('./search-page.js'), 'SearchPage'),
    permission: 'drive.read',
    group: 'Drive',
  },
  {
    path: massChangesPath,
    title: 'Mass changes',
    component: lazyPage(() => import('./mass-changes-page.js'), 'MassChangesPage'),
    permission: 'drive.read',
    group: 'Drive',
  },
  {
    path: treePath,
    title: 'File history',
    component: lazyPage(() => import('./tree-page.js'), 'TreePage'),
    permission: 'drive.read',
    parent: drivePath,
  },
];
