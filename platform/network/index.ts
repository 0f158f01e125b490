export { acceptsGzip } from './accepts-gzip.js';
export {
  isAllowedTarget,
  scopeOfAddress,
  scopeOfTarget,
} from './address-scope.js';
export { describeFailure } from './describe-failure.js';
export {
  type ConnectionGuard,
  ForbiddenAddressError,
  guardedConnector,
  type Resolve,
  resolveBySystem,
} from './guarded-connector.js';
export { removeBrackets } from './hostname.js';
export { retryAfterSeconds } from './retry-after.js';
export { hostOf, type TrustingGuard, trustingConnector } from './trusting-connector.js';
