interface Person {
  readonly id: string;
  readonly name: string;
}

/** Names by id of the people that this page has read. */
const names = new Map<string, string>();

export function rememberPeople(people: readonly (Person | null)[]): void {
  for (const person of people) {
    if (person !== null) names.set(person.id, person.name);
  }
}

/** The name of a person in a URL; the id if the page has not read the name. */
export function nameOfPerson(id: string): string {
  return names.get(id) ?? id;
}
