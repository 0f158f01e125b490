export { accessTokenAuthenticator, accessTokenPrefix } from './access-tokens.js';
export { findDistributedClaims, grantedRoles, strongestRole, withoutUnverifiedEmail } from './granted-roles.js';
export { type ProviderFetch, providerFetch } from './provider-fetch.js';
