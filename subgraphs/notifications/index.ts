import { defineSubgraph } from '../../platform/graph/index.js';
import type { NotificationsContext } from './context.js';
import { notificationsSubgraphSchema } from './schema.js';
import { notificationServices } from './service.js';

export { createNotificationJobs, notificationTotals } from './service.js';

/** The notifications subgraph: rules that send events of all domains to webhooks, email addresses and Slack. */
export const notificationsSubgraph = defineSubgraph<NotificationsContext>({
  name: 'notifications',
  isOfGateway: true,
  schema: notificationsSubgraphSchema,
  open(platform) {
    return { context: { services: notificationServices(platform) }, jobs: [] };
  },
});
