import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccountMutationResolver } from './accounts/resolver/account-mutations.js';
import { AccountConnectionResolver, AccountResolver } from './accounts/resolver/accounts.js';
import { CredentialMutationResolver } from './accounts/resolver/credential-mutations.js';
import { LookAlikeResolver } from './brands/resolver.js';
import { DomainResolver, domainReference, EndpointDomainResolver } from './domains/resolver.js';
import { Endpoint } from './domains/types.js';
import { ImportResolver, ZoneResolver } from './imports/resolver.js';
import { DomainRdapResolver, RdapResolver } from './rdap/resolver.js';
import { ObservationResolver } from './search/resolver.js';

export const zonesSchema = defineSubgraphSchema({
  resolvers: [
    ZoneResolver,
    ImportResolver,
    AccountResolver,
    AccountConnectionResolver,
    AccountMutationResolver,
    CredentialMutationResolver,
    RdapResolver,
    DomainRdapResolver,
    ObservationResolver,
    DomainResolver,
    EndpointDomainResolver,
    LookAlikeResolver,
  ],
  foreignEntities: [Endpoint],
  references: { Domain: domainReference },
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
});
