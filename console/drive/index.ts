import type { Domain } from '../shared/page.js';
import { DrivePage, drivePath } from './drive-page.js';

export const driveDomain: Domain = {
  name: 'Drive',
  pages: [{ path: drivePath, title: 'Drive', component: DrivePage, permission: 'drive.read' }],
};
