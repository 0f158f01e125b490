export { confirmPerson } from './confirm-person.js';
export { type IdentityProvider, identityProviders } from './identity-providers.js';
export { personOf } from './person.js';

export {
  beginTransaction,
  readTransaction,
  toLocalPath,
  transactionCookieName,
  transactionSeconds,
} from './transaction.js';
