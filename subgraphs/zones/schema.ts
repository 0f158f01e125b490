import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccountMutationResolver } from './resolver-account-mutations.js';
import { AccountConnectionResolver, AccountResolver } from './resolver-accounts.js';
import { ImportResolver, ZoneResolver } from './resolver-imports.js';
import { RdapResolver } from './resolver-rdap.js';

export const zonesSchema = defineSubgraphSchema({
<<<<<<< HEAD
  resolvers: [ZoneResolver, ImportResolver, RdapResolver],
=======
  resolvers: [ZoneResolver, ImportResolver, AccountResolver, AccountConnectionResolver, AccountMutationResolver],
>>>>>>> 2ff709c (Register, approve and administer accounts, make and recognise their keys, and mail them through an outbox)
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
});
