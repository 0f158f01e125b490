import { isExactNumber } from '../exact-number.js';

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** Sets an own property, even if the key is `__proto__`. */
export function setOwnProperty(target: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

const noNames: ReadonlySet<string> = new Set();

/**
 * Merges the result of a fetch into the data: objects recursively, lists of equal length item by item; any other value
 * replaces the known one. Undefined values change nothing, null does not replace an object or a list, and the name of
 * an interface does not replace a known type name. The result therefore does not depend on which of two fetches of an
 * object ends first, if one of them fails.
 */
export function mergeInto(
  target: JsonObject,
  source: JsonObject | null | undefined,
  interfaceNames: ReadonlySet<string> = noNames,
): void {
  if (source === null || source === undefined) return;
  for (const key of Object.keys(source)) {
    const value = source[key];
    if (value === undefined) continue;
    if (key === '__typename' && target.__typename && interfaceNames.has(value as string)) continue; // The set contains only strings, so the cast is safe.
    const existing = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isJsonObject(existing) && isJsonObject(value)) mergeInto(existing, value, interfaceNames);
    else if (Array.isArray(existing) && Array.isArray(value) && existing.length === value.length) {
      mergeItems(existing, value, interfaceNames);
    } else if (value !== null || !isComposite(existing)) setOwnProperty(target, key, value);
  }
}

function mergeItems(target: unknown[], source: readonly unknown[], interfaceNames: ReadonlySet<string>): void {
  for (let index = 0; index < source.length; index++) {
    const existing = target[index];
    const value = source[index];
    if (isJsonObject(existing) && isJsonObject(value)) mergeInto(existing, value, interfaceNames);
    else if (Array.isArray(existing) && Array.isArray(value) && existing.length === value.length)
      mergeItems(existing, value, interfaceNames);
    else if (value !== null || !isComposite(existing)) target[index] = value;
  }
}

function isComposite(value: unknown): boolean {
  return Array.isArray(value) || isJsonObject(value);
}
