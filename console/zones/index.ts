import { lazyPage } from '../shared/lazy-page.js';
import type { Domain } from '../shared/page.js';
import {
  brandsPath,
  bulkRegistrationPath,
  bulkRegistrationsPath,
  confirmEmailPath,
  domainPath,
  lookAlikesPath,
  policyZonesPath,
  registrationsPath,
  resetPasswordPath,
  searchPath,
  zonesPath,
} from './paths.js';

export const zonesDomain: Domain = {
  name: 'Zones',
  pages: [
    {
      path: zonesPath,
      title: 'Zones',
      component: lazyPage(() => import('./zones-page.js'), 'ZonesPage'),
      hasTimeRange: true,
      group: 'Zones',
    },
    {
      path: searchPath,
      title: 'Observations',
      component: lazyPage(() => import('./search-page.js'), 'SearchPage'),
      group: 'Zones',
    },
    {
      path: brandsPath,
      title: 'Brands',
      component: lazyPage(() => import('./brands-page.js'), 'BrandsPage'),
      group: 'Zones',
    },
    {
      path: policyZonesPath,
      title: 'Policy zones',
      component: lazyPage(() => import('./policy-zones-page.js'), 'PolicyZonesPage'),
      group: 'Zones',
    },
    {
      path: bulkRegistrationsPath,
      title: 'Bulk registrations',
      component: lazyPage(() => import('./bulk-registrations-page.js'), 'BulkRegistrationsPage'),
      group: 'Zones',
    },
    {
      path: lookAlikesPath,
      title: 'Look-alikes',
      component: lazyPage(() => import('./look-alikes-page.js'), 'LookAlikesPage'),
      group: 'Zones',
    },
    {
      path: registrationsPath,
      title: 'Registrations',
      component: lazyPage(() => import('./registrations-page.js'), 'RegistrationsPage'),
      group: 'Zones',
    },
    {
      path: bulkRegistrationPath,
      parent: bulkRegistrationsPath,
      title: 'Bulk registration',
      component: lazyPage(() => import('./bulk-registration-page.js'), 'BulkRegistrationPage'),
      isUnlisted: true,
    },
    {
      path: domainPath,
      parent: searchPath,
      title: 'Domain',
      component: lazyPage(() => import('./domain-page.js'), 'DomainPage'),
      isUnlisted: true,
    },
    {
      path: resetPasswordPath,
      title: 'Reset password',
      component: lazyPage(() => import('./reset-password-page.js'), 'ResetPasswordPage'),
      isUnlisted: true,
    },
    {
      path: confirmEmailPath,
      title: 'Confirm email address',
      component: lazyPage(() => import('./confirm-email-page.js'), 'ConfirmEmailPage'),
      isUnlisted: true,
    },
  ],
};
