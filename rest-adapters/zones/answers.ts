import type { Answer, Headers } from '../answer.js';

/** `{"detail": ...}`, the form of every error of this service: a text or an object (specification, section 7). */
export function detailAnswer(
  status: number,
  detail: string | Readonly<Record<string, unknown>>,
  headers?: Headers,
): Answer {
  return { status, body: JSON.stringify({ detail }), ...(headers && { headers }) };
}

/** The 400 answer to a request that cannot be understood. */
export function badRequest(detail: string): Answer {
  return detailAnswer(400, detail);
}
