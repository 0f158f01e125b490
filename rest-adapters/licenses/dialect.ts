import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, Failure } from '../dialect.js';
import type { Answer } from '../response.js';
import { documentedErrors, errorSchemas } from './documented-errors.js';
import { compileReader } from './request-reader.js';
import { messageAnswer } from './responses.js';

/** Far more than a report of a controller has. */
const maximumBodyBytes = 1_048_576;

/** The dialect of the license service: every error has a `message` (specification, section 7; design, "Licenses"). */
export const licensesDialect: Dialect = {
  maximumBodyBytes,
  compile: compileReader,
  failure,
  slashAtEnd: 'the same',
  notFound: messageAnswer(404, 'Not Found'),
  bodyTooLarge: messageAnswer(413, 'Content Too Large'),
  bodyUnreadable: messageAnswer(400, 'Invalid JSON'),
  methodNotAllowed: (allowed) => messageAnswer(405, 'Method Not Allowed', { allow: allowed.join(', ') }),
  securitySchemes: {
    enrolmentSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The enrolment secret, if `[licenses] controller_auth` is `secret`.',
    },
    controllerCertificate: {
      type: 'mutualTLS',
      description:
        'A client certificate with the GUID of the controller, if `[licenses] controller_auth` is `certificate`.',
    },
  },
  // Specification, section 5: no authentication, unless the settings require it.
  securityOf: () => [undefined, 'enrolmentSecret', 'controllerCertificate'],
  documentedErrors,
  schemas: errorSchemas,
};

/** Answers to errors that are more than their status and message. */
const answers: Readonly<Partial<Record<Failure['code'], (failure: Failure) => Answer>>> = {
  UNAUTHENTICATED: unauthenticated,
  RATE_LIMITED: tooManyRequests,
  QUOTA_EXCEEDED: tooManyRequests,
  INTERNAL_SERVER_ERROR: () => messageAnswer(500, 'Internal Server Error'),
};

function failure(failed: Failure): Answer {
  const { code, message } = failed;
  return answers[code]?.(failed) ?? messageAnswer(httpStatusOf(code), message);
}

/** RFC 9110, section 11.6.1: a 401 response names the scheme. */
function unauthenticated({ message, details }: Failure): Answer {
  const { authenticate } = details ?? {};
  return messageAnswer(
    401,
    message,
    typeof authenticate === 'string' ? { 'www-authenticate': authenticate } : undefined,
  );
}

/** Design, row "Rate": whole seconds (RFC 9110, section 10.2.3), at least one. */
function tooManyRequests({ details }: Failure): Answer {
  const seconds = details?.retryAfterSeconds;
  const headers = typeof seconds === 'number' ? { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } : undefined;
  return messageAnswer(429, 'Too many requests', headers);
}
