import type { Answer, Headers } from '../response.js';

/** `{"detail": ...}`, the form of every error of this service: a text or an object (specification, section 7). */
export function detailResponse(
  status: number,
  detail: string | Readonly<Record<string, unknown>>,
  headers?: Headers,
): Answer {
  return { status, body: JSON.stringify({ detail }), ...(headers && { headers }) };
}

/** The 400 answer to a request that cannot be understood. */
export function badRequest(detail: string): Answer {
  return detailResponse(400, detail);
}
