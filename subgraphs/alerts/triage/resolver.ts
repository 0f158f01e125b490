import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { After, First, PermittedQuery, selectedFields } from '../../../platform/graph/index.js';
import { attackCatalog, type Technique } from '../attack/index.js';
import { AttackTechnique } from '../attack/types.js';
import { callerAccess } from '../authorization.js';
import type { AlertsContext } from '../context.js';
import { Endpoint, type EndpointRecord, endpointFields, loadEndpoint } from '../endpoints/index.js';
import { personOf } from '../people/index.js';
import { AlertPerson } from '../people/types.js';
import { alertFields, connectionAlertFields } from './fields.js';
import { type AlertConnectionRecord, type AlertPageRecord, listAlerts, pageAlerts } from './service/list-alerts.js';
import type { AlertRecord, TransitionRecord, VerdictRecord } from './service/read-alerts.js';
import {
  alertsByIds,
  assignmentsOf,
  readAlert,
  relatedAlerts,
  transitionsOf,
  verdictsOf,
} from './service/read-alerts.js';
import { Alert, AlertAccess, AlertAssignment, AlertTransition, AlertVerdict } from './types.js';
import { AlertConnection, AlertFilter, AlertOrder, AlertPage } from './types-list.js';

export { connectionAlertFields } from './fields.js';

@Resolver(() => Alert)
export class AlertResolver {
  @PermittedQuery('alerts.read', () => Alert, {
    nullable: true,
    description:
      'Return one alert. If no alert has the id, or you may not read it, the result is null with the error `NOT_FOUND`.',
  })
  async alert(
    @Arg('id', () => ID, { description: 'UUID of the alert.' }) id: string,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertRecord> {
    return await readAlert(context, { id, fields: alertFields(selectedFields(info)) });
  }

  @PermittedQuery('alerts.read', () => AlertConnection, {
    description: 'List alerts, with counts, a histogram, response times and an ATT&CK matrix of all matching alerts.',
  })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async alerts(
    @Arg('filter', () => AlertFilter, {
      nullable: true,
      description: 'Filter; default: all alerts that are not suppressed.',
    })
    filter: AlertFilter | null | undefined,
    @Arg('orderBy', () => AlertOrder, { nullable: true, description: 'Sort order; default: newest first.' })
    orderBy: AlertOrder | null | undefined,
    @First('alerts') first: number | null | undefined,
    @After('alerts') after: string | null | undefined,
    @Arg('last', () => Int, {
      nullable: true,
      description:
        'Maximum number of alerts, counted back from `before` or from the end, 1–1000; mutually exclusive with `first`.',
    })
    last: number | null | undefined,
    @Arg('before', () => String, { nullable: true, description: 'Return alerts before this cursor.' })
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
      wantsTotal: selection.has('totalCount'),
    });
  }

  @PermittedQuery('alerts.read', () => AlertPage, { description: 'List alerts by offset.' })
  @Directive('@inaccessible')
  @Directive('@listSize(slicingArguments: ["limit"], sizedFields: ["nodes"], requireOneSlicingArgument: false)')
  async alertPage(
    @Arg('filter', () => AlertFilter, {
      nullable: true,
      description: 'Filter; default: all alerts that are not suppressed.',
    })
    filter: AlertFilter | null | undefined,
    @Arg('orderBy', () => AlertOrder, { nullable: true, description: 'Sort order; default: newest first.' })
    orderBy: AlertOrder | null | undefined,
    @Arg('limit', () => Int, { defaultValue: 100, description: 'Maximum number of alerts, 1–1000; default 100.' })
    limit: number,
    @Arg('offset', () => Int, { defaultValue: 0, description: 'Number of alerts to skip; default 0.' }) offset: number,
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

  @PermittedQuery('alerts.read', () => AlertAccess, {
    description:
      'Return your permissions on alerts. Fails with `UNAUTHENTICATED` or `FORBIDDEN` if you may not read alerts.',
  })
  alertAccess(
    @Arg('toChange', () => Boolean, {
      defaultValue: false,
      description: 'Whether the query also fails if you may read but not change alerts; default false.',
    })
    toChange: boolean,
    @Ctx() context: AlertsContext,
  ): AlertAccess {
    return callerAccess(context, { toChange });
  }

  @FieldResolver(() => [AttackTechnique], {
    description: 'MITRE ATT&CK techniques of all merged inferences, in order of appearance.',
  })
  @Directive('@listSize(assumedSize: 5)')
  techniques(@Root() alert: Alert): Technique[] {
    const { technique } = attackCatalog();
    return alert.ttpTechniques.map(technique);
  }

  @FieldResolver(() => AlertPerson, {
    nullable: true,
    description: 'Person or program to whom the alert is assigned; null if the alert is unassigned.',
  })
  assignee(@Root() alert: Alert & AlertRecord): AlertPerson | null {
    return personOf(alert.assigneeId, alert.assigneeName);
  }

  @FieldResolver(() => Endpoint, { description: 'Endpoint on which the attack was detected.' })
  endpoint(
    @Root() alert: Alert & Pick<AlertRecord, 'endpoint'>,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord | null> | EndpointRecord | null {
    // The result of a mutation does not contain the endpoint.
    if (alert.endpoint !== undefined) return alert.endpoint;
    const key = { tenantId: alert.tenantId, hostname: alert.endpointId };
    const fields = endpointFields(selectedFields(info));
    return fields.names.length === 0 ? key : loadEndpoint(context, key, fields);
  }

  @FieldResolver(() => [Alert], {
    description:
      'Alerts on other endpoints of the tenant whose inferences are at most `[alerts] correlation_window_seconds` seconds before or after those of this alert, most recently seen first; suppressed alerts are excluded.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async relatedAlerts(
    @Root() alert: Alert,
    @First('alerts', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertRecord[]> {
    const fields = alertFields(selectedFields(info));
    return await context
      .loader('relatedAlerts', (ids: string[]) => relatedAlerts(context, { ids, first, fields }), first, fields.key)
      .load(alert.id);
  }

  @FieldResolver(() => [AlertTransition], { description: 'All changes to the status, oldest first.' })
  @Directive('@listSize(assumedSize: 5)')
  async transitions(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<TransitionRecord[]> {
    return await context.loader('transitions', (ids: string[]) => transitionsOf(context, ids)).load(alert.id);
  }

  @FieldResolver(() => [AlertVerdict], { description: 'All verdicts, oldest first.' })
  @Directive('@listSize(assumedSize: 2)')
  async verdicts(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<VerdictRecord[]> {
    return await context.loader('verdicts', (ids: string[]) => verdictsOf(context, ids)).load(alert.id);
  }

  @FieldResolver(() => [AlertAssignment], { description: 'All changes to the assignee, oldest first.' })
  @Directive('@listSize(assumedSize: 2)')
  async assignments(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<AlertAssignment[]> {
    const rows = await context.loader('assignments', (ids: string[]) => assignmentsOf(context, ids)).load(alert.id);
    return rows.map(({ at, caller, via, ...row }) => {
      return { at, caller, via, from: personOf(row.fromId, row.fromName), to: personOf(row.toId, row.toName) };
    });
  }
}

/** Resolves a reference from another subgraph; null if the alert does not exist or the caller may not read it. */
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
