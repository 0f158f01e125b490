import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccountMutationResolver } from './accounts/resolver/account-mutations.js';
import { accountReference, accountResolvers, mailReference } from './accounts/resolver/accounts.js';
import { CredentialMutationResolver } from './accounts/resolver/credential-mutations.js';
import { Viewer } from './accounts/types/index.js';
import { LookAlikeResolver } from './brands/resolver.js';
import { brandAlertResolvers } from './brands/resolver-alerts.js';
import { BrandChangesResolver } from './brands/resolver-brand-changes.js';
import { BrandResolver, brandReference } from './brands/resolver-brands.js';
import { brandHitResolvers, hitReference } from './brands/resolver-hits.js';
import { Alert } from './brands/types-hits.js';
import { bulkRegistrationReference, bulkRegistrationResolvers } from './bulk-registrations/resolver.js';
import { certificateResolvers } from './certificates/resolver.js';
import { domainReference, domainResolvers } from './domains/resolver.js';
import { Endpoint } from './domains/types.js';
import { importReference, importResolvers, zoneReference } from './imports/resolver.js';
import { NameserverResolver } from './nameservers/resolver.js';
import { PolicyZoneResolver } from './policy-zones/resolver.js';
import { rdapResolvers } from './rdap/resolver.js';
import { bulkRdapResolvers } from './rdap/resolver-bulk.js';
import { rdapWatchResolvers } from './rdap/resolver-watches.js';
import { ObservationResolver } from './search/resolver.js';
import { ZoneSourceResolver } from './sources/resolver.js';
import { timelineResolvers } from './timeline/resolver.js';

export const zonesSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    ...importResolvers,
    ...accountResolvers,
    AccountMutationResolver,
    CredentialMutationResolver,
    ...rdapResolvers,
    ...rdapWatchResolvers,
    ...bulkRdapResolvers,
    ObservationResolver,
    ...domainResolvers,
    LookAlikeResolver,
    BrandResolver,
    ...brandHitResolvers,
    ...brandAlertResolvers,
    BrandChangesResolver,
    ZoneSourceResolver,
    PolicyZoneResolver,
    ...certificateResolvers,
    NameserverResolver,
    ...bulkRegistrationResolvers,
    ...timelineResolvers,
  ],
  entityStubs: [Alert, Endpoint, Viewer],
  references: {
    Account: accountReference,
    Brand: brandReference,
    BrandHit: hitReference,
    BulkRegistration: bulkRegistrationReference,
    Domain: domainReference,
    Mail: mailReference,
    Zone: zoneReference,
    ZoneImport: importReference,
  },
  federationDirectives: ['@key', '@shareable', '@inaccessible', '@tag', '@cost', '@listSize'],
});
