import { defineSubgraphSchema } from '../../platform/graph/index.js';
import {
  NotificationDeliveryConnectionResolver,
  NotificationResolver,
  NotificationRuleConnectionResolver,
} from './administration/resolver.js';
import { NotificationMutationResolver } from './administration/resolver-mutations.js';

export const notificationsSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    NotificationResolver,
    NotificationMutationResolver,
    NotificationRuleConnectionResolver,
    NotificationDeliveryConnectionResolver,
  ],
  federationDirectives: ['@shareable', '@cost', '@listSize'],
});
