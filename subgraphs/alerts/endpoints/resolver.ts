import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import { dateOrNull } from '../../../platform/clock.js';
import {
  After,
  First,
  keyOfNodeId,
  nodeId,
  PermittedQuery,
  pageListSize,
  selectedFields,
} from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { connectionEndpointFields, endpointFields, loadEndpoint } from './fields.js';
import { type EndpointConnectionRecord, type EndpointRecord, listEndpoints, summarizeEndpoints } from './service.js';
import { Endpoint, EndpointConnection, EndpointFilter, EndpointSummary } from './types.js';

@Resolver(() => Endpoint)
export class EndpointResolver {
  @PermittedQuery('alerts.read', () => Endpoint, {
    nullable: true,
    description: 'Return one endpoint; null if the endpoint has no stored alerts, or if you may not access its tenant.',
  })
  async endpoint(
    @Arg('tenantId', () => ID, { description: 'Id of the tenant that the endpoint belongs to.' }) tenantId: string,
    @Arg('hostname', () => String, { description: 'Hostname, case-insensitive.' }) hostname: string,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord | null> {
    return await loadEndpoint(context, { tenantId, hostname }, endpointFields(selectedFields(info)));
  }

  @PermittedQuery('alerts.read', () => EndpointConnection, {
    description: 'List endpoints with exact counts, sorted by `lastAlertTime`, newest first.',
  })
  @Directive(pageListSize)
  async endpoints(
    @Arg('filter', () => EndpointFilter, { nullable: true, description: 'Filter; default: all endpoints.' })
    filter: EndpointFilter | null | undefined,
    @First('endpoints') first: number | null | undefined,
    @After('endpoints') after: string | null | undefined,
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

  @PermittedQuery('alerts.read', () => [EndpointSummary], {
    description:
      'Summarize the endpoints of the newest 10000 alerts, suppressed or not, sorted by `lastAlertTimeEpoch`, newest first.',
  })
  @Directive('@inaccessible')
  @Directive('@listSize(assumedSize: 1000)')
  async endpointSummaries(
    @Arg('tenantId', () => ID, {
      nullable: true,
      description: 'Id of the tenant. The empty string matches nothing. Default: all tenants.',
    })
    tenantId: string | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<EndpointSummary[]> {
    return await summarizeEndpoints(context, { tenantId });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() { tenantId, hostname }: EndpointRecord): string {
    return nodeId('Endpoint', tenantId, hostname);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Latest `lastSeen` of the alerts, suppressed or not; never null, because each endpoint has an alert.',
  })
  lastAlertTime(@Root() endpoint: Endpoint): Date | null {
    return dateOrNull(endpoint.lastAlertTimeEpoch);
  }
}

/**
 * Resolves an entity reference by key or global id; null if the endpoint does not exist or the caller may not read it.
 */
export function endpointReference(
  reference: { tenantId: string; hostname: string } | { id: string },
  context: AlertsContext,
  info: GraphQLResolveInfo,
): Promise<EndpointRecord | null> {
  const key = 'id' in reference ? endpointKey(reference.id) : reference;
  return loadEndpoint(context, key, endpointFields(selectedFields(info, 'Endpoint')));
}

function endpointKey(id: string): { tenantId: string; hostname: string } {
  const [tenantId = '', hostname = ''] = keyOfNodeId(id, { type: 'Endpoint', parts: 2 });
  return { tenantId, hostname };
}
