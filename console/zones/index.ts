import type { Domain } from '../shared/page.js';
import { BrandsPage, brandsPath } from './brands-page.js';
import { ConfirmEmailPage, confirmEmailPath } from './confirm-email-page.js';
import { DomainPage, domainPath } from './domain-page.js';
import { LookAlikesPage, lookAlikesPath } from './look-alikes-page.js';
import { ResetPasswordPage, resetPasswordPath } from './reset-password-page.js';
import { SearchPage, searchPath } from './search-page.js';
import { ZonesPage, zonesPath } from './zones-page.js';

export const zonesDomain: Domain = {
  name: 'Zones',
  pages: [
    { path: zonesPath, title: 'Zones', component: ZonesPage, hasTimeRange: true, group: 'Zones' },
    { path: searchPath, title: 'Observations', component: SearchPage, group: 'Zones' },
    { path: brandsPath, title: 'Brands', component: BrandsPage, group: 'Zones' },
    { path: lookAlikesPath, title: 'Look-alikes', component: LookAlikesPage, group: 'Zones' },
    { path: domainPath, title: 'Domain', component: DomainPage, isUnlisted: true },
    { path: resetPasswordPath, title: 'Reset password', component: ResetPasswordPage, isUnlisted: true },
    { path: confirmEmailPath, title: 'Confirm email address', component: ConfirmEmailPage, isUnlisted: true },
  ],
};
