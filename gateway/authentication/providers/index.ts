export { accessTokenAuthenticator, accessTokenMark } from './access-tokens.js';
export { type GrantedRole, grantedRoles, strongestRole } from './granted-roles.js';
