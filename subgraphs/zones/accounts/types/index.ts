export * from './account-mutations.js';
export * from './accounts.js';
export * from './credential-mutations.js';
export * from './mails.js';
export * from './viewer.js';
