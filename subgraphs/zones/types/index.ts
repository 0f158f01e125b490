export * from './account-mutations.js';
export * from './accounts.js';
export * from './credential-mutations.js';
export * from './domains.js';
export * from './imports.js';
export * from './mails.js';
export * from './rdap.js';
export * from './search.js';
