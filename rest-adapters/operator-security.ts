/** OpenAPI security schemes of operators: people and programs with a role. */
export const operatorSchemes = {
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An operator token, if the settings require one.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token (RFC 9068) of an identity provider in the settings, whose claims map to a role.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-rampart-session',
    description:
      'The session of a browser. Without a public URL with https, the name of the cookie has no prefix `__Host-`. Requests must come from a page of this server, or contain the header `X-Rampart-Session`.',
  },
} as const;

/** The names of the schemes, any of which grants access. */
export const operatorSchemeNames = [
  'operatorToken',
  'accessToken',
  'session',
] as const satisfies readonly (keyof typeof operatorSchemes)[];
