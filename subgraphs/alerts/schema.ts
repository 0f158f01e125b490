import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { alertReference, endpointReference } from './references.js';
import { AlertConnectionResolver, AlertResolver } from './resolver.js';
import { EndpointResolver } from './resolver-endpoint.js';
import { ControllerResolver, DomainResolver } from './resolver-foreign.js';
import { AlertMutationResolver } from './resolver-mutation.js';
import { Controller, Domain } from './types/index.js';

export const alertsSchema = defineSubgraphSchema({
  resolvers: [
    AlertResolver,
    AlertConnectionResolver,
    EndpointResolver,
    ControllerResolver,
    DomainResolver,
    AlertMutationResolver,
  ],
  foreignEntities: [Controller, Domain],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@inaccessible', '@tag', '@cost', '@listSize'],
  references: { Alert: alertReference, Endpoint: endpointReference },
});
