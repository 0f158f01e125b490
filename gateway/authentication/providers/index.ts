export { accessTokenAuthenticator, accessTokenMark } from './access-tokens.js';
export { grantedRoles, leftOutClaims, strongestRole } from './granted-roles.js';
