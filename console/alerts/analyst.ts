/** Stored in this browser: an analyst enters the name once. */
const analystKey = 'rampart.analyst';

export function readAnalystName(): string {
  return localStorage.getItem(analystKey) ?? '';
}

export function storeAnalystName(name: string): void {
  localStorage.setItem(analystKey, name);
}

/** The analyst of a mutation; undefined for a blank name, which keeps the stored one. */
export function analystInput(name: string): string | undefined {
  const trimmed = name.trim();
  return trimmed === '' ? undefined : trimmed;
}
