import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { controllerReference } from './references.js';
import { BlacklistResolver, ControllerResolver, LicenseStatusResolver, RequestRateResolver } from './resolver.js';
import { LicenseMutationResolver } from './resolver-mutation.js';

export const licensesSchema = defineSubgraphSchema({
  resolvers: [
    ControllerResolver,
    LicenseStatusResolver,
    BlacklistResolver,
    RequestRateResolver,
    LicenseMutationResolver,
  ],
  federationDirectives: ['@key', '@shareable', '@cost', '@listSize'],
  references: { Controller: controllerReference },
});
