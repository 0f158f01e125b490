import type { DocumentedAnswer } from '../dialect.js';

const schema = { $ref: '#/components/schemas/DriveErrorResponse' };

/** The body of errors, by its name in OpenAPI. */
export const errorSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  DriveErrorResponse: {
    type: 'object',
    description: 'An error in the form of the graph API.',
    properties: {
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' } },
        required: ['code', 'message'],
      },
    },
    required: ['error'],
  },
};

/** The error answers of the receiver. A notification that nobody asked for is none of them: it gets the same 202. */
export function documentedErrors(): DocumentedAnswer[] {
  return [
    {
      status: 400,
      description: 'The body is no JSON with a list named value, or the list has more than 1000 entries',
      schema,
      examples: {
        body: { error: { code: 'invalidRequest', message: 'The body must be JSON with a list named value' } },
      },
    },
    {
      status: 413,
      description: 'The body is too large',
      schema,
      examples: { size: { error: { code: 'invalidRequest', message: 'The body is too large' } } },
    },
    {
      status: 500,
      description: 'An internal error; the sender should try again',
      schema,
      examples: { internal: { error: { code: 'generalException', message: 'Internal server error' } } },
    },
    {
      status: 503,
      description: 'The notifications could not be stored; the sender should try again',
      schema,
      examples: { store: { error: { code: 'serviceNotAvailable', message: 'The database cannot be reached' } } },
    },
    {
      status: 504,
      description: 'The request took too long; the sender should try again',
      schema,
      examples: { timeout: { error: { code: 'generalException', message: 'The request took too long' } } },
    },
  ];
}
