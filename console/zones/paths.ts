// The paths of the pages of zones. They are in a separate module, because components are loaded when their page is
// opened.

import { hrefOf } from '../shared/location.js';

export const zonesPath = '/zones';
export const searchPath = '/observations';
export const brandsPath = '/brands';
export const policyZonesPath = '/policy-zones';
export const lookAlikesPath = '/look-alikes';
export const registrationsPath = '/registrations';
export const bulkRegistrationsPath = '/bulk-registrations';
export const bulkRegistrationPath = '/bulk-registration';
export const domainPath = '/domain';
export const resetPasswordPath = '/reset-password';
export const confirmEmailPath = '/confirm-email';

/** Returns the URL of the page about a bulk registration. */
export function hrefOfBulkRegistration(id: string): string {
  return hrefOf(bulkRegistrationPath, { id });
}
