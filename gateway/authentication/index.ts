export { adminTokenPath, configuredAdminTokens, readAdminTokens } from './admin-token.js';
export {
  type CallerAuthenticator,
  createCallerAuthenticator,
  personPrefix,
  type SessionAuthenticator,
  sessionEnded,
} from './caller-authenticator.js';
export { controllerIdentification, type IdentifyController } from './controllers.js';
export { assertMayListen, exposingSetting, isLoopback, isLoopbackAddress } from './open-access.js';
export { defaultLifetimeDays, OperatorTokens, revocationSeconds } from './operator-tokens.js';
export {
  accessTokenAuthenticator,
  findDistributedClaims,
  grantedRoles,
  type ProviderFetch,
  providerFetch,
  strongestRole,
  withoutUnverifiedEmail,
} from './providers/index.js';
export { selectTokenExpirations, tokenOf } from './token-rows.js';
