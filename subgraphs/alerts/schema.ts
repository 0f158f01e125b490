import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { alertReference, endpointReference } from './references.js';
import { AlertConnectionResolver, AlertResolver } from './resolver.js';
import { EndpointResolver } from './resolver-endpoint.js';
import { AlertMutationResolver } from './resolver-mutation.js';

export const alertsSchema = defineSubgraphSchema({
  resolvers: [AlertResolver, AlertConnectionResolver, EndpointResolver, AlertMutationResolver],
  federationDirectives: ['@key', '@shareable', '@tag', '@cost', '@listSize'],
  references: { Alert: alertReference, Endpoint: endpointReference },
});
