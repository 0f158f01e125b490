import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccountMutationResolver } from './accounts/resolver/account-mutations.js';
import {
  AccountConnectionResolver,
  AccountResolver,
  accountReference,
  MailConnectionResolver,
  MailResolver,
  mailReference,
  ViewerAccountResolver,
} from './accounts/resolver/accounts.js';
import { CredentialMutationResolver } from './accounts/resolver/credential-mutations.js';
import { Viewer } from './accounts/types/index.js';
import { LookAlikeResolver } from './brands/resolver.js';
import { DomainResolver, domainReference, EndpointDomainResolver } from './domains/resolver.js';
import { Endpoint } from './domains/types.js';
import {
  ImportConnectionResolver,
  ImportResolver,
  importReference,
  ZoneResolver,
  zoneReference,
} from './imports/resolver.js';
import { DomainRdapResolver, RdapResolver } from './rdap/resolver.js';
import { ObservationResolver } from './search/resolver.js';

export const zonesSchema = defineSubgraphSchema({
  resolvers: [
    ZoneResolver,
    ImportResolver,
    ImportConnectionResolver,
    AccountResolver,
    AccountConnectionResolver,
    ViewerAccountResolver,
    MailResolver,
    MailConnectionResolver,
    AccountMutationResolver,
    CredentialMutationResolver,
    RdapResolver,
    DomainRdapResolver,
    ObservationResolver,
    DomainResolver,
    EndpointDomainResolver,
    LookAlikeResolver,
  ],
  foreignEntities: [Endpoint, Viewer],
  references: {
    Account: accountReference,
    Domain: domainReference,
    Mail: mailReference,
    Zone: zoneReference,
    ZoneImport: importReference,
  },
  federationDirectives: ['@key', '@shareable', '@inaccessible', '@tag', '@cost', '@listSize'],
});
