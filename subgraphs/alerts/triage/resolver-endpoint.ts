import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { Endpoint } from '../endpoints/index.js';
import { AlertStatus } from '../vocabulary.js';
import { connectionAlertFields } from './fields.js';
import type { AlertRecord } from './service/read-alerts.js';
import { alertIdsOfEndpoints, alertsOfEndpoints } from './service/read-alerts.js';
import { EndpointAlertConnection } from './types-list.js';

/** The fields of an endpoint that return its alerts. */
@Resolver(() => Endpoint)
export class EndpointAlertsResolver {
  @FieldResolver(() => EndpointAlertConnection, {
    description: 'Alerts of the endpoint, excluding suppressed alerts, newest first.',
  })
  @Directive(
    '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  @Directive('@cost(weight: 2)')
  async alerts(
    @Root() endpoint: Endpoint,
    @First('alerts', { defaultValue: 10, max: 100 }) first: number,
    @After('alerts') after: string | null | undefined,
    @Arg('status', () => [AlertStatus], {
      nullable: true,
      description: 'Only alerts with any of these statuses; an empty list matches nothing. Default: all statuses.',
    })
    status: AlertStatus[] | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ConnectionRecord<AlertRecord>> {
    const fields = connectionAlertFields(selectedFields(info));
    return await context
      .loader(
        'endpoint.alerts',
        (keys: { tenantId: string; hostname: string }[]) =>
          alertsOfEndpoints(context, { keys, first, after, status, fields }),
        first,
        after,
        status?.join(),
        fields.key,
      )
      .load(endpoint);
  }

  // For other domains, which store only the ids of alerts. Clients use `alerts`.
  @FieldResolver(() => [ID], {
    description: 'Ids of the newest alerts that are not suppressed, newest first; at most 10000.',
  })
  @Directive('@inaccessible')
  async alertIds(@Root() endpoint: Endpoint, @Ctx() context: AlertsContext): Promise<string[]> {
    return await context
      .loader('endpoint.alertIds', (keys: { tenantId: string; hostname: string }[]) =>
        alertIdsOfEndpoints(context, keys),
      )
      .load(endpoint);
  }
}
