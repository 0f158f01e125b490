export { accessTokenAuthenticator, accessTokenMark } from './access-tokens.js';
export { type GrantedRole, grantedRoles } from './granted-roles.js';
