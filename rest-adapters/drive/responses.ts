import type { Answer } from '../response.js';
import type { Route } from '../route.js';

/** `{"error": {"code", "message"}}`, the form of every error of Microsoft Graph; `innerError` has details. */
export function errorResponse(
  status: number,
  error: { code: string; message: string; innerError?: Readonly<Record<string, string>> },
  headers?: Readonly<Record<string, string>>,
): Answer {
  return { status, body: JSON.stringify({ error }), ...(headers && { headers }) };
}

/** Whether the route receives notifications; all others are of the mirror. */
export function isReceiver(route: Route): boolean {
  return route.path === '/drive/notifications';
}

/** Whether the route is the identity provider's, whose errors have another form (RFC 6749, section 5.2). */
export function isTokenEndpoint(route: Route): boolean {
  return route.path.endsWith('/oauth2/v2.0/token');
}
