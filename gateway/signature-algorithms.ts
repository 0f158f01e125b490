/**
 * Signature algorithms that are accepted for JSON Web Tokens. Only asymmetric ones (RFC 8725, section 3.1): with a
 * shared secret, every verifier of tokens could also issue them.
 */
export const signatureAlgorithms: string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
