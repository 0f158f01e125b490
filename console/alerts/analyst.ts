import { useSession } from '../shared/session-store.js';

/** Key of the analyst’s name in the storage of this browser, so it is entered only once. */
const analystKey = 'rampart.analyst';

export function readAnalystName(): string {
  return localStorage.getItem(analystKey) ?? '';
}

export function storeAnalystName(name: string): void {
  localStorage.setItem(analystKey, name);
}

/**
 * The `actor` of a mutation’s input. Undefined if the name is blank, which keeps the stored name, or if the server
 * identifies the person.
 */
export function actorInput(name: string, isIdentified: boolean): string | undefined {
  const trimmed = name.trim();
  return isIdentified || trimmed === '' ? undefined : trimmed;
}

/** Whether the server identifies the person who makes a change, so nobody needs to enter a name. */
export function useIsIdentified(): boolean {
  return 'session' in useSession();
}

interface ChangeActor {
  readonly caller: string;
  readonly statedActor: string | null;
}

/** The person who made a change; a name that the server has not verified is marked. */
export function formatActor({ caller, statedActor }: ChangeActor): string {
  return statedActor === null || statedActor === caller ? caller : `${caller} (stated name: ${statedActor})`;
}
