/**
 * The algorithms by which signatures of JSON Web Tokens are verified. Asymmetric ones only (RFC 8725, section 3.1):
 * with a shared secret, each verifier of tokens could issue them.
 */
export const signatureAlgorithms: string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
