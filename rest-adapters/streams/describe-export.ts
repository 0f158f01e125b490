import { operatorSchemeNames } from '../operator-security.js';

export type Description = Readonly<Record<string, unknown>>;

export const operators = operatorSchemeNames.map((name) => ({ [name]: [] }));
const detail = { $ref: '#/components/schemas/ErrorResponse' };
const validation = { $ref: '#/components/schemas/HTTPValidationError' };

function invalidFormat(formats: readonly string[]): Description {
  const msg = `Value error, format must be one of ${formats.join(', ')}, not "xml"`;
  return { detail: [{ type: 'value_error', loc: ['query', 'format'], msg, input: null, ctx: { error: {} } }] };
}

export const text = { type: 'string' };
const binary = { type: 'string', format: 'binary' };
export const gzipped =
  'With `Accept-Encoding: gzip`, the response is compressed, except Parquet, which has its own compression. A connection that is closed before the end of the response means that it is incomplete. At most 2 exports run at once, 1 per token.';
export const rowForms =
  'In CSV, lists are JSON, null is the empty field, and an apostrophe precedes text that a spreadsheet would execute as a formula. In Parquet, times are instants in UTC.';

export function formatParameter(formats: readonly string[]): Description {
  return parameter('format', { ...text, enum: formats, default: 'ndjson' }, 'Format of the export.');
}

/** The responses of an export in these formats; `others` are the media types besides those of rows. */
export function exportResponses(
  formats: readonly string[],
  examples: { readonly ndjson?: string; readonly csv?: string },
  others: Description = {},
): Description {
  const content = {
    'application/x-ndjson': { schema: text, example: examples.ndjson },
    'text/csv': { schema: text, example: examples.csv },
    'application/vnd.apache.parquet': { schema: binary },
    ...others,
  };
  const invalid = {
    description: 'A parameter is unknown or invalid',
    content: { 'application/json': { schema: validation, example: invalidFormat(formats) } },
  };
  return { 200: { description: 'The records', content }, 422: invalid, ...commonErrors('exports: 2') };
}

export function parameter(name: string, schema: Description, description: string): Description {
  return { name, in: 'query', required: false, description, schema };
}

export function commonErrors(streams: string): Description {
  const retry = (seconds: string) => ({ 'Retry-After': { schema: { type: 'string' }, example: seconds } });
  return {
    401: error('The token is missing or invalid', 'Not authenticated', {
      'WWW-Authenticate': { schema: { type: 'string' }, example: 'Bearer' },
    }),
    403: error('The token does not permit this operation', 'Only operators may do this'),
    429: error(
      'The request limit of the caller per minute is reached, or too many streams of the caller are open',
      'Too many requests: at most 12000 per minute. Try again in 3 s.',
      retry('3'),
    ),
    500: error('Internal error; the log contains the details under the request id', 'Internal Server Error'),
    503: error(
      'The database is not available, or too many streams are open',
      `The server has reached its maximum number of ${streams}`,
      retry('5'),
    ),
  };
}

export function error(description: string, message: string, headers?: Description): Description {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: detail, example: { detail: message } } },
  };
}
