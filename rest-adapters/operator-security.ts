/** OpenAPI security schemes of operators: people and programs with a role. */
export const operatorSchemes = {
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An operator token, such as one from `rampart tokens create`.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token (RFC 9068) from a configured identity provider; its claims must map to a role.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-rampart-session',
    description:
      'A browser session. Unless a public URL with https is set, the cookie name has no `__Host-` prefix. Requests must come from a page of this server, or contain the header `X-Rampart-Session`.',
  },
} as const;

/** The names of the operator security schemes, any of which grants access. */
export const operatorSchemeNames = [
  'operatorToken',
  'accessToken',
  'session',
] as const satisfies readonly (keyof typeof operatorSchemes)[];
