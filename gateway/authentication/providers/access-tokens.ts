import { createHash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Authenticator, OperatorCaller } from '../../../platform/caller.js';
import type { Clock } from '../../../platform/clock.js';
import type { OidcProvider } from '../../../platform/configuration/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { Logger } from '../../../platform/log.js';
import { signatureAlgorithms } from '../../signature-algorithms.js';
import { grantedRoles, strongestRole, withoutUnverifiedEmail } from './granted-roles.js';
import { ProviderKeys, type ProviderKeysOptions } from './provider-keys.js';

const clockToleranceSeconds = 30;
const maxTokenLength = 10_240;
const maxCachedTokens = 10_000;
/** Maximum time in milliseconds for which a verified token is accepted without being verified again. */
const cacheMs = 300_000;
/** Prefix of the credential ids of access tokens. */
export const accessTokenPrefix = 'jwt:';

/** The settings of an identity provider for access tokens. */
type MachineProvider = Pick<OidcProvider, 'name' | 'issuer' | 'audience' | 'accessTokenType' | 'roles'>;

export interface AccessTokensOptions extends Pick<ProviderKeysOptions, 'now'> {
  readonly providers: readonly MachineProvider[];
  readonly clock: Clock;
  readonly log: Logger;
}

interface Issuer {
  readonly provider: MachineProvider;
  readonly keys: ProviderKeys;
}

/**
 * Authenticates access tokens of machines: JSON Web Tokens that a configured provider issued for this server (RFC
 * 9068). Tokens of other issuers are left to other authenticators. The authenticator throws DomainError UNAUTHENTICATED
 * `{ reason: 'invalid_token' }`, FORBIDDEN `{ reason: 'no_role', identity }` for a valid token to which the rules grant
 * no role, and SERVICE_UNAVAILABLE while no keys of the provider are known.
 */
export function accessTokenAuthenticator({ providers, clock, log, ...options }: AccessTokensOptions): Authenticator {
  const issuers = new Map<unknown, Issuer>(
    providers
      .filter(({ audience }) => audience.length > 0)
      .map((provider) => [
        provider.issuer,
        { provider, keys: new ProviderKeys({ issuer: provider.issuer, log, ...options }) },
      ]),
  );
  const cache = new LRUCache<string, OperatorCaller & { readonly expiresAt: number }>({
    max: maxCachedTokens,
    ttl: cacheMs,
  });

  async function verify(token: string, hash: string, issuer: Issuer): Promise<OperatorCaller> {
    const payload = await verifiedClaims(token, issuer, clock);
    const caller = callerOf(payload, issuer.provider);
    cache.set(hash, caller);
    return caller;
  }

  return function authenticateAccessToken(_request, token) {
    // Opaque tokens have no dots.
    if (issuers.size === 0 || token === undefined || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return undefined;
    const issuer = issuers.get(unverifiedIssuer(token));
    if (issuer === undefined) return undefined;
    if (token.length > maxTokenLength) throw invalidToken(`the token has more than ${maxTokenLength} characters`);
    const hash = createHash('sha256').update(token).digest('base64');
    const cached = cache.get(hash);
    if (cached === undefined) return verify(token, hash, issuer);
    if (cached.expiresAt + clockToleranceSeconds * 1000 <= clock.now()) throw invalidToken('the token has expired');
    return cached;
  };
}

/** The issuer claim of a token that is not verified yet. It only selects the keys that verify the token. */
function unverifiedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function verifiedClaims(token: string, { provider, keys }: Issuer, clock: Clock): Promise<JWTPayload> {
  const { issuer, audience, accessTokenType } = provider;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      ...{ issuer, algorithms: signatureAlgorithms, audience: [...audience], currentDate: new Date(clock.now()) },
      ...{ clockTolerance: clockToleranceSeconds, requiredClaims: ['exp', 'sub'] },
      ...(accessTokenType === 'at+jwt' && { typ: 'at+jwt' }),
    });
    if (!isAccessTokenType(protectedHeader.typ)) throw invalidToken('the header parameter typ must be at+jwt or JWT');
    // An ID token is for signing in.
    if (payload.nonce !== undefined || payload.at_hash !== undefined)
      throw invalidToken('it is an ID token; send an access token');
    // RFC 7800: its sender must prove possession of a key.
    if (payload.cnf !== undefined) {
      throw invalidToken(
        'the token is bound to a key (claim cnf), which is not supported: request a token that is not bound to a key',
      );
    }
    return payload;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalidToken(reasonOf(error));
  }
}

function isAccessTokenType(typ: string | undefined): boolean {
  return typ === undefined || ['at+jwt', 'application/at+jwt', 'jwt'].includes(typ.toLowerCase());
}

function callerOf(payload: JWTPayload, provider: MachineProvider): OperatorCaller & { readonly expiresAt: number } {
  const { sub: subject } = payload;
  if (!isName(subject)) throw invalidToken('the claim sub is not a printable string of at most 255 characters');
  const credentialId = `${accessTokenPrefix}${provider.name}:${subject}`;
  const granted = strongestRole(grantedRoles(withoutUnverifiedEmail(payload), provider.roles));
  if (granted === undefined) {
    const message =
      "The access token is valid, but no rule in the setting roles of the provider's section, [oidc] or [oidc NAME], grants it a role: ask an administrator to add one";
    throw new DomainError('FORBIDDEN', message, { reason: 'no_role', identity: credentialId });
  }
  return {
    ...{ kind: 'operator', ...granted },
    name: `${clientOf(payload) ?? subject}@${provider.name}`,
    credentialId,
    expiresAt: (payload.exp ?? 0) * 1000,
  };
}

/** The id of the client that a token was issued to. Entra ID uses `azp` or `appid` instead of `client_id`. */
function clientOf({ client_id: client, azp, appid }: JWTPayload): string | undefined {
  return [client, azp, appid].find(isName);
}

/** Whether a claim is a name that the audit log can store: at most 255 characters (OpenID Connect Core, section 2). */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{C}]{1,255}$/u.test(value);
}

/** The reason why a token is rejected, for its client; without details of the keys. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud')
      return "the token is for another audience: request a token for an audience in the setting audience of the provider's section, [oidc] or [oidc NAME]";
    if (error.claim === 'nbf') return 'the token is not yet valid';
    if (error.claim === 'typ') return 'the header parameter typ must be at+jwt';
    return `the claim ${error.claim} is missing or has an unexpected value`;
  }
  return 'the token is malformed, or its signature cannot be verified with the keys of the provider';
}

function invalidToken(reason: string): DomainError {
  return new DomainError('UNAUTHENTICATED', `The access token is not valid: ${reason}`, { reason: 'invalid_token' });
}
