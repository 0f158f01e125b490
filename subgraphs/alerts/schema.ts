import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { alertReference, endpointReference } from './references.js';
import { AlertConnectionResolver, AlertResolver } from './resolver.js';
import { ControllerResolver } from './resolver-controller.js';
import { EndpointResolver } from './resolver-endpoint.js';
import { AlertMutationResolver } from './resolver-mutation.js';
import { Controller } from './types/index.js';

export const alertsSchema = defineSubgraphSchema({
  resolvers: [AlertResolver, AlertConnectionResolver, EndpointResolver, ControllerResolver, AlertMutationResolver],
  foreignEntities: [Controller],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@tag', '@cost', '@listSize'],
  references: { Alert: alertReference, Endpoint: endpointReference },
});
