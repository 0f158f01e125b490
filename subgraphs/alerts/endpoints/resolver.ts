import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { connectionEndpointFields, endpointFields, loadEndpoint } from './fields.js';
import { type EndpointConnectionRecord, type EndpointRecord, listEndpoints, summarizeEndpoints } from './service.js';
import { Endpoint, EndpointConnection, EndpointFilter, EndpointSummary } from './types.js';

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
    return await listEndpoints(context, {
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
    return await summarizeEndpoints(context, { tenantId });
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Greatest `lastSeen` of its alerts; null when it has none any more.',
  })
  lastAlertTime(@Root() endpoint: Endpoint): Date | null {
    const epoch = endpoint.lastAlertTimeEpoch;
    return epoch === null || epoch === undefined ? null : new Date(epoch * 1000);
  }
}

/** The endpoint that another subgraph refers to; null when the caller knows none of this name. */
export function endpointReference(
  reference: { tenantId: string; hostname: string },
  context: AlertsContext,
  info: GraphQLResolveInfo,
): Promise<EndpointRecord | null> {
  return loadEndpoint(context, reference, endpointFields(selectedFields(info, 'Endpoint')));
}
