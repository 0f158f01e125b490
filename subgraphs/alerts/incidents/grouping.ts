/** An alert that may belong to an incident, with the related alerts that share techniques with it. */
export interface Candidate {
  readonly alertId: string;
  readonly endpointId: string;
  readonly techniques: readonly string[];
  readonly matches: readonly Match[];
}

interface Match {
  readonly id: string;
  /** The incident of the alert, which is not closed; null if the alert is in none. */
  readonly incidentId: string | null;
}

/** Alerts that belong together. */
export interface Group {
  /** The incident that the alerts join; null for a new one. */
  readonly incidentId: string | null;
  /** The alert whose matches opened the group. */
  readonly first: Candidate;
  readonly alertIds: string[];
}

/**
 * Applies the rule to candidates that are in no incident, one after the other. A candidate joins the incident that
 * contains most of its matches, together with its matches that are in none. If all of its matches are in none, it opens
 * an incident with them, if these are at least `minAlerts` alerts.
 */
export function groupsOf(candidates: readonly Candidate[], { minAlerts }: { minAlerts: number }): Group[] {
  const groups: Group[] = [];
  const joined = new Map<string, Group>();
  const placed = new Map<string, Group>();
  for (const candidate of candidates) {
    if (placed.has(candidate.alertId)) continue;
    const groupOf = ({ id, incidentId }: Match): Group | string | null => placed.get(id) ?? incidentId;
    const free = candidate.matches.filter((match) => groupOf(match) === null).map(({ id }) => id);
    const target = mostFrequent(candidate.matches.map(groupOf));
    if (target === undefined && free.length + 1 < minAlerts) continue;
    const incidentId = typeof target === 'string' ? target : null;
    const found = typeof target === 'object' ? target : joined.get(incidentId ?? '');
    const group = found ?? { incidentId, first: candidate, alertIds: [] };
    if (found === undefined) {
      groups.push(group);
      if (incidentId !== null) joined.set(incidentId, group);
    }
    for (const id of [candidate.alertId, ...free]) {
      group.alertIds.push(id);
      placed.set(id, group);
    }
  }
  return groups;
}

/** The most frequent value; the first of equally frequent ones; undefined if there are no values. */
function mostFrequent<Value>(values: readonly (Value | null)[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  let most: Value | undefined;
  for (const [value, count] of counts) if (most === undefined || count > (counts.get(most) ?? 0)) most = value;
  return most;
}

/** The title of an incident that the rule opens. */
export function titleOf({ endpointId, techniques }: Candidate, nameOf: (id: string) => string | null): string {
  const [id] = techniques;
  const what = id === undefined ? 'Related alerts' : (nameOf(id) ?? id);
  return `${what.slice(0, maxNameCharacters)} on ${endpointId.slice(0, maxNameCharacters)} and related endpoints`;
}

/**
 * Maximum length of each of the two names in a title. With the words between them, a title has at most 200 characters.
 */
const maxNameCharacters = 80;
