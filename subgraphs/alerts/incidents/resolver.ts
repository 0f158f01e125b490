import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { dateOrNull } from '../../../platform/clock.js';
import type { ConnectionRecord } from '../../../platform/connection.js';
import {
  After,
  First,
  keyOfNodeId,
  nodeId,
  PermittedQuery,
  PermittedSubscription,
  pageListSize,
  rejectSubscription,
  selectedFields,
} from '../../../platform/graph/index.js';
import { attackCatalog } from '../attack/index.js';
import type { AlertsContext } from '../context.js';
import { personOf } from '../people/index.js';
import { AlertPerson } from '../people/types.js';
import { type AlertRecord, alertsOfIncidents } from '../triage/index.js';
import { connectionAlertFields } from '../triage/resolver.js';
import { IncidentOrderField } from '../vocabulary.js';
import { roundedDate } from './rules.js';
import {
  changedIncidents,
  countsOf,
  type EntryRow,
  type IncidentRow,
  incidentsByIds,
  listIncidents,
  type MemberCounts,
  readIncident,
  successorsOf,
  timelinesOf,
  valuesOf,
} from './service/read-incidents.js';
import {
  Incident,
  IncidentAlertConnection,
  IncidentConnection,
  IncidentEntryConnection,
  IncidentFilter,
  IncidentValueCount,
} from './types.js';

/** The UUID in the global id of an incident. */
export function incidentKey(id: string): string {
  return keyOfNodeId(id, { type: 'Incident', parts: 1 })[0] ?? '';
}

/** Loads an incident by its UUID, batched with the other incidents on the same level of the query. */
export function loadIncident(context: AlertsContext, id: string): Promise<IncidentRow | null> {
  return context.loader('incident', (ids: string[]) => incidentsByIds(context, ids)).load(id);
}

/** Resolves an entity reference by global id; null if the incident does not exist or the caller may not read it. */
export function incidentReference({ id }: { id: string }, context: AlertsContext): Promise<IncidentRow | null> {
  return loadIncident(context, incidentKey(id));
}

@Resolver(() => Incident)
export class IncidentResolver {
  @PermittedQuery('alerts.read', () => Incident, {
    nullable: true,
    description:
      'Return one incident, even if it was merged into another incident (see `mergedInto`). If no incident has the id, or you may not read it, the result is null with the error `NOT_FOUND`.',
  })
  async incident(
    @Arg('id', () => ID, { description: 'Global id of the incident.' }) id: string,
    @Ctx() context: AlertsContext,
  ): Promise<IncidentRow> {
    return await readIncident(context, incidentKey(id));
  }

  @PermittedQuery('alerts.read', () => IncidentConnection, {
    description: 'List incidents, in descending order of `orderBy`.',
  })
  @Directive(pageListSize)
  async incidents(
    @Arg('filter', () => IncidentFilter, {
      nullable: true,
      description: 'Filter; default: all incidents that were not merged into others.',
    })
    filter: IncidentFilter | null | undefined,
    @Arg('orderBy', () => IncidentOrderField, { nullable: true, description: 'Sort key; default UPDATED_AT.' })
    orderBy: IncidentOrderField | null | undefined,
    @First('incidents') first: number | null | undefined,
    @After('incidents') after: string | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ConnectionRecord<IncidentRow>> {
    const wantsTotal = selectedFields(info).has('totalCount');
    return await listIncidents(context, { filter, orderBy, first, after, wantsTotal });
  }

  @PermittedSubscription('alerts.read', () => Incident, {
    description:
      'Send an incident when it is opened or changed, if it matches the filter after the change. Changes to the alerts of the incident are events of `alertChanged`.',
  })
  incidentChanged(
    @Arg('filter', () => IncidentFilter, {
      nullable: true,
      description: 'Filter; default: all incidents that were not merged into others.',
    })
    _filter: IncidentFilter | null | undefined,
  ): Incident {
    return rejectSubscription();
  }

  @PermittedQuery('alerts.read', () => [Incident], {
    nullable: 'itemsAndList',
    description:
      'Return the incidents with these ids, in the order of the ids; null for an id if the incident does not exist, does not match the filter, or belongs to another tenant.',
  })
  @Directive('@inaccessible')
  async changedIncidents(
    @Arg('ids', () => [ID], { description: 'UUIDs of incidents.' }) ids: string[],
    @Arg('filter', () => IncidentFilter, {
      nullable: true,
      description: 'Filter; default: all incidents that were not merged into others.',
    })
    filter: IncidentFilter | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<(IncidentRow | null)[]> {
    return await changedIncidents(context, { ids, filter });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() incident: IncidentRow): string {
    return nodeId('Incident', incident.id);
  }

  @FieldResolver(() => AlertPerson, {
    nullable: true,
    description: 'Person or program to whom the incident is assigned; null if the incident is unassigned.',
  })
  owner(@Root() { ownerId, ownerName }: IncidentRow): AlertPerson | null {
    return personOf(ownerId, ownerName);
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Time when the incident was opened.' })
  createdAt(@Root() incident: IncidentRow): Date {
    return roundedDate(incident.createdAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    description:
      'Time of the last change to the title, status, owner, comments or set of alerts. Each change sets a later time; pass the value as `expectedUpdatedAt` to detect concurrent changes.',
  })
  updatedAt(@Root() incident: IncidentRow): Date {
    return roundedDate(incident.updatedAtEpoch);
  }

  @FieldResolver(() => Incident, {
    nullable: true,
    description:
      'Incident that now contains the alerts, after one or more merges; null if this incident was not merged.',
  })
  async mergedInto(@Root() incident: IncidentRow, @Ctx() context: AlertsContext): Promise<IncidentRow | null> {
    if (incident.mergedIntoId === null) return null;
    return await context.loader('mergedInto', (ids: string[]) => successorsOf(context, ids)).load(incident.id);
  }

  @FieldResolver(() => Int, { description: 'Number of alerts in the incident, suppressed or not.' })
  async alertCount(@Root() incident: IncidentRow, @Ctx() context: AlertsContext): Promise<number> {
    return (await loadCounts(context, incident)).alertCount;
  }

  @FieldResolver(() => Int, {
    description:
      'Number of alerts in the incident with the status OPEN, ACKNOWLEDGED or INVESTIGATING, suppressed or not.',
  })
  async openAlertCount(@Root() incident: IncidentRow, @Ctx() context: AlertsContext): Promise<number> {
    return (await loadCounts(context, incident)).openAlertCount;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the earliest inference of the alerts; null if the incident contains no alerts.',
  })
  async firstSeen(@Root() incident: IncidentRow, @Ctx() context: AlertsContext): Promise<Date | null> {
    const { firstSeenEpoch } = await loadCounts(context, incident);
    return dateOrNull(firstSeenEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the latest inference of the alerts; null if the incident contains no alerts.',
  })
  async lastSeen(@Root() incident: IncidentRow, @Ctx() context: AlertsContext): Promise<Date | null> {
    const { lastSeenEpoch } = await loadCounts(context, incident);
    return dateOrNull(lastSeenEpoch);
  }

  @FieldResolver(() => [IncidentValueCount], {
    description: 'Endpoints with their number of alerts in the incident, most alerts first, then by hostname.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async endpoints(
    @Root() incident: IncidentRow,
    @First('endpoints', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<IncidentValueCount[]> {
    const found = await context
      .loader('incident.endpoints', (ids: string[]) => valuesOf(context, { ids, of: 'endpoint', first }), first)
      .load(incident.id);
    return found.map(({ value, count }) => ({ value, count, name: null }));
  }

  @FieldResolver(() => [IncidentValueCount], {
    description: 'Techniques with their number of alerts in the incident, most alerts first, then by identifier.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async techniques(
    @Root() incident: IncidentRow,
    @First('techniques', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<IncidentValueCount[]> {
    const { technique } = attackCatalog();
    const found = await context
      .loader('incident.techniques', (ids: string[]) => valuesOf(context, { ids, of: 'technique', first }), first)
      .load(incident.id);
    return found.map(({ value, count }) => ({ value, count, name: technique(value).name }));
  }

  @FieldResolver(() => IncidentAlertConnection, {
    description: 'Alerts of the incident, most severe first; alerts of equal severity are sorted newest first.',
  })
  @Directive(
    '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  @Directive('@cost(weight: 2)')
  async alerts(
    @Root() incident: IncidentRow,
    @First('alerts', { defaultValue: 20, max: 100 }) first: number,
    @After('alerts') after: string | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ConnectionRecord<AlertRecord>> {
    const fields = connectionAlertFields(selectedFields(info));
    const load = (ids: string[]) => alertsOfIncidents(context, { ids, first, after, fields });
    return await context.loader('incident.alerts', load, first, after, fields.key).load(incident.id);
  }

  @FieldResolver(() => IncidentEntryConnection, {
    description:
      'Entries in the timelines of the incident and of the incidents that were merged into it, newest first.',
  })
  @Directive(
    '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async timeline(
    @Root() incident: IncidentRow,
    @First('entries', { defaultValue: 20, max: 100 }) first: number,
    @After('entries') after: string | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<ConnectionRecord<EntryRow>> {
    return await context
      .loader('timeline', (ids: string[]) => timelinesOf(context, { ids, first, after }), first, after)
      .load(incident.id);
  }
}

type Counts = Pick<MemberCounts, 'alertCount' | 'openAlertCount'> & {
  firstSeenEpoch: number | null;
  lastSeenEpoch: number | null;
};

function loadCounts(context: AlertsContext, { id }: IncidentRow): Promise<Counts> {
  return context.loader('incident.counts', (ids: string[]) => countsOf(context, ids)).load(id);
}
