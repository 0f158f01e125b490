import { commonErrors } from '../common-errors.js';
import type { DocumentedResponse } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';

const detail = { $ref: '#/components/schemas/ErrorResponse' };
const validation = { $ref: '#/components/schemas/HTTPValidationError' };

/** Schemas of error bodies by their names in OpenAPI; FastAPI's names for its own errors. */
export const errorSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ErrorResponse: {
    type: 'object',
    description: 'Error response with the message.',
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
      type: { type: 'string', description: 'Stable type of the error.' },
      loc: {
        type: 'array',
        description:
          '`query`, `path` or `body`, then the name of the field; for malformed JSON, the character position.',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      msg: { type: 'string', description: 'Error message.' },
      input: { description: 'The rejected value.' },
      ctx: { type: 'object', description: 'Details: the violated limit, or the reason of the error.' },
    },
    required: ['type', 'loc', 'msg', 'input'],
  },
};

/** The error responses of a route: by its parameters, by the codes it declares, and those of all routes. */
export function documentedErrors(route: Route): DocumentedResponse[] {
  const common = commonErrors(route, ({ name, message }) => ({
    schema: detail,
    examples: { [name]: { detail: message } },
  }));
  return [...inputErrors(route), ...domainErrors(route), ...tokenErrors, ...common];
}

function inputErrors(route: Route): DocumentedResponse[] {
  const hasBody = parametersIn(route, 'body').length > 0;
  const bad: Record<string, unknown> = {};
  if (route.parameters.some((parameter) => parameter.kind === 'enum'))
    bad.status = { detail: 'Invalid status: closed' };
  if (hasBody) bad.body = { detail: 'There was an error parsing the body' };
  const errors: DocumentedResponse[] = [];
  if (Object.keys(bad).length > 0) {
    errors.push({ status: 400, description: 'Invalid status, or an unreadable body', schema: detail, examples: bad });
  }
  if (hasBody || route.parameters.some((parameter) => parameter.kind === 'integer')) {
    const examples = hasBody ? missingField : outOfRange;
    errors.push({ status: 422, description: 'The request is invalid', schema: validation, examples });
  }
  return errors;
}

function domainErrors(route: Route): DocumentedResponse[] {
  const errors: DocumentedResponse[] = [];
  if (route.errors.includes('NOT_FOUND')) {
    errors.push({ status: 404, description: 'The alert does not exist', schema: detail, examples: unknownAlert });
  }
  if (route.errors.includes('STORE_UNAVAILABLE')) {
    errors.push({ status: 503, description: 'The alert store is not available', schema: detail, examples: detached });
  }
  return errors;
}

const unknownAlert = { unknown: { detail: 'Alert 5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11 not found' } };
const detached = { detached: { detail: 'Alert store not attached' } };
const missingField = {
  missing: { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] },
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

const tokenErrors: readonly DocumentedResponse[] = [
  {
    status: 401,
    description: 'The token is missing or invalid',
    schema: detail,
    examples: { anonymous: { detail: 'Not authenticated' } },
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  {
    status: 403,
    description: 'The token does not permit this operation',
    schema: detail,
    examples: { forbidden: { detail: 'Only operators may do this' } },
  },
];
