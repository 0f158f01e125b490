import type { IncidentDetailQuery, IncidentListQuery, IncidentStatus } from '../generated/operations.js';
import { hrefOf } from '../shared/location.js';

type IncidentList = NonNullable<IncidentListQuery['incidents']>;
export type IncidentRow = IncidentList['nodes'][number];
export type IncidentDetail = NonNullable<IncidentDetailQuery['incident']>;
export type IncidentAlert = IncidentDetail['alerts']['nodes'][number];
export type TimelineEntry = IncidentDetail['timeline']['edges'][number]['node'];

export const incidentsPath = '/incidents';
export const incidentPath = '/incident';

export const incidentStatuses: readonly IncidentStatus[] = ['OPEN', 'INVESTIGATING', 'RESOLVED', 'FALSE_POSITIVE'];
/** The statuses of incidents that require work. */
export const openIncidentStatuses: readonly IncidentStatus[] = ['OPEN', 'INVESTIGATING'];

/** The URL of an incident. */
export function hrefOfIncident(id: string): string {
  return hrefOf(incidentPath, { id });
}
