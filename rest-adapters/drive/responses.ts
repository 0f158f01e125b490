import { jsonResponse } from '../error-response.js';
import type { Headers, RestResponse } from '../response.js';
import type { Route } from '../route.js';

/** A response `{"error": {"code", "message"}}`, the error format of Microsoft Graph; `innerError` has details. */
export function errorResponse(
  status: number,
  error: { code: string; message: string; innerError?: Readonly<Record<string, string>> },
  headers?: Headers,
): RestResponse {
  return jsonResponse(status, { error }, headers);
}

/** Whether the route receives notifications; all others belong to the mirror. */
export function isReceiver(route: Route): boolean {
  return route.path === '/drive/notifications';
}

/** Whether the route is the token endpoint, which has its own error format (RFC 6749, section 5.2). */
export function isTokenEndpoint(route: Route): boolean {
  return route.path.endsWith('/oauth2/v2.0/token');
}
