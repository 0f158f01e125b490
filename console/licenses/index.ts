import type { Domain } from '../shared/page.js';
import { ControllersPage, controllersPath } from './controllers-page.js';

export const licensesDomain: Domain = {
  name: 'Licenses',
  pages: [{ path: controllersPath, title: 'Controllers', component: ControllersPage, permission: 'licenses.read' }],
};
