import { AlertPeopleDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useIdentity } from '../shared/session-store.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Names by id of the people that the console has read; undefined if there is no person with an id in a URL. */
const names = new Map<string, string | undefined>();
/** The identity of the session that has read the names. */
let reader: string | undefined;

export function rememberPeople(people: readonly (Person | null)[]): void {
  for (const person of people) {
    if (person !== null) names.set(person.id, person.name);
  }
}

/**
 * Remembers people in the data of a page, and reads the names of others whose ids are in its URL. Forgets the names
 * that another person has read.
 * @param ids values of filters: ids of people, or empty or `none` for nobody
 */
export function useKnownPeople(people: readonly (Person | null)[], ids: readonly string[]): void {
  const identity = useIdentity();
  const viewer = useViewer();
  if (reader !== identity) {
    reader = identity;
    names.clear();
  }
  rememberPeople(people);
  const unknown = ids.filter((id) => id !== '' && id !== 'none' && id !== viewer.id && !names.has(id));
  const query = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { ids: unknown },
    skip: unknown.length === 0 || !viewer.permissions.includes('alerts.people'),
  });
  if (query.data !== undefined && !query.loading) {
    for (const id of unknown) names.set(id, undefined);
    rememberPeople(query.data.alertPeople);
  }
}

/** The people whose names the console has read. */
export function knownPeople(): readonly Person[] {
  return [...names].flatMap(([id, name]) => (name === undefined ? [] : [{ id, name }]));
}

/** The name of a person in a URL; the id if the console has not read the name. */
export function nameOfPerson(id: string): string {
  return names.get(id) ?? id;
}
