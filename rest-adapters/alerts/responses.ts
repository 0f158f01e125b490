import type { Answer } from '../response.js';
import { JsonNumber, type JsonValue, writeJson } from './python-json.js';

/** One entry of a 422 answer, as pydantic v2 words it. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: JsonValue;
  readonly ctx?: Readonly<Record<string, string | number | object>>;
}

/** `{"detail": <text>}`, the form of every error of this service (specification, section 7). */
export function detailResponse(status: number, detail: string, headers?: Readonly<Record<string, string>>): Answer {
  return { status, body: JSON.stringify({ detail }), ...(headers && { headers }) };
}

/** The 422 answer with all issues of a request. */
export function issuesResponse(issues: readonly ValidationIssue[]): Answer {
  const detail = issues.map(
    (issue) => new Map<string, JsonValue>(Object.entries(issue).map(([key, value]) => [key, toJson(value)])),
  );
  return { status: 422, body: writeJson(new Map([['detail', detail]])) };
}

/** Specification, section 7: an invalid status, on the list as on PATCH. */
export function invalidStatus(value: string): Answer {
  return detailResponse(400, `Invalid status: ${value}`);
}

/** What FastAPI says to bytes that are no UTF-8, and to JSON that Python cannot hold. */
export const unreadableBody: Answer = detailResponse(400, 'There was an error parsing the body');

/** The parts of an issue: texts, places, inputs that are JSON already, and the plain object `ctx`. */
function toJson(value: unknown): JsonValue {
  if (typeof value === 'number') return new JsonNumber(value, String(value), true);
  if (value === null || typeof value !== 'object' || value instanceof Map || value instanceof JsonNumber) {
    return value as JsonValue; // Issues hold nothing but texts, numbers and JSON values.
  }
  if (Array.isArray(value)) return value.map(toJson);
  return new Map(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
}
