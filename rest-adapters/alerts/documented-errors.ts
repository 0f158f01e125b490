import { commonErrors } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';

const detail = { $ref: '#/components/schemas/ErrorResponse' };
const validation = { $ref: '#/components/schemas/HTTPValidationError' };

/** Schemas of error bodies, by their names in OpenAPI. FastAPI's own errors have FastAPI's names. */
export const errorSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ErrorResponse: {
    type: 'object',
    description: 'An error; `detail` is its message.',
    properties: { detail: { type: 'string' } },
    required: ['detail'],
  },
  HTTPValidationError: {
    type: 'object',
    description: 'All validation errors of a request.',
    properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } } },
    required: ['detail'],
  },
  ValidationError: {
    type: 'object',
    properties: {
      type: { type: 'string', description: 'Identifier of the type of error, such as `missing`.' },
      loc: {
        type: 'array',
        description:
          '`query`, `path` or `body`, then the name of the field. Only `body` if the error concerns the whole body; for malformed JSON, `body` and the character position.',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      msg: { type: 'string', description: 'Error message.' },
      input: {
        description:
          'The rejected value or, for a missing field, the object without it; null if there is neither, and for parameters of exports.',
      },
      ctx: { type: 'object', description: 'Details: the violated limit, or the cause of the error.' },
    },
    required: ['type', 'loc', 'msg', 'input'],
  },
};

/** Maximum size of a request body in bytes. */
export const maxBodyBytes = 1_048_576;

/**
 * The error responses of a route: those that follow from its parameters, those of the error codes that it declares, and
 * those of all routes.
 */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const common = commonErrors(route, {
    maxBodyBytes,
    content: ({ name, message }) => ({ schema: detail, examples: { [name]: { detail: message } } }),
  });
  return [...inputErrors(route), ...domainErrors(route), ...accessErrors(route), ...common];
}

function inputErrors(route: Route): DocumentedResponse[] {
  const hasBody = parametersIn(route, 'body').length > 0;
  const errors: DocumentedResponse[] = [];
  // Responses with the same status are combined.
  if (route.parameters.some((parameter) => parameter.kind === 'enum')) errors.push(invalidStatus);
  if (hasBody) errors.push(unreadableBody, invalidBody);
  const integers = route.parameters.filter((parameter) => parameter.kind === 'integer').map(({ name }) => name);
  if (integers.length > 0) {
    const description = `${integers.map((name) => `\`${name}\``).join(' or ')} is not an integer, or is out of range`;
    errors.push({ status: 422, description, schema: validation, examples: outOfRange });
  }
  return errors;
}

const invalidStatus: DocumentedResponse = {
  status: 400,
  description: 'The value of `status` is not a status of alerts',
  schema: detail,
  examples: { status: { detail: 'Invalid status: closed' } },
};

const unreadableBody: DocumentedResponse = {
  status: 400,
  description:
    'The body cannot be parsed: it is neither UTF-8 nor UTF-16, is incomplete, or contains JSON that is nested too deeply or an integer of more than 4300 digits',
  schema: detail,
  examples: { body: { detail: 'There was an error parsing the body' } },
};

function domainErrors(route: Route): DocumentedResponse[] {
  const errors: DocumentedResponse[] = [];
  if (route.errors.includes('NOT_FOUND')) {
    const description = 'The alert does not exist, or belongs to a tenant that the caller may not access';
    errors.push({ status: 404, description, schema: detail, examples: unknownAlert });
  }
  if (route.errors.includes('STORE_UNAVAILABLE')) {
    errors.push(detached);
  }
  return errors;
}

const unknownAlert = { unknown: { detail: 'Alert 5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11 not found' } };
const detached: DocumentedResponse = {
  status: 503,
  description: 'The alert store cannot be reached',
  schema: detail,
  examples: { detached: { detail: 'Alert store not attached' } },
  headers: { 'Retry-After': '5' },
};
const invalidBody: DocumentedResponse = {
  status: 422,
  description:
    'The body is missing or not a JSON object, a required field is missing, or a value has the wrong type, is too long, or contains U+0000 or an unpaired surrogate',
  schema: validation,
  examples: { missing: { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] } },
};
const outOfRange = {
  range: {
    detail: [
      {
        type: 'less_than_equal',
        loc: ['query', 'limit'],
        msg: 'Input should be less than or equal to 1000',
        input: '1001',
        ctx: { le: 1000 },
      },
    ],
  },
};

function accessErrors({ method }: Route): DocumentedResponse[] {
  const action = method === 'GET' ? 'read' : 'change';
  return [
    {
      status: 401,
      description: 'The credentials are invalid, or are missing while `[auth] alerts` is `token`',
      schema: detail,
      examples: { anonymous: { detail: 'Not authenticated' } },
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
    {
      status: 403,
      description: `The caller may not ${action} alerts`,
      schema: detail,
      examples: { forbidden: { detail: 'Alerts are available to operators only' } },
    },
  ];
}
