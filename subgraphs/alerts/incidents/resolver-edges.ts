import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { AlertsContext } from '../context.js';
import { personOf } from '../people/index.js';
import { AlertPerson } from '../people/types.js';
import { Alert } from '../triage/types.js';
import { loadIncident } from './resolver.js';
import { roundedDate } from './rules.js';
import type { EntryRow, IncidentRow } from './service/read-incidents.js';
import { Incident, IncidentEntry } from './types.js';

@Resolver(() => IncidentEntry)
class IncidentEntryResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'Time of the change.' })
  at(@Root() entry: EntryRow): Date {
    return roundedDate(entry.at);
  }

  @FieldResolver(() => AlertPerson, {
    nullable: true,
    description: 'Person or program that made the change; null if Rampart made the change automatically.',
  })
  actor(@Root() { callerId, caller }: EntryRow): AlertPerson | null {
    return personOf(callerId, caller);
  }

  @FieldResolver(() => Incident, {
    nullable: true,
    description:
      'Incident that was changed: the one whose timeline is queried, or an incident that was merged into it. Null if you may no longer read it.',
  })
  async incident(@Root() entry: EntryRow, @Ctx() context: AlertsContext): Promise<IncidentRow | null> {
    return await loadIncident(context, entry.incidentId);
  }

  @FieldResolver(() => Incident, {
    nullable: true,
    description: 'The other incident of a merge or split; null for other entries.',
  })
  async other(@Root() { otherId }: EntryRow, @Ctx() context: AlertsContext): Promise<IncidentRow | null> {
    return otherId === null ? null : await loadIncident(context, otherId);
  }
}

@Resolver(() => Alert)
class AlertIncidentResolver {
  @FieldResolver(() => Incident, {
    nullable: true,
    description: 'Incident that the alert belongs to; null if it belongs to none.',
  })
  async incident(
    @Root() { incidentId }: Alert & { incidentId?: string | null },
    @Ctx() context: AlertsContext,
  ): Promise<IncidentRow | null> {
    return incidentId === null || incidentId === undefined ? null : await loadIncident(context, incidentId);
  }
}

export const incidentEdgeResolvers = [IncidentEntryResolver, AlertIncidentResolver];
