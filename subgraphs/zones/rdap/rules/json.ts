/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object, when it is one. */
export function asObject(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined; // Every property stays unknown.
}

/** A list as it is; registries that mean a list of one leave the brackets out. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The objects of what should be a list of objects. */
export function objectsIn(value: unknown): JsonObject[] {
  return asList(value)
    .map(asObject)
    .filter((object) => object !== undefined);
}

/** More is no name, date or address; it would only be costly to match. */
const maxTextLength = 2000;

/** A text that says something, trimmed; null for everything else. */
export function asText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxTextLength) return null;
  return value.trim() === '' ? null : value.trim();
}

/** An identifier, which some registries send as a number. */
export function asIdentifier(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value);
}

/** Words that are compared whatever their case and separators: `Last_Changed` is `last changed`. */
export function asWords(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
        .trim()
    : '';
}

/** True when lists and objects lie deeper in each other than this; does not recurse, so that no depth is too much for it. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let level = 0; level <= levels; level++) {
    layer = layer.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (layer.length === 0) return false;
  }
  return layer.some((item) => typeof item === 'object' && item !== null);
}
