import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, ID, Info, Resolver } from 'type-graphql';
import {
  PermittedQuery,
  PermittedSubscription,
  rejectSubscription,
  selectedFields,
} from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { alertFields } from './fields.js';
import { changedAlerts } from './service/list-alerts.js';
import type { AlertRecord } from './service/read-alerts.js';
import { Alert } from './types.js';
import { AlertFilter } from './types-list.js';

/** The subscription that reports opened and changed alerts. */
@Resolver(() => Alert)
export class AlertSubscriptionResolver {
  @PermittedSubscription('alerts.read', () => Alert, {
    description:
      'Send an alert when it is opened or changed, if it matches the filter after the change. Only alerts of tenants that you may read are sent.',
  })
  alertChanged(
    @Arg('filter', () => AlertFilter, {
      nullable: true,
      description: 'Filter; default: all alerts that are not suppressed.',
    })
    _filter: AlertFilter | null | undefined,
  ): Alert {
    return rejectSubscription();
  }

  @PermittedQuery('alerts.read', () => [Alert], {
    nullable: 'itemsAndList',
    description:
      'Return the alerts with these ids, in the order of the ids; null for each id if the alert does not exist or does not match the filter, or if you may not read it.',
  })
  @Directive('@inaccessible')
  async changedAlerts(
    @Arg('ids', () => [ID], { description: 'UUIDs of alerts.' }) ids: string[],
    @Arg('filter', () => AlertFilter, {
      nullable: true,
      description: 'Filter; default: all alerts that are not suppressed.',
    })
    filter: AlertFilter | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(AlertRecord | null)[]> {
    return await changedAlerts(context, { ids, filter, fields: alertFields(selectedFields(info)) });
  }
}
