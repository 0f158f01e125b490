import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, FailedRequest, Failure } from '../dialect.js';
import type { RestResponse } from '../response.js';
import { bodyTooLargeMessage, documentedErrors, errorSchemas, maxBodyBytes } from './documented-errors.js';
import { drivePaths } from './drive-paths.js';
import { validationTokenParameter } from './handshake.js';
import { compileReader } from './request-reader.js';
import { errorResponse, isReceiver, isTokenEndpoint } from './responses.js';

/**
 * The dialect of the notification receiver, which Microsoft Graph calls, and of the mirror, which emulates Microsoft
 * Graph. Both have the error format of Microsoft Graph.
 */
export const driveDialect: Dialect = {
  maxBodyBytes,
  aliasesOf: drivePaths,
  compile: compileReader,
  failure,
  trailingSlash: 'accept',
  notFound: errorResponse(404, { code: 'itemNotFound', message: 'The resource could not be found' }),
  bodyTooLarge: errorResponse(413, { code: 'invalidRequest', message: bodyTooLargeMessage }),
  bodyUnreadable: errorResponse(400, {
    code: 'invalidRequest',
    message: 'The body is incomplete, or its length does not match Content-Length: send the complete body',
  }),
  methodNotAllowed: (allowed) =>
    errorResponse(405, { code: 'methodNotAllowed', message: 'Method not allowed' }, { allow: allowed.join(', ') }),
  securitySchemes: {
    mirrorToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token for the mirror, from `POST /{tenant_id}/oauth2/v2.0/token`.',
    },
  },
  // Notifications are authenticated by the secret of their subscription; the token endpoint checks credentials itself.
  securityOf: (route) => (route.ignoresCredentials ? [] : ['mirrorToken']),
  bodyMediaType: (route) => (isTokenEndpoint(route) ? 'application/x-www-form-urlencoded' : 'application/json'),
  documentedErrors,
  ownParameters: (route) => (isReceiver(route) ? [validationTokenParameter] : []),
  schemas: errorSchemas,
};

/** Microsoft Graph's error code for each domain error code. A missing entry is a compile-time error. */
const graphCodes: Readonly<Record<Failure['code'], string>> = {
  BAD_USER_INPUT: 'invalidRequest',
  UNAUTHENTICATED: 'InvalidAuthenticationToken',
  FORBIDDEN: 'accessDenied',
  NOT_FOUND: 'itemNotFound',
  CONFLICT: 'conflict',
  GONE: 'resyncRequired',
  RATE_LIMITED: 'activityLimitReached',
  QUOTA_EXCEEDED: 'activityLimitReached',
  UPSTREAM_FAILED: 'generalException',
  STORE_UNAVAILABLE: 'serviceNotAvailable',
  SERVICE_UNAVAILABLE: 'serviceNotAvailable',
  UPSTREAM_TIMEOUT: 'generalException',
  TIMEOUT: 'generalException',
  INTERNAL_SERVER_ERROR: 'generalException',
};

function failure(failed: Failure, request?: FailedRequest): RestResponse {
  if (request !== undefined && isTokenEndpoint(request.route)) return oauthError(failed, request);
  const { code, message, details } = failed;
  const status = httpStatusOf(code);
  const name = details?.reason === 'malware' ? 'malwareDetected' : graphCodes[code];
  const headers = { ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }) };
  if (request === undefined || isReceiver(request.route))
    return errorResponse(status, { code: name, message }, headers);
  const innerError = { date: new Date().toISOString(), 'request-id': request.requestId };
  const resync: Readonly<Record<string, string>> =
    details?.reason === 'resync' ? { location: deltaQueryUrl(request) } : {};
  return errorResponse(status, { code: name, message, innerError }, { ...headers, ...resync });
}

/** Returns the URL of a delta query that lists the whole site. */
function deltaQueryUrl({ route, variables }: FailedRequest): string {
  const siteId = encodeURIComponent(String(variables.site_id)).replaceAll('%2C', ',');
  return `${variables.base_url}${route.path.replace('{site_id}', siteId)}`;
}

/**
 * The error response of the token endpoint (RFC 6749, section 5.2), with the additional fields of the identity
 * provider.
 */
function oauthError(failed: Failure, { requestId }: FailedRequest): RestResponse {
  const { code, message, details } = failed;
  const isBasic = code === 'UNAUTHENTICATED';
  return {
    status: httpStatusOf(code),
    headers: {
      'cache-control': 'no-store',
      ...(isBasic && { 'www-authenticate': 'Basic realm="token"' }),
    },
    body: JSON.stringify({
      error: details?.oauthError ?? 'temporarily_unavailable',
      error_description: message,
      error_codes: [details?.oauthCode ?? 90033],
      timestamp: new Date().toISOString(),
      trace_id: requestId,
      correlation_id: requestId,
    }),
  };
}
