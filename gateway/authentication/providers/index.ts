export { accessTokenAuthenticator, accessTokenMark } from './access-tokens.js';
export { type GrantedRole, grantedRoles, leftOutClaims, strongestRole } from './granted-roles.js';
