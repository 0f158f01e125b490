import { useSession } from '../shared/session-store.js';

/** Stored in this browser: an analyst enters the name once. */
const analystKey = 'rampart.analyst';

export function readAnalystName(): string {
  return localStorage.getItem(analystKey) ?? '';
}

export function storeAnalystName(name: string): void {
  localStorage.setItem(analystKey, name);
}

/**
 * The analyst of a mutation. Undefined for a blank name, which keeps the stored one, and if the server knows the
 * person.
 */
export function analystInput(name: string, isIdentified: boolean): string | undefined {
  const trimmed = name.trim();
  return isIdentified || trimmed === '' ? undefined : trimmed;
}

/** Whether the server knows the person who makes a change, so nobody needs to enter a name. */
export function useIsIdentified(): boolean {
  return 'session' in useSession();
}

interface ChangeActor {
  readonly caller: string;
  readonly statedActor: string | null;
}

/** The person who made a change; a name that was not verified is marked. */
export function formatActor({ caller, statedActor }: ChangeActor): string {
  return statedActor === null || statedActor === caller ? caller : `${caller} (stated name: ${statedActor})`;
}
