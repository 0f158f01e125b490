import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';
import { JsonNumber, type JsonValue, writeJson } from './python-json.js';

/** An entry of a 422 response body, in the form of pydantic v2. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: JsonValue;
  readonly ctx?: Readonly<Record<string, string | number | object>>;
}

/** The 422 response with all issues of a request. */
export function issuesResponse(issues: readonly ValidationIssue[]): RestResponse {
  const detail = issues.map(
    (issue) => new Map<string, JsonValue>(Object.entries(issue).map(([key, value]) => [key, toJson(value)])),
  );
  return { status: 422, body: writeJson(new Map([['detail', detail]])) };
}

/** The response to an invalid status, for the list and for PATCH: specification, section 7. */
export function invalidStatusResponse(value: string): RestResponse {
  return detailResponse(400, `Invalid status: ${value}`);
}

/** FastAPI's response to bodies that are not UTF-8, or that Python cannot parse. */
export const unreadableBodyResponse: RestResponse = detailResponse(400, 'There was an error parsing the body');

/** Converts a part of an issue: a string, a location, a JSON input, or the plain object `ctx`. */
function toJson(value: unknown): JsonValue {
  if (typeof value === 'number') return new JsonNumber(value, String(value), true);
  if (value === null || typeof value !== 'object' || value instanceof Map || value instanceof JsonNumber) {
    return value as JsonValue; // Issues contain only strings, numbers and JSON values.
  }
  if (Array.isArray(value)) return value.map(toJson);
  return new Map(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
}
