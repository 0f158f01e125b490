import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, FailedRequest, Failure } from '../dialect.js';
import type { Answer } from '../response.js';
import { documentedErrors, errorSchemas } from './documented-errors.js';
import { floatToJson } from './python-float.js';
import { compileReader } from './request-reader.js';
import { detailResponse, issuesResponse, unreadableBody } from './responses.js';

const maximumBodyBytes = 1_048_576;

/** How the alert triage service speaks: FastAPI with pydantic v2 (specification, section 7; design, "Wire contract"). */
export const alertsDialect: Dialect = {
  maximumBodyBytes,
  compile: compileReader,
  // Generated clients of statically typed languages fail on an integer where they expect a float.
  scalars: { Float: floatToJson },
  failure,
  slashAtEnd: 'redirected',
  notFound: detailResponse(404, 'Not Found'),
  bodyTooLarge: detailResponse(413, 'Content Too Large'),
  bodyUnreadable: unreadableBody,
  methodNotAllowed: (allowed) => detailResponse(405, 'Method Not Allowed', { allow: allowed.join(', ') }),
  securitySchemes: {
    operatorToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'An operator token, if the settings require one.',
    },
  },
  // Anonymous callers are served where the settings say so.
  securityOf: () => [undefined, 'operatorToken'],
  documentedErrors,
  schemas: errorSchemas,
};

type Respond = (failure: Failure, request: FailedRequest | undefined) => Answer;

/** Answers to errors that are more than their status and message. */
const answers: Readonly<Partial<Record<Failure['code'], Respond>>> = {
  BAD_USER_INPUT: refusedInput,
  UNAUTHENTICATED: () => detailResponse(401, 'Not authenticated', { 'www-authenticate': 'Bearer' }),
  RATE_LIMITED: tooManyRequests,
  QUOTA_EXCEEDED: tooManyRequests,
  STORE_UNAVAILABLE: () => detailResponse(503, 'Alert store not attached'),
  SERVICE_UNAVAILABLE: () => detailResponse(503, 'Alert store not attached'),
  INTERNAL_SERVER_ERROR: () => detailResponse(500, 'Internal Server Error'),
};

function failure(failed: Failure, request?: FailedRequest): Answer {
  const { code, message } = failed;
  return answers[code]?.(failed, request) ?? detailResponse(httpStatusOf(code), message);
}

/** A rule of the domain that a request breaks has the form that pydantic gives to rules of an application. */
function refusedInput({ message, details }: Failure, request: FailedRequest | undefined): Answer {
  const { argument } = details ?? {};
  const parameter = request?.route.parameters.find(({ name }) => namesOf(name).includes(String(argument)));
  const value = parameter === undefined ? null : request?.variables[parameter.name];
  const [name] = parameter === undefined ? [] : namesOf(parameter.name);
  const named = name === undefined ? message : message.replace(`${argument} `, `${name} `);
  return issuesResponse([
    {
      type: 'value_error',
      loc: parameter === undefined ? ['body'] : [parameter.place, parameter.name],
      msg: `Value error, ${named}`,
      input: typeof value === 'string' ? value : null,
      ctx: { error: {} },
    },
  ]);
}

/** Both name in the graph what the wire calls differently. */
const actors = ['resolved_by', 'analyst'];

/** A parameter without the underscores of the wire, and its name in the graph where that is another one. */
function namesOf(wire: string): string[] {
  const name = wire.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return actors.includes(wire) ? [name, 'actor'] : [name];
}

function tooManyRequests({ message, details }: Failure): Answer {
  const seconds = details?.retryAfterSeconds;
  return detailResponse(
    429,
    message,
    typeof seconds === 'number' ? { 'retry-after': String(Math.ceil(seconds)) } : undefined,
  );
}
