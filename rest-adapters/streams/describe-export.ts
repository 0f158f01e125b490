import { internalErrorDescription } from '../common-errors.js';
import { operatorSchemeNames } from '../operator-security.js';
import { exportLimits } from './stream-slots.js';

/** An object of an OpenAPI document that is not a JSON schema, such as an Operation or Response Object. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

export const operatorSecurity = operatorSchemeNames.map((name) => ({ [name]: [] }));
const detail = { $ref: '#/components/schemas/ErrorResponse' };
const validation = { $ref: '#/components/schemas/HTTPValidationError' };

function invalidFormat(formats: readonly string[]): OpenApiObject {
  const msg = `Value error, format must be one of ${formats.join(', ')}, not "xml"`;
  return { detail: [{ type: 'value_error', loc: ['query', 'format'], msg, input: null, ctx: { error: {} } }] };
}

export const stringSchema = { type: 'string' };
const binary = { type: 'string', format: 'binary' };
export const gzipped =
  'With `Accept-Encoding: gzip`, the response is compressed, except Parquet, which has its own compression. If the connection is closed before the response ends, the export is incomplete. A server process runs at most 2 exports at once, 1 per caller (a token, a person or an account; without credentials, a source address).';
export const rowForms =
  'In CSV, lists are JSON arrays, null and the empty string are empty fields, and an apostrophe precedes text that a spreadsheet would execute as a formula. In Parquet, times are instants in UTC.';

export function formatParameter(formats: readonly string[]): OpenApiObject {
  return parameter('format', { ...stringSchema, enum: formats, default: 'ndjson' }, 'Format of the response body.');
}

/**
 * The responses of an export in these formats.
 * @param options.access the causes of the errors 401, 403 and 429, which depend on the export
 * @param options.others the media types besides those of rows
 */
export function exportResponses(
  formats: readonly string[],
  options: {
    readonly examples: { readonly ndjson?: string; readonly csv?: string };
    readonly access: AccessErrors;
    readonly others?: OpenApiObject;
  },
): OpenApiObject {
  const { examples, access, others = {} } = options;
  const content = {
    'application/x-ndjson': { schema: stringSchema, example: examples.ndjson },
    'text/csv': { schema: stringSchema, example: examples.csv },
    'application/vnd.apache.parquet': { schema: binary },
    ...others,
  };
  const invalid = {
    description: 'A parameter is unknown or invalid',
    content: { 'application/json': { schema: validation, example: invalidFormat(formats) } },
  };
  return {
    200: { description: 'The records', content },
    422: invalid,
    ...commonErrors('exports', exportLimits.maxStreams, access),
  };
}

export function parameter(name: string, schema: OpenApiObject, description: string): OpenApiObject {
  return { name, in: 'query', required: false, description, schema };
}

/** The causes of errors that differ between streams. */
interface AccessErrors {
  /** Example of the message for status 401. */
  readonly unauthenticated: string;
  /** The action that the caller may not perform, completing "The caller may not"; additional causes follow it. */
  readonly action: string;
  /** Example of the message for status 403. */
  readonly forbidden: string;
  /** An additional cause of status 429, if there is one. */
  readonly limit?: string | undefined;
}

/**
 * The error responses of all streams.
 * @param name the streams in messages, in the plural, such as `exports`
 * @param maxStreams maximum number of concurrent streams of a server process
 */
export function commonErrors(name: string, maxStreams: number, access: AccessErrors): OpenApiObject {
  const limit = access.limit === undefined ? '' : `, ${access.limit}`;
  return {
    401: error('The credentials are invalid, or are missing although they are required', access.unauthenticated, {
      'WWW-Authenticate': { schema: { type: 'string' }, example: 'Bearer' },
    }),
    403: error(`The caller may not ${access.action}`, access.forbidden),
    429: error(
      `The caller has reached its limit of requests per minute or of concurrent ${name}${limit}, or the source address has sent too many invalid credentials`,
      'Too many requests: at most 12000 per minute. Try again in 3 s.',
      retryAfterHeader('3'),
    ),
    500: error(internalErrorDescription, 'Internal Server Error'),
    503: error(
      `The database cannot be reached, or the server has reached its maximum number of concurrent ${name}`,
      `The server has reached its maximum number of concurrent ${name}: ${maxStreams}`,
      retryAfterHeader('5'),
    ),
  };
}

/** The OpenAPI description of the header `Retry-After`, with an example in seconds. */
export function retryAfterHeader(seconds: string): OpenApiObject {
  return { 'Retry-After': { schema: { type: 'string' }, example: seconds } };
}

export function error(description: string, message: string, headers?: OpenApiObject): OpenApiObject {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: detail, example: { detail: message } } },
  };
}
