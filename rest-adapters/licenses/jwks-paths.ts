const keySet = {
  type: 'object',
  required: ['keys'],
  properties: { keys: { type: 'array', items: { type: 'object' } } },
};

/**
 * The OpenAPI description of the public key's path. The listener serves the key itself; no graph operation implements
 * the path.
 */
export const jwksPaths = {
  '/.well-known/jwks.json': {
    get: {
      operationId: 'getSigningKeys',
      summary: 'Return the public key that verifies signatures',
      description:
        'Returns the key that verifies signed responses, machine files and signed tree heads of the usage log, as a JSON Web Key Set (RFC 7517). `kid` is the `keyid` of signatures. If `[licenses] signing_key_file` is not set, the response is 404; while the file cannot be used, `keys` is empty.',
      tags: ['Controller licenses'],
      security: [{}],
      responses: {
        200: {
          description: 'The key set, with one key or none',
          content: {
            'application/jwk-set+json': {
              schema: keySet,
              example: {
                keys: [
                  {
                    kty: 'OKP',
                    crv: 'Ed25519',
                    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
                    kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
                    alg: 'EdDSA',
                    use: 'sig',
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
};
