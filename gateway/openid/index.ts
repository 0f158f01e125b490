export { createAccessCheck } from './access-check.js';
export { findProvider, type IdentityProvider, identityProviders } from './identity-providers.js';
export { personOf } from './person.js';

export {
  beginTransaction,
  readTransaction,
  toLocalPath,
  transactionCookieName,
  transactionMaxAgeSeconds,
} from './transaction.js';
