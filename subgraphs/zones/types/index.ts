export * from './account-mutations.js';
export * from './accounts.js';
export * from './imports.js';
<<<<<<< HEAD
export * from './rdap.js';
=======
export * from './mails.js';
>>>>>>> 2ff709c (Register, approve and administer accounts, make and recognise their keys, and mail them through an outbox)
