import { Arg, Ctx, Directive, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { NotificationsContext } from '../context.js';
import {
  type DeliveryConnection,
  listDeliveries,
  listRules,
  type RuleConnection,
  totalOfDeliveries,
  totalOfRules,
} from './service/lists.js';
import {
  NotificationDeliveryConnection,
  NotificationDeliveryFilter,
  NotificationRuleConnection,
  NotificationRuleFilter,
} from './types.js';

@Resolver()
class NotificationResolver {
  @PermittedQuery('notifications.read', () => NotificationRuleConnection, {
    description:
      'List notification rules, newest first. Analysts who are restricted to tenants see only the rules of these tenants. Requires the role `analyst` or `admin`.',
  })
  @Directive(pageListSize)
  async notificationRules(
    @Arg('filter', () => NotificationRuleFilter, { nullable: true, description: 'Filter; default: all rules.' })
    filter: NotificationRuleFilter | null | undefined,
    @First('rules') first: number | null | undefined,
    @After('rules') after: string | null | undefined,
    @Ctx() context: NotificationsContext,
  ): Promise<RuleConnection> {
    return await listRules(context.services, context, { filter, first, after });
  }

  @PermittedQuery('notifications.read', () => NotificationDeliveryConnection, {
    description:
      'List messages of notification rules, newest first. Analysts who are restricted to tenants see only the messages of the rules of these tenants. Requires the role `analyst` or `admin`.',
  })
  @Directive(pageListSize)
  async notificationDeliveries(
    @Arg('filter', () => NotificationDeliveryFilter, { nullable: true, description: 'Filter; default: all messages.' })
    filter: NotificationDeliveryFilter | null | undefined,
    @First('messages') first: number | null | undefined,
    @After('messages') after: string | null | undefined,
    @Ctx() context: NotificationsContext,
  ): Promise<DeliveryConnection> {
    return await listDeliveries(context.services, context, { filter, first, after });
  }
}

@Resolver(() => NotificationRuleConnection)
class NotificationRuleConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching rules on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() { criteria }: RuleConnection, @Ctx() context: NotificationsContext): Promise<number> {
    return await totalOfRules(context.services, context, criteria);
  }
}

@Resolver(() => NotificationDeliveryConnection)
class NotificationDeliveryConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching messages on all pages.' })
  @Directive('@cost(weight: 10)')
  async totalCount(@Root() { criteria }: DeliveryConnection, @Ctx() context: NotificationsContext): Promise<number> {
    return await totalOfDeliveries(context.services, context, criteria);
  }
}

export const notificationResolvers = [
  NotificationResolver,
  NotificationRuleConnectionResolver,
  NotificationDeliveryConnectionResolver,
];
