import type { Answer } from '../answer.js';
import type { Route } from '../route.js';

/** `{"error": {"code", "message"}}`, the form of every error of the graph API; it may tell more in `innerError`. */
export function errorAnswer(
  status: number,
  error: { code: string; message: string; innerError?: Readonly<Record<string, string>> },
  headers?: Readonly<Record<string, string>>,
): Answer {
  return { status, body: JSON.stringify({ error }), ...(headers && { headers }) };
}

/** Whether the route takes notifications; the others are the mirror's. */
export function isReceiver(route: Route): boolean {
  return route.path === '/drive/notifications';
}

/** Whether the route is the identity provider's, which has errors of its own form (RFC 6749, section 5.2). */
export function isTokenEndpoint(route: Route): boolean {
  return route.path.endsWith('/oauth2/v2.0/token');
}
