import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccountMutationResolver } from './resolver-account-mutations.js';
import { AccountConnectionResolver, AccountResolver } from './resolver-accounts.js';
import { CredentialMutationResolver } from './resolver-credential-mutations.js';
import {
  DomainResolver,
  domainReference,
  EndpointDomainResolver,
  LookAlikeResolver,
  ZoneFiguresResolver,
} from './resolver-domains.js';
import { ImportResolver, ZoneResolver } from './resolver-imports.js';
import { RdapResolver } from './resolver-rdap.js';
import { ObservationResolver } from './resolver-search.js';
import { Endpoint } from './types/index.js';

export const zonesSchema = defineSubgraphSchema({
  resolvers: [
    ZoneResolver,
    ImportResolver,
    AccountResolver,
    AccountConnectionResolver,
    AccountMutationResolver,
    CredentialMutationResolver,
    RdapResolver,
    ObservationResolver,
    DomainResolver,
    EndpointDomainResolver,
    LookAlikeResolver,
    ZoneFiguresResolver,
  ],
  foreignEntities: [Endpoint],
  references: { Domain: domainReference },
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
});
