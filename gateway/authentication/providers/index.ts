export { accessTokenAuthenticator, accessTokenPrefix } from './access-tokens.js';
export { findOmittedClaims, grantedRoles, strongestRole } from './granted-roles.js';
