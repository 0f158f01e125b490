import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccessResolver } from './resolver.js';
import { connectionResolvers } from './resolver-connections.js';
import { AccessMutationResolver } from './resolver-mutations.js';

export const accessSubgraphSchema = defineSubgraphSchema({
  resolvers: [AccessResolver, AccessMutationResolver, ...connectionResolvers],
  federationDirectives: ['@shareable', '@cost', '@listSize'],
});
