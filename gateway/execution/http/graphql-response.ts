import type { FetchResult, SubgraphError } from '../data-source.js';
import { exactNumber } from '../exact-number.js';
import { isJsonObject } from '../plan/merge.js';

/**
 * Parses a subgraph's response; undefined if it is not GraphQL, its errors are not a list, or it has neither data nor
 * errors. Malformed entries of errors, paths and extensions are normalized or omitted.
 */
export function readResponse(text: string): FetchResult | undefined {
  const response = parse(text);
  if (!isJsonObject(response)) return undefined;
  const { data } = response;
  const errors = response.errors ?? [];
  if (!Array.isArray(errors)) return undefined;
  const hasData = data === null || isJsonObject(data);
  if (!isJsonObject(data) && errors.length === 0) return undefined;
  return {
    ...(hasData && { data }),
    ...(errors.length > 0 && { errors: errors.map(readError) }),
    ...(isJsonObject(response.extensions) && { extensions: response.extensions }),
  };
}

function readError(error: unknown): SubgraphError {
  const { message, path, extensions } = isJsonObject(error) ? error : { message: error };
  return {
    message: typeof message === 'string' ? message : '',
    ...(Array.isArray(path) && { path: path.filter(isPathKey) }),
    ...(isJsonObject(extensions) && { extensions }),
  };
}

function isPathKey(step: unknown): step is string | number {
  return typeof step === 'string' || typeof step === 'number';
}

/**
 * Matches JSON with an integer of at least 16 digits; those with fewer are exact in JavaScript. Fractions do not match,
 * because parsing with a reviver takes several times longer.
 */
const longIntegerPattern = /[:,[]\s*-?\d{16}/;

function parse(text: string): unknown {
  try {
    // RFC 8259, section 8.1, permits ignoring a byte order mark.
    const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
    return longIntegerPattern.test(json) ? parseExactly(json, readInteger) : JSON.parse(json);
  } catch {
    return undefined;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parseExactly = JSON.parse as (text: string, revive: Reviver) => unknown;

/** Reviver for `JSON.parse`: preserves the text of an integer that a JavaScript number cannot represent exactly. */
function readInteger(_: string, value: unknown, { source }: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value);
  return isInexact && /^-?\d+$/.test(source) ? exactNumber(source) : value;
}
