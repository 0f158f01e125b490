import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../platform/graph/index.js';
import { type AlertsContext, loadEndpoint } from './context.js';
import { alertFields, connectionEndpointFields, endpointFields } from './fields.js';
import type { AlertRecord, EndpointRecord } from './records.js';
import type { EndpointConnectionRecord } from './service/index.js';
import { Alert, Endpoint, EndpointConnection, EndpointFilter, EndpointSummary } from './types/index.js';
import { AlertStatus } from './vocabulary.js';

@Resolver(() => Endpoint)
export class EndpointResolver {
  @Query(() => Endpoint, { nullable: true, description: 'One endpoint; null when it has never alerted.' })
  async endpoint(
    @Arg('tenantId', () => ID, { description: 'Its tenant.' }) tenantId: string,
    @Arg('hostname', () => String, { description: 'Its hostname, in any case.' }) hostname: string,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord | null> {
    return await loadEndpoint(context, { tenantId, hostname }, endpointFields(selectedFields(info)));
  }

  @Query(() => EndpointConnection, {
    description: 'Endpoints with exact figures, the one with the newest alert first.',
  })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async endpoints(
    @Arg('filter', () => EndpointFilter, { nullable: true, description: 'Which endpoints.' })
    filter: EndpointFilter | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointConnectionRecord> {
    const selection = selectedFields(info);
    return await context.service.listEndpoints(context, {
      filter,
      first,
      after,
      fields: connectionEndpointFields(selection),
      wantsItems: selection.has('edges') || selection.has('nodes') || selection.has('pageInfo'),
      wantsTotal: selection.has('totalCount'),
    });
  }

  @Query(() => [EndpointSummary], {
    description:
      'One row per endpoint, computed from the newest 10000 alerts only, the newest first, as the documented path lists them.',
    deprecationReason: 'Use `endpoints`: it is exact, has pages and leads to the other domains.',
  })
  @Directive('@listSize(assumedSize: 1000)')
  async endpointSummaries(
    @Arg('tenantId', () => ID, {
      nullable: true,
      description: 'Only this tenant. The empty string matches nothing.',
    })
    tenantId: string | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<EndpointSummary[]> {
    return await context.service.summarizeEndpoints(context, { tenantId });
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Greatest `lastSeen` of its alerts; null when it has none any more.',
  })
  lastAlertTime(@Root() endpoint: Endpoint): Date | null {
    const epoch = endpoint.lastAlertTimeEpoch;
    return epoch === null || epoch === undefined ? null : new Date(epoch * 1000);
  }

  @FieldResolver(() => [Alert], { description: 'Its alerts, the newest first.' })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async alerts(
    @Root() endpoint: Endpoint,
    @Arg('first', () => Int, { defaultValue: 10, description: 'At most so many, 1 to 100.' }) first: number,
    @Arg('status', () => [AlertStatus], { nullable: true, description: 'Only these statuses.' })
    status: AlertStatus[] | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertRecord[]> {
    const fields = alertFields(selectedFields(info));
    return await context
      .loader(
        'endpoint.alerts',
        (keys: { tenantId: string; hostname: string }[]) =>
          context.service.alertsOfEndpoints(context, { keys, first, status, fields }),
        first,
        status?.join(),
        fields.key,
      )
      .load(endpoint);
  }

  // For other domains, which know alerts by their ids only. Clients have `alerts`.
  @FieldResolver(() => [ID], { description: 'Ids of its newest alerts, at most 10000.' })
  @Directive('@inaccessible')
  async alertIds(@Root() endpoint: Endpoint, @Ctx() context: AlertsContext): Promise<string[]> {
    return await context
      .loader('endpoint.alertIds', (keys: { tenantId: string; hostname: string }[]) =>
        context.service.alertIdsOfEndpoints(context, keys),
      )
      .load(endpoint);
  }
}
