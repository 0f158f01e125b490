// The paths of the pages of zones, beside their components, which are loaded when they are opened.

export const zonesPath = '/zones';
export const searchPath = '/observations';
export const brandsPath = '/brands';
export const lookAlikesPath = '/look-alikes';
export const registrationsPath = '/registrations';
export const domainPath = '/domain';
export const resetPasswordPath = '/reset-password';
export const confirmEmailPath = '/confirm-email';
