import { isExactNumber } from '../../../../platform/parse-exactly.js';

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is a JSON object; undefined for any other value. */
export function asObject(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
  return isObject ? (value as JsonObject) : undefined; // The properties are of the type `unknown`.
}

/** The value as an array. Some registries omit the brackets of an array with one element. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The objects in an array, or the value itself if it is an object; other items are omitted. */
export function objectsIn(value: unknown): JsonObject[] {
  return asList(value)
    .map(asObject)
    .filter((object) => object !== undefined);
}

/** Maximum length of a name, date or address in characters; longer ones would be costly to match. */
const maxTextLength = 2000;

/** A string that is not blank, trimmed; null for everything else. */
export function asText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxTextLength) return null;
  return value.trim() === '' ? null : value.trim();
}

/** An identifier as a string, although some registries send it as a number; null for everything else. */
export function asIdentifier(value: unknown): string | null {
  if (isExactNumber(value)) return value.rawJSON;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value);
}

/** Normalizes case and separators of words: `Last_Changed` becomes `last changed`. */
export function normalizedText(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
        .trim()
    : '';
}
