import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { CheckInResolver, RequestRateResolver } from './check-in/resolver.js';
import { LicenseDocumentChangeResolver, LicenseDocumentResolver } from './editing/resolver.js';
import { BlacklistResolver } from './files/resolver.js';
import { LicenseHistoryResolver } from './history/resolver.js';
import { ControllerResolver, controllerReference } from './registry/resolver.js';
import { DomainResolver, EndpointResolver } from './registry/resolver-edges.js';
import { LicenseStatusResolver } from './registry/resolver-status.js';
import { ControllerSubscriptionResolver } from './registry/resolver-subscription.js';
import { Domain, Endpoint } from './registry/types.js';
import { UsageEntryResolver, UsageLogResolver } from './usage/resolver.js';
import { LicenseWarningResolver, LicenseWarningsResolver } from './warnings/resolver.js';
import { LicenseWarningSubscriptionResolver } from './warnings/resolver-subscription.js';

export const licensesSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    ControllerResolver,
    ControllerSubscriptionResolver,
    BlacklistResolver,
    LicenseDocumentResolver,
    LicenseDocumentChangeResolver,
    CheckInResolver,
    RequestRateResolver,
    EndpointResolver,
    DomainResolver,
    LicenseWarningsResolver,
    LicenseWarningResolver,
    LicenseWarningSubscriptionResolver,
    LicenseStatusResolver,
    LicenseHistoryResolver,
    UsageLogResolver,
    UsageEntryResolver,
  ],
  entityStubs: [Endpoint, Domain],
  federationDirectives: ['@key', '@shareable', '@inaccessible', '@cost', '@listSize'],
  references: { Controller: controllerReference },
});
