import { createHash } from 'node:crypto';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../../platform/domain-error.js';
import { signatureAlgorithms } from '../../signature-algorithms.js';
import { isTokenError } from '../../token-errors.js';
import type { Identity } from './clients.js';

export interface JwtSettings {
  /** The issuer's keys, as the URL of a JSON Web Key Set or as the set itself. */
  readonly keys: URL | JSONWebKeySet;
  /** Accepted values of `iss`; an empty list accepts any value. */
  readonly issuers: readonly string[];
  /** Accepted values of `aud`; an empty list accepts any value. */
  readonly audiences: readonly string[];
  /**
   * Names of claims with scopes. The value of a claim is a string separated by spaces (RFC 8693, section 4.2), or an
   * array.
   */
  readonly scopeClaims: readonly string[];
  /** Names of claims with satisfied policies. The value of a claim has the same formats as for scopes. */
  readonly policyClaims: readonly string[];
}

const clockToleranceSeconds = 5;
const keysTimeoutMs = 5_000;
const maxTokenLength = 16_384;
/** Maximum time in milliseconds for which a verified token is cached; a token is never cached beyond its expiration. */
const cacheMs = 60_000;
const maxCachedTokens = 10_000;

interface VerifiedToken {
  readonly identity: Identity;
  /** Time of expiration of the token in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/**
 * Returns a verifier of JSON Web Tokens (RFC 7519, RFC 8725), which must be signed with a key of the set, have an
 * expiration time in the future, and have an accepted issuer and audience. The key set, issuers and audiences come from
 * the settings. The verifier throws DomainError UNAUTHENTICATED for invalid tokens, and SERVICE_UNAVAILABLE if the keys
 * cannot be fetched.
 */
export function jwtVerifier(settings: JwtSettings): (token: string) => Identity | Promise<Identity> {
  const { keys, issuers, audiences } = settings;
  const keySet =
    keys instanceof URL ? createRemoteJWKSet(keys, { timeoutDuration: keysTimeoutMs }) : createLocalJWKSet(keys);
  const accepted = {
    algorithms: signatureAlgorithms,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp'],
    ...(issuers.length > 0 && { issuer: [...issuers] }),
    ...(audiences.length > 0 && { audience: [...audiences] }),
  };
  const cache = new LRUCache<string, VerifiedToken>({ max: maxCachedTokens, ttl: cacheMs });
  async function verify(token: string, hash: string): Promise<Identity> {
    const { payload } = await jwtVerify(token, keySet, accepted).catch(reject);
    const identity = identityOf(payload, settings);
    cache.set(hash, { identity, expiresAt: (payload.exp ?? 0) * 1000 });
    return identity;
  }
  return (token) => {
    if (token.length > maxTokenLength) throw invalidToken(`the token has more than ${maxTokenLength} characters`);
    const hash = createHash('sha256').update(token).digest('base64');
    const cached = cache.get(hash);
    return cached !== undefined && cached.expiresAt > Date.now() ? cached.identity : verify(token, hash);
  };
}

function identityOf(payload: JWTPayload, { scopeClaims, policyClaims }: JwtSettings): Identity {
  const valuesOf = (claims: readonly string[]) => new Set(claims.flatMap((claim) => stringsOf(payload[claim])));
  return { isAuthenticated: true, scopes: valuesOf(scopeClaims), policies: valuesOf(policyClaims) };
}

function stringsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(/\s+/).filter((word) => word !== '');
  return Array.isArray(claim) ? claim.filter((entry) => typeof entry === 'string') : [];
}

function reject(error: unknown): never {
  if (!isTokenError(error)) {
    const message = 'The keys of the token issuer cannot be fetched. Try again later.';
    throw new DomainError('SERVICE_UNAVAILABLE', message, undefined, { cause: error });
  }
  throw invalidToken(error instanceof errors.JWTExpired ? 'the token has expired' : error.message);
}

function invalidToken(reason: string): DomainError {
  return new DomainError('UNAUTHENTICATED', `The token is not valid: ${reason}`);
}
