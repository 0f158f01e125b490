export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property, also under the name `__proto__`. */
export function setOwn(target: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

const none: ReadonlySet<string> = new Set();

/**
 * Merges what a fetch brought into what is there: objects into objects, lists of the same length item by item, anything else
 * replaces. Absent values change nothing, and an object whose type is known does not get the name of an interface instead.
 */
export function mergeInto(
  target: JsonObject,
  source: JsonObject | null | undefined,
  interfaceNames: ReadonlySet<string> = none,
): void {
  if (source === null || source === undefined) return;
  for (const key of Object.keys(source)) {
    const value = source[key];
    if (value === undefined) continue;
    if (key === '__typename' && target.__typename && interfaceNames.has(value as string)) continue; // A set has no other value.
    const existing = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isJsonObject(existing) && isJsonObject(value)) mergeInto(existing, value, interfaceNames);
    else if (Array.isArray(existing) && Array.isArray(value) && existing.length === value.length) {
      mergeItems(existing, value, interfaceNames);
    } else setOwn(target, key, value);
  }
}

function mergeItems(target: unknown[], source: readonly unknown[], interfaceNames: ReadonlySet<string>): void {
  for (let index = 0; index < source.length; index++) {
    const existing = target[index];
    const value = source[index];
    if (isJsonObject(existing) && isJsonObject(value)) mergeInto(existing, value, interfaceNames);
    else if (Array.isArray(existing) && Array.isArray(value) && existing.length === value.length)
      mergeItems(existing, value, interfaceNames);
    else target[index] = value;
  }
}
