import type { OpenApiObject } from '../streams/describe-export.js';

/** The OpenAPI description of an error response of this service. */
export function error(description: string, detail: unknown, headers?: OpenApiObject): object {
  const schema = { type: 'object', required: ['detail'], properties: { detail: {} } };
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema, example: { detail } } },
  };
}
