import { httpStatusOf } from '../../gateway/index.js';
import type { Dialect, FailedRequest, Failure } from '../dialect.js';
import { detailResponse } from '../error-response.js';
import { operatorSchemeNames, operatorSchemes } from '../operator-security.js';
import type { RestResponse } from '../response.js';
import { documentedErrors, errorSchemas, maxBodyBytes } from './documented-errors.js';
import { floatToJson } from './python-float.js';
import { compileReader } from './request-reader.js';
import { issuesResponse, unreadableBodyResponse } from './responses.js';

/**
 * The dialect of the alert triage service: FastAPI with pydantic v2 (specification, section 7).
 */
export const alertsDialect: Dialect = {
  maxBodyBytes,
  compile: compileReader,
  // Generated clients in statically typed languages reject an integer for a float.
  scalars: { Float: floatToJson },
  failure: errorResponse,
  trailingSlash: 'redirect',
  notFound: detailResponse(404, 'Not Found'),
  bodyTooLarge: detailResponse(413, 'Content Too Large'),
  bodyUnreadable: unreadableBodyResponse,
  methodNotAllowed: (allowed) => detailResponse(405, 'Method Not Allowed', { allow: allowed.join(', ') }),
  securitySchemes: operatorSchemes,
  // The settings can allow anonymous callers.
  securityOf: () => [undefined, ...operatorSchemeNames],
  documentedErrors,
  schemas: errorSchemas,
};

type Respond = (failure: Failure, request: FailedRequest | undefined) => RestResponse;

/** Responses to errors that need more than a status and a message, by error code. */
const responses: Readonly<Partial<Record<Failure['code'], Respond>>> = {
  BAD_USER_INPUT: inputErrorResponse,
  UNAUTHENTICATED: () => detailResponse(401, 'Not authenticated', { 'www-authenticate': 'Bearer' }),
  STORE_UNAVAILABLE: () => detailResponse(503, 'Alert store not attached'),
  SERVICE_UNAVAILABLE: () => detailResponse(503, 'Alert store not attached'),
  INTERNAL_SERVER_ERROR: () => detailResponse(500, 'Internal Server Error'),
};

function errorResponse(failure: Failure, request?: FailedRequest): RestResponse {
  const { code, message } = failure;
  return responses[code]?.(failure, request) ?? detailResponse(httpStatusOf(code), message);
}

/** The response to a violation of a domain rule, in the form of pydantic's application errors. */
function inputErrorResponse({ message, details }: Failure, request: FailedRequest | undefined): RestResponse {
  const { argument } = details ?? {};
  const parameter = request?.route.parameters.find(({ name }) => namesOf(name).includes(String(argument)));
  const value = parameter === undefined ? null : request?.variables[parameter.name];
  const [name] = parameter === undefined ? [] : namesOf(parameter.name);
  const messageOfField = name === undefined ? message : message.replace(`${argument} `, `${name} `);
  return issuesResponse([
    {
      type: 'value_error',
      loc: parameter === undefined ? ['body'] : [parameter.location, parameter.name],
      msg: `Value error, ${messageOfField}`,
      input: typeof value === 'string' ? value : null,
      ctx: { error: {} },
    },
  ]);
}

/** REST fields that have a different name in the graph. */
const actors = ['resolved_by', 'analyst'];

/**
 * The names that a REST parameter can have in the graph: its name in camel case, and a different name if there is one.
 */
function namesOf(wire: string): string[] {
  const name = wire.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return actors.includes(wire) ? [name, 'actor'] : [name];
}
