export { adminTokenPath, configuredAdminTokens, readAdminTokens } from './admin-token.js';
export { type Callers, createCallers, personPrefix, type SessionCallers, sessionEnded } from './callers.js';
export { controllerIdentification, type IdentifyController } from './controllers.js';
export { assertMayListen, exposingSetting, isLoopback, isLoopbackAddress } from './open-access.js';
export { defaultLifetimeDays, OperatorTokens, revocationSeconds } from './operator-tokens.js';
export {
  accessTokenAuthenticator,
  findOmittedClaims,
  grantedRoles,
  strongestRole,
  withTrustedEmail,
} from './providers/index.js';
export { selectTokenExpirations, tokenOf } from './token-rows.js';
