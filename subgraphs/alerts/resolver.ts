import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../platform/graph/index.js';
import { type AlertsContext, loadEndpoint } from './context.js';
import { alertFields, connectionAlertFields, endpointFields } from './fields.js';
import type { AlertRecord, EndpointRecord, TransitionRecord, VerdictRecord } from './records.js';
import type { AlertConnectionRecord, AlertPageRecord, FacetsRecord, HistogramBucket } from './service/index.js';
import {
  Alert,
  AlertAccess,
  AlertConnection,
  AlertFacets,
  AlertFilter,
  AlertHistogramBucket,
  AlertOrder,
  AlertPage,
  AlertStoreStatus,
  AlertTransition,
  AlertVerdict,
  Endpoint,
  ModelPrecision,
} from './types/index.js';
import { AlertTime, HistogramInterval } from './vocabulary.js';

/** A row holds its times as the wire speaks them; the reader of the row asked for the one it needs. */
function dateOf(epochSeconds: number | undefined): Date {
  return new Date((epochSeconds ?? Number.NaN) * 1000);
}

@Resolver(() => Alert)
export class AlertResolver {
  @Query(() => Alert, {
    nullable: true,
    description: 'One alert. An id that is not known gives null and an error with the code NOT_FOUND.',
  })
  async alert(
    @Arg('id', () => ID, { description: 'UUID of the alert.' }) id: string,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertRecord> {
    return await context.service.readAlert(context, { id, fields: alertFields(selectedFields(info)) });
  }

  @Query(() => AlertConnection, { description: 'Alerts by cursor, with counts beside them.' })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async alerts(
    @Arg('filter', () => AlertFilter, { nullable: true, description: 'Which alerts.' }) filter:
      | AlertFilter
      | null
      | undefined,
    @Arg('orderBy', () => AlertOrder, { nullable: true, description: 'The newest first when not given.' })
    orderBy: AlertOrder | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Arg('last', () => Int, { nullable: true, description: 'Size of a page taken from the end, instead of `first`.' })
    last: number | null | undefined,
    @Arg('before', () => String, { nullable: true, description: 'Only what precedes this cursor.' })
    before: string | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertConnectionRecord> {
    const selection = selectedFields(info);
    return await context.service.listAlerts(context, {
      filter,
      orderBy,
      page: { first, after, last, before },
      fields: connectionAlertFields(selection),
      wantsItems: selection.has('edges') || selection.has('nodes') || selection.has('pageInfo'),
    });
  }

  @Query(() => AlertPage, {
    description: 'Alerts by offset, as the documented path lists them.',
    deprecationReason: 'Use `alerts`: its cursors hold while alerts come, and cost the same on every page.',
  })
  @Directive('@listSize(slicingArguments: ["limit"], sizedFields: ["nodes"], requireOneSlicingArgument: false)')
  async alertPage(
    @Arg('filter', () => AlertFilter, { nullable: true, description: 'Which alerts.' }) filter:
      | AlertFilter
      | null
      | undefined,
    @Arg('orderBy', () => AlertOrder, { nullable: true, description: 'The newest first when not given.' })
    orderBy: AlertOrder | null | undefined,
    @Arg('limit', () => Int, { defaultValue: 100, description: 'Size of the page, 1 to 1000.' }) limit: number,
    @Arg('offset', () => Int, { defaultValue: 0, description: 'Alerts to leave out before the page.' }) offset: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertPageRecord> {
    const selection = selectedFields(info);
    return await context.service.pageAlerts(context, {
      filter,
      orderBy,
      limit,
      offset,
      fields: alertFields(selection.below('nodes')),
      wantsItems: selection.has('nodes'),
      wantsTotal: selection.has('total'),
    });
  }

  @Query(() => AlertAccess, {
    description: 'What the caller may see; fails for callers who may see nothing. Asks no database.',
  })
  alertAccess(@Ctx() context: AlertsContext): AlertAccess {
    return context.service.readAccess(context);
  }

  @Query(() => AlertStoreStatus, { description: 'Liveness of the alert store and how many alerts it holds.' })
  async alertStore(@Ctx() context: AlertsContext): Promise<AlertStoreStatus> {
    return await context.service.storeStatus(context);
  }

  @Query(() => [ModelPrecision], { description: 'Precision of every model that has verdicts, by name of the model.' })
  @Directive('@listSize(assumedSize: 20)')
  async modelPrecision(
    @Arg('tenantId', () => ID, { nullable: true, description: 'Only alerts of this tenant.' }) tenantId:
      | string
      | null
      | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<ModelPrecision[]> {
    return await context.service.modelPrecision(context, { tenantId });
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Time of the first contributing inference.' })
  firstSeen(@Root() alert: Alert): Date {
    return dateOf(alert.firstSeenEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Time of the latest contributing inference.' })
  lastSeen(@Root() alert: Alert): Date {
    return dateOf(alert.lastSeenEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'When the alert was opened.' })
  createdAt(@Root() alert: Alert): Date {
    return dateOf(alert.createdAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'When the alert last changed.' })
  updatedAt(@Root() alert: Alert): Date {
    return dateOf(alert.updatedAtEpoch);
  }

  @FieldResolver(() => Endpoint, { description: 'The endpoint that the alert is about.' })
  endpoint(
    @Root() alert: Alert & Pick<AlertRecord, 'endpoint'>,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord | null> | EndpointRecord | null {
    // An alert that was just changed comes without it.
    if (alert.endpoint !== undefined) return alert.endpoint;
    const key = { tenantId: alert.tenantId, hostname: alert.endpointId };
    const fields = endpointFields(selectedFields(info));
    return fields.names.length === 0 ? key : loadEndpoint(context, key, fields);
  }

  @FieldResolver(() => [Alert], {
    description: 'Alerts of `relatedEndpoints` within the correlation window of this one, the latest seen first.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async relatedAlerts(
    @Root() alert: Alert,
    @Arg('first', () => Int, { defaultValue: 20, description: 'At most so many, 1 to 100.' }) first: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertRecord[]> {
    const fields = alertFields(selectedFields(info));
    return await context
      .loader(
        'relatedAlerts',
        (ids: string[]) => context.service.relatedAlerts(context, { ids, first, fields }),
        first,
        fields.key,
      )
      .load(alert.id);
  }

  @FieldResolver(() => [AlertTransition], { description: 'Every change of its status, the oldest first.' })
  @Directive('@listSize(assumedSize: 5)')
  async transitions(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<TransitionRecord[]> {
    return await context
      .loader('transitions', (ids: string[]) => context.service.transitionsOf(context, ids))
      .load(alert.id);
  }

  @FieldResolver(() => [AlertVerdict], { description: 'Every verdict on it, the oldest first.' })
  @Directive('@listSize(assumedSize: 2)')
  async verdicts(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<VerdictRecord[]> {
    return await context.loader('verdicts', (ids: string[]) => context.service.verdictsOf(context, ids)).load(alert.id);
  }
}

@Resolver(() => AlertConnection)
export class AlertConnectionResolver {
  @FieldResolver(() => Int, { description: 'Alerts that match, on all pages; exact.' })
  @Directive('@cost(weight: 200)')
  async totalCount(@Root() connection: AlertConnectionRecord, @Ctx() context: AlertsContext): Promise<number> {
    return await context.service.countAlerts(context, connection.filter);
  }

  @FieldResolver(() => AlertFacets, { description: 'Counts by value of the alerts that match.' })
  @Directive('@cost(weight: 500)')
  async facets(
    @Root() connection: AlertConnectionRecord,
    @Arg('top', () => Int, {
      defaultValue: 10,
      description: 'At most so many values of `endpoint`, `technique` and `model` each, 1 to 100.',
    })
    top: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FacetsRecord> {
    const facets = selectedFields(info).names;
    return await context.service.countFacets(context, { filter: connection.filter, top, facets });
  }

  @FieldResolver(() => [AlertHistogramBucket], {
    description:
      'Counts of the alerts that match by time, without gaps from the first to the last; at most 1000 buckets.',
  })
  @Directive('@cost(weight: 20)')
  @Directive('@listSize(assumedSize: 100)')
  async histogram(
    @Root() connection: AlertConnectionRecord,
    @Arg('interval', () => HistogramInterval, {
      nullable: true,
      description: 'Width of a bucket; HOUR when neither this nor `intervalSeconds` is given.',
    })
    interval: HistogramInterval | null | undefined,
    @Arg('intervalSeconds', () => Int, {
      nullable: true,
      description: 'Width of a bucket in seconds, instead of `interval`.',
    })
    intervalSeconds: number | null | undefined,
    @Arg('by', () => AlertTime, { nullable: true, description: 'The moment that counts; FIRST_SEEN when not given.' })
    by: AlertTime | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<HistogramBucket[]> {
    const { filter } = connection;
    return await context.service.countByTime(context, { filter, interval, intervalSeconds, by });
  }
}
