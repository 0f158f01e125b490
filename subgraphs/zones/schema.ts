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
import { AlertBrandHitResolver, BrandHitAlertResolver } from './brands/resolver-alerts.js';
import { BrandChangesResolver } from './brands/resolver-brand-changes.js';
import { BrandResolver, brandReference } from './brands/resolver-brands.js';
import { BrandHitConnectionResolver, BrandHitResolver, hitReference } from './brands/resolver-hits.js';
import { Alert } from './brands/types-hits.js';
import {
  BulkRegistrationNameResolver,
  BulkRegistrationResolver,
  bulkRegistrationReference,
  DomainBulkRegistrationResolver,
} from './bulk-registrations/resolver.js';
import { CertificateResolver, HitCertificatesResolver } from './certificates/resolver.js';
import { DomainResolver, domainReference, EndpointDomainResolver } from './domains/resolver.js';
import { Endpoint } from './domains/types.js';
import {
  ImportConnectionResolver,
  ImportResolver,
  importReference,
  ZoneResolver,
  zoneReference,
} from './imports/resolver.js';
import { NameserverResolver } from './nameservers/resolver.js';
import { PolicyZoneResolver } from './policy-zones/resolver.js';
import { DomainRdapResolver, RdapResolver } from './rdap/resolver.js';
import { BulkRdapLookupResolver, BulkRdapResultResolver } from './rdap/resolver-bulk.js';
import { DomainWatchResolver, RdapWatchResolver } from './rdap/resolver-watches.js';
import { ObservationResolver } from './search/resolver.js';
import { ZoneSourceResolver } from './sources/resolver.js';
import { DomainEventResolver, DomainTimelineResolver } from './timeline/resolver.js';

export const zonesSubgraphSchema = defineSubgraphSchema({
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
    RdapWatchResolver,
    DomainWatchResolver,
    BulkRdapLookupResolver,
    BulkRdapResultResolver,
    ObservationResolver,
    DomainResolver,
    EndpointDomainResolver,
    LookAlikeResolver,
    BrandResolver,
    BrandHitResolver,
    BrandHitConnectionResolver,
    BrandHitAlertResolver,
    AlertBrandHitResolver,
    BrandChangesResolver,
    ZoneSourceResolver,
    PolicyZoneResolver,
    CertificateResolver,
    HitCertificatesResolver,
    NameserverResolver,
    BulkRegistrationResolver,
    BulkRegistrationNameResolver,
    DomainBulkRegistrationResolver,
    DomainTimelineResolver,
    DomainEventResolver,
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
