import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { checkInResolvers } from './check-in/resolver.js';
import { licenseDocumentResolvers } from './editing/resolver.js';
import { BlacklistResolver } from './files/resolver.js';
import { LicenseHistoryResolver } from './history/resolver.js';
import { ControllerResolver, controllerReference } from './registry/resolver.js';
import { registryEdgeResolvers } from './registry/resolver-edges.js';
import { LicenseStatusResolver } from './registry/resolver-status.js';
import { ControllerSubscriptionResolver } from './registry/resolver-subscription.js';
import { Domain, Endpoint } from './registry/types.js';
import { usageResolvers } from './usage/resolver.js';
import { licenseWarningResolvers } from './warnings/resolver.js';
import { LicenseWarningSubscriptionResolver } from './warnings/resolver-subscription.js';

export const licensesSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    ControllerResolver,
    ControllerSubscriptionResolver,
    BlacklistResolver,
    ...licenseDocumentResolvers,
    ...checkInResolvers,
    ...registryEdgeResolvers,
    ...licenseWarningResolvers,
    LicenseWarningSubscriptionResolver,
    LicenseStatusResolver,
    LicenseHistoryResolver,
    ...usageResolvers,
  ],
  entityStubs: [Endpoint, Domain],
  federationDirectives: ['@key', '@shareable', '@inaccessible', '@cost', '@listSize'],
  references: { Controller: controllerReference },
});
