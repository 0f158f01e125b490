import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { notificationResolvers } from './administration/resolver.js';
import { NotificationMutationResolver } from './administration/resolver-mutations.js';

export const notificationsSubgraphSchema = defineSubgraphSchema({
  resolvers: [...notificationResolvers, NotificationMutationResolver],
  federationDirectives: ['@shareable', '@cost', '@listSize'],
});
