/**
 * The OpenAPI description of an error response of this service.
 * @param retryAfter example of the header `Retry-After`; undefined if the response has none
 */
export function error(description: string, detail: unknown, retryAfter?: string): object {
  const schema = { type: 'object', required: ['detail'], properties: { detail: {} } };
  return {
    description,
    ...(retryAfter !== undefined && {
      headers: { 'Retry-After': { schema: { type: 'string' }, example: retryAfter } },
    }),
    content: { 'application/json': { schema, example: { detail } } },
  };
}
