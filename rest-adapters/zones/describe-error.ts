/** The description of an error response of this service in OpenAPI. */
export function error(description: string, detail: unknown): object {
  const schema = { type: 'object', required: ['detail'], properties: { detail: {} } };
  return { description, content: { 'application/json': { schema, example: { detail } } } };
}
