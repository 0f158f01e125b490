import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AccessResolver } from './resolver.js';
import {
  OperatorTokenConnectionResolver,
  PersonConnectionResolver,
  SessionConnectionResolver,
} from './resolver-connections.js';
import { AccessMutationResolver } from './resolver-mutations.js';

export const accessSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    AccessResolver,
    AccessMutationResolver,
    OperatorTokenConnectionResolver,
    SessionConnectionResolver,
    PersonConnectionResolver,
  ],
  federationDirectives: ['@shareable', '@cost', '@listSize'],
});
