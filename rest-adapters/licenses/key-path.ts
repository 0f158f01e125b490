const keySet = {
  type: 'object',
  required: ['keys'],
  properties: { keys: { type: 'array', items: { type: 'object' } } },
};

/** The description of the public key in OpenAPI. The listener itself serves it, because no operation has it. */
export const keyPath = {
  '/.well-known/jwks.json': {
    get: {
      operationId: 'getSigningKeys',
      summary: 'Return the public key that verifies signatures',
      description:
        'Returns the key that verifies signed responses, machine files and heads of the usage log, as a JSON Web Key Set (RFC 7517). `kid` is the `keyid` of signatures. Exists only if `[licenses] signing_key_file` is set; `keys` is empty while the file cannot be used.',
      tags: ['Controller licenses'],
      security: [{}],
      responses: {
        200: {
          description: 'The key set',
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
