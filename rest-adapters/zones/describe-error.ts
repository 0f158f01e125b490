/** The OpenAPI description of an error response of this service. */
export function error(description: string, detail: unknown): object {
  const schema = { type: 'object', required: ['detail'], properties: { detail: {} } };
  return { description, content: { 'application/json': { schema, example: { detail } } } };
}
