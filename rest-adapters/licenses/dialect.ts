import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, Failure } from '../dialect.js';
import type { RestResponse } from '../response.js';
import { documentedErrors, errorSchemas, maxBodyBytes } from './documented-errors.js';
import { compileReader } from './request-reader.js';
import { messageResponse } from './responses.js';

/** The dialect of the license service: every error has a `message` (specification, section 7). */
export const licensesDialect: Dialect = {
  maxBodyBytes,
  compile: compileReader,
  failure,
  trailingSlash: 'accept',
  notFound: messageResponse(404, 'Not Found'),
  bodyTooLarge: messageResponse(413, 'Content Too Large'),
  bodyUnreadable: messageResponse(400, 'Invalid JSON'),
  methodNotAllowed: (allowed) => messageResponse(405, 'Method Not Allowed', { allow: allowed.join(', ') }),
  securitySchemes: {
    enrolmentSecret: {
      type: 'http',
      scheme: 'bearer',
      description:
        'One of the secrets in `[licenses] enrolment_secret`; required if `[licenses] controller_auth` is `secret`.',
    },
    controllerCertificate: {
      type: 'mutualTLS',
      description:
        'A client certificate for the GUID of the controller; required if `[licenses] controller_auth` is `certificate`.',
    },
  },
  // Specification, section 5: no authentication, unless the settings require it.
  securityOf: () => [undefined, 'enrolmentSecret', 'controllerCertificate'],
  documentedErrors,
  schemas: errorSchemas,
};

/** Responses to errors that need more than a status and a message, by error code. */
const responses: Readonly<Partial<Record<Failure['code'], (failure: Failure) => RestResponse>>> = {
  UNAUTHENTICATED: unauthenticated,
  RATE_LIMITED: () => messageResponse(429, 'Too many requests'),
  QUOTA_EXCEEDED: () => messageResponse(429, 'Too many requests'),
  INTERNAL_SERVER_ERROR: () => messageResponse(500, 'Internal Server Error'),
};

function failure(failed: Failure): RestResponse {
  const { code, message } = failed;
  return responses[code]?.(failed) ?? messageResponse(httpStatusOf(code), message);
}

/** The 401 response, which names the authentication scheme (RFC 9110, section 11.6.1). */
function unauthenticated({ message, details }: Failure): RestResponse {
  const { authenticate } = details ?? {};
  return messageResponse(
    401,
    message,
    typeof authenticate === 'string' ? { 'www-authenticate': authenticate } : undefined,
  );
}
