export { acceptsGzip } from './accepts-gzip.js';
export {
  type AddressScope,
  addressBehindNat64,
  isCallbackAddress,
  scopeOfAddress,
  scopeOfTarget,
} from './address-scope.js';
export {
  type ConnectionGuard,
  guardedConnector,
  RefusedAddressError,
  type Resolve,
  resolveBySystem,
} from './guarded-connector.js';
export { withoutBrackets } from './hostname.js';
export { retryAfterSeconds } from './retry-after.js';
export { hostOf, type TrustingGuard, trustingConnector } from './trusting-connector.js';
