/** Remembered on this computer, so that an analyst types the name once. */
const analystKey = 'rampart.analyst';

export function readAnalyst(): string {
  return localStorage.getItem(analystKey) ?? '';
}

export function writeAnalyst(name: string): void {
  localStorage.setItem(analystKey, name);
}

/** What a change says of its author: nothing when no name was given, so that the stored one stays. */
export function authorOf(name: string): string | undefined {
  const trimmed = name.trim();
  return trimmed === '' ? undefined : trimmed;
}
