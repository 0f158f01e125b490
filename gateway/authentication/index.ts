export { adminTokenPath, configuredAdminTokens, readAdminTokens } from './admin-token.js';
export { type Callers, createCallers, personMark, type SessionCallers, sessionEnded } from './callers.js';
export { controllerIdentification, type IdentifyController } from './controllers.js';
export { assertMayListen, isLoopback, isLoopbackAddress, publicSetting } from './open-access.js';
export { defaultLifeDays, OperatorTokens, revocationSeconds } from './operator-tokens.js';
export { accessTokenAuthenticator, grantedRoles, leftOutClaims, strongestRole } from './providers/index.js';
export { expiriesOfTokens, tokenOf } from './token-rows.js';
