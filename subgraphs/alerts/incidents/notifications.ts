import type { NotificationKindName, NotificationSource, Occurrence } from '../../../platform/notification-source.js';
import { type IncidentRow, selectIncidents } from './repository/incidents.js';

/** The data of an event that the trigger on `incident` writes. */
interface IncidentEvent {
  readonly change: 'opened' | 'changed';
  readonly ids: readonly string[];
}

/** Converts events of incidents that were opened or changed to occurrences with the current state of the incident. */
export const incidentSource: NotificationSource = {
  eventType: 'incidents',
  kinds: ['incident.opened', 'incident.changed'],
  async occurrencesOf(executor, events, requestedKinds) {
    // The trigger writes this shape.
    const incidentEvents = events.map(({ data }) => JSON.parse(data) as IncidentEvent);
    const ids = incidentEvents.filter(({ change }) => requestedKinds.has(kindOf(change))).flatMap((event) => event.ids);
    const found = ids.length === 0 ? [] : await selectIncidents(executor, { ids: [...new Set(ids)], tenants: null });
    const byId = new Map(found.map((incident) => [incident.id, incident]));
    return incidentEvents.map(({ change, ids }) =>
      ids.flatMap((id) => {
        const incident = requestedKinds.has(kindOf(change)) ? byId.get(id) : undefined;
        return incident === undefined ? [] : [occurrenceOf(incident, change)];
      }),
    );
  },
};

function kindOf(change: IncidentEvent['change']): NotificationKindName {
  return change === 'opened' ? 'incident.opened' : 'incident.changed';
}

function occurrenceOf(incident: IncidentRow, change: IncidentEvent['change']): Occurrence {
  const { id, tenantId, title, status, severity, mergedIntoId } = incident;
  const state = mergedIntoId === null ? `has the status ${status}` : 'was merged into another incident';
  const description = change === 'opened' ? 'was opened' : state;
  const details = [severity, tenantId].filter((detail) => detail !== null).join(', ');
  const facts = { severity, status, owner: incident.ownerName, mergedInto: mergedIntoId };
  return {
    kind: kindOf(change),
    tenantId,
    id,
    title: `Incident ${JSON.stringify(title)} ${description} (${details})`,
    facts,
  };
}
