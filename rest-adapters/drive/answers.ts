import type { Answer } from '../answer.js';

/** `{"error": {"code", "message"}}`, the form of every error of the graph API. */
export function errorAnswer(
  status: number,
  error: { code: string; message: string },
  headers?: Readonly<Record<string, string>>,
): Answer {
  return { status, body: JSON.stringify({ error }), ...(headers && { headers }) };
}
