export { confirmPerson } from './confirm-person.js';
export { type IdentityProvider, identityProviders } from './identity-providers.js';
export { personOf } from './person.js';
export { ProviderClient } from './provider-client.js';
export { providerFetch } from './provider-fetch.js';
export {
  beginTransaction,
  ownPath,
  readTransaction,
  transactionCookieName,
  transactionSeconds,
} from './transaction.js';
