import { createHash, X509Certificate } from 'node:crypto';
import { errors, jwtVerify } from 'jose';

/** Tolerated difference between the clocks, in seconds. */
const toleratedSeconds = 300;

/**
 * Verifies the assertion of a token request like Microsoft Entra ID, with another library than the one that signs it.
 * Returns the error; undefined if the assertion is valid.
 */
export async function problemOfAssertion(
  form: URLSearchParams,
  options: { certificate: string; audience: string; now: number },
): Promise<string | undefined> {
  const { certificate, audience, now } = options;
  const assertion = form.get('client_assertion') ?? '';
  if (
    form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' ||
    form.has('client_secret')
  ) {
    return 'AADSTS7000218: The request body must contain client_assertion.';
  }
  const { publicKey, raw } = new X509Certificate(certificate);
  try {
    const { protectedHeader: header } = await jwtVerify(assertion, publicKey, {
      ...{ algorithms: ['PS256', 'RS256'], typ: 'JWT', audience, issuer: 'client-1', subject: 'client-1' },
      ...{ currentDate: new Date(now), clockTolerance: toleratedSeconds, requiredClaims: ['jti', 'nbf', 'exp'] },
    });
    const isKnown = header['x5t#S256'] === createHash('sha256').update(raw).digest('base64url');
    if (!isKnown) return 'AADSTS700027: The certificate with this identifier is not registered.';
    if (header.alg === 'RS256' && header.x5t !== createHash('sha1').update(raw).digest('base64url'))
      return 'AADSTS700027';
    return undefined;
  } catch (error) {
    if (
      error instanceof errors.JWTExpired ||
      (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
    ) {
      return `AADSTS700024: Client assertion is not within its valid time range. ${assertion}`;
    }
    return `AADSTS700027: ${error instanceof Error ? error.message : String(error)}. ${assertion}`;
  }
}
