import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { controllerReference } from './references.js';
import { BlacklistResolver, ControllerResolver, LicenseStatusResolver, RequestRateResolver } from './resolver.js';
import { DomainResolver, EndpointResolver } from './resolver-foreign.js';
import { LicenseMutationResolver } from './resolver-mutation.js';
import { Domain, Endpoint } from './types/index.js';

export const licensesSchema = defineSubgraphSchema({
  resolvers: [
    ControllerResolver,
    LicenseStatusResolver,
    BlacklistResolver,
    RequestRateResolver,
    EndpointResolver,
    DomainResolver,
    LicenseMutationResolver,
  ],
  foreignEntities: [Endpoint, Domain],
  federationDirectives: ['@key', '@shareable', '@cost', '@listSize'],
  references: { Controller: controllerReference },
});
