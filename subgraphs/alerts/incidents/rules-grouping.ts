import { IncidentEntryKind } from '../vocabulary.js';

/** An alert that may belong to an incident, and its matches: related alerts that share enough techniques with it. */
export interface Candidate {
  readonly alertId: string;
  readonly endpointId: string;
  readonly techniques: readonly string[];
  readonly matches: readonly Match[];
}

interface Match {
  readonly id: string;
  /** Id of the incident that contains the alert; never a closed incident. Null if the alert is in no incident. */
  readonly incidentId: string | null;
}

/** The kinds of timeline entries with which analysts remove alerts from an incident. */
export const removalKinds: readonly IncidentEntryKind[] = [IncidentEntryKind.ALERTS_REMOVED, IncidentEntryKind.SPLIT];

/** Alerts that an analyst removed from an incident. */
export interface Removal {
  readonly incidentId: string;
  readonly alertIds: readonly string[];
}

/** Alerts that belong to one incident. */
export interface Group {
  /** Id of the incident that the alerts join; null if they open a new incident. */
  readonly incidentId: string | null;
  /** The candidate whose matches form the group. */
  readonly first: Candidate;
  readonly alertIds: string[];
}

/**
 * Applies the incident rule to candidates without an incident, one after another. A candidate and its matches without
 * an incident join the incident that contains more of the candidate's matches than any other. If no match is in an
 * incident, the candidate and its matches open one, provided that they are at least `minAlerts` alerts. No alert joins
 * an incident from which an analyst removed it. A candidate that may join none of the incidents of its matches remains
 * without one.
 */
export function groupsOf(
  candidates: readonly Candidate[],
  { minAlerts, removals = [] }: { minAlerts: number; removals?: readonly Removal[] },
): Group[] {
  const removed = new Set(removals.flatMap(({ incidentId, alertIds }) => alertIds.map((id) => `${incidentId} ${id}`)));
  const mayJoin = (alertId: string, target: Group | string | null | undefined): boolean =>
    !removed.has(`${typeof target === 'object' ? target?.incidentId : target} ${alertId}`);
  const groups: Group[] = [];
  const groupOfIncident = new Map<string, Group>();
  const groupOfAlert = new Map<string, Group>();
  for (const candidate of candidates) {
    if (groupOfAlert.has(candidate.alertId)) continue;
    const groupOf = ({ id, incidentId }: Match): Group | string | null =>
      groupOfAlert.get(id) ?? groupOfIncident.get(incidentId ?? '') ?? incidentId;
    const found = candidate.matches.map(groupOf);
    const target = mostFrequent(found.filter((each) => mayJoin(candidate.alertId, each)));
    // Otherwise, alerts that an analyst removed from an incident would open another one.
    if (target === undefined && found.some((each) => each !== null)) continue;
    const ungroupedIds = candidate.matches
      .filter((match) => groupOf(match) === null && mayJoin(match.id, target))
      .map(({ id }) => id);
    if (target === undefined && ungroupedIds.length + 1 < minAlerts) continue;
    const incidentId = typeof target === 'string' ? target : null;
    const group = typeof target === 'object' ? target : { incidentId, first: candidate, alertIds: [] };
    if (group !== target) {
      groups.push(group);
      if (incidentId !== null) groupOfIncident.set(incidentId, group);
    }
    for (const id of [candidate.alertId, ...ungroupedIds]) {
      group.alertIds.push(id);
      groupOfAlert.set(id, group);
    }
  }
  return groups;
}

/** The most frequent value; the first one if several are equally frequent; undefined if there are no values. */
function mostFrequent<Value>(values: readonly (Value | null)[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  let result: Value | undefined;
  for (const [value, count] of counts) if (result === undefined || count > (counts.get(result) ?? 0)) result = value;
  return result;
}

/** The title of an incident that the incident rule opens. */
export function titleOf({ endpointId, techniques }: Candidate, nameOf: (id: string) => string | null): string {
  const [id] = techniques;
  const techniqueName = id === undefined ? 'Related alerts' : (nameOf(id) ?? id);
  return `${techniqueName.slice(0, maxNameCharacters)} on ${endpointId.slice(0, maxNameCharacters)} and related endpoints`;
}

/** Maximum number of characters of each of the two names in a title, so a title has at most 200 characters. */
const maxNameCharacters = 80;
