export { accessTokenAuthenticator, accessTokenPrefix } from './access-tokens.js';
export { findOmittedClaims, grantedRoles, strongestRole, withTrustedEmail } from './granted-roles.js';
