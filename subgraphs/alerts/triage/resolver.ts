import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import { readAccess } from '../authorisation.js';
import type { AlertsContext } from '../context.js';
import { Endpoint, type EndpointRecord, endpointFields, loadEndpoint } from '../endpoints/index.js';
import { alertFields, connectionAlertFields } from './fields.js';
import { type AlertConnectionRecord, type AlertPageRecord, listAlerts, pageAlerts } from './service/list-alerts.js';
import type { AlertRecord, TransitionRecord, VerdictRecord } from './service/read-alerts.js';
import { alertsByIds, readAlert, relatedAlerts, transitionsOf, verdictsOf } from './service/read-alerts.js';
import { Alert, AlertAccess, AlertTransition, AlertVerdict } from './types.js';
import { AlertConnection, AlertFilter, AlertOrder, AlertPage } from './types-list.js';

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
    return await readAlert(context, { id, fields: alertFields(selectedFields(info)) });
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
    return await listAlerts(context, {
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
    return await pageAlerts(context, {
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
  alertAccess(
    @Arg('toChange', () => Boolean, {
      defaultValue: false,
      description: 'Fail for callers who may not change alerts, too.',
    })
    toChange: boolean,
    @Ctx() context: AlertsContext,
  ): AlertAccess {
    return readAccess(context, { toChange });
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
      .loader('relatedAlerts', (ids: string[]) => relatedAlerts(context, { ids, first, fields }), first, fields.key)
      .load(alert.id);
  }

  @FieldResolver(() => [AlertTransition], { description: 'Every change of its status, the oldest first.' })
  @Directive('@listSize(assumedSize: 5)')
  async transitions(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<TransitionRecord[]> {
    return await context.loader('transitions', (ids: string[]) => transitionsOf(context, ids)).load(alert.id);
  }

  @FieldResolver(() => [AlertVerdict], { description: 'Every verdict on it, the oldest first.' })
  @Directive('@listSize(assumedSize: 2)')
  async verdicts(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<VerdictRecord[]> {
    return await context.loader('verdicts', (ids: string[]) => verdictsOf(context, ids)).load(alert.id);
  }
}

/** The alert that another subgraph refers to; null when the caller knows none with this id. */
export function alertReference(
  reference: { id: string },
  context: AlertsContext,
  info: GraphQLResolveInfo,
): Promise<AlertRecord | null> {
  const fields = alertFields(selectedFields(info, 'Alert'));
  return context
    .loader('alert', (ids: string[]) => alertsByIds(context, { ids, fields }), fields.key)
    .load(reference.id);
}
