export { confirmPerson } from './confirm-person.js';
export { type IdentityProvider, identityProviders } from './identity-providers.js';
export { personOf } from './person.js';

export {
  beginTransaction,
  ownPath,
  readTransaction,
  transactionCookieName,
  transactionSeconds,
} from './transaction.js';
