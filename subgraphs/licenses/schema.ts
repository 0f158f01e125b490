import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { controllerReference } from './references.js';
import { BlacklistResolver, ControllerResolver, LicenseStatusResolver, RequestRateResolver } from './resolver.js';
import { EndpointResolver } from './resolver-endpoint.js';
import { LicenseMutationResolver } from './resolver-mutation.js';
import { Endpoint } from './types/index.js';

export const licensesSchema = defineSubgraphSchema({
  resolvers: [
    ControllerResolver,
    LicenseStatusResolver,
    BlacklistResolver,
    RequestRateResolver,
    EndpointResolver,
    LicenseMutationResolver,
  ],
  foreignEntities: [Endpoint],
  federationDirectives: ['@key', '@shareable', '@cost', '@listSize'],
  references: { Controller: controllerReference },
});
