import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { DomainError } from '../../../platform/domain-error.js';
import type { Logger } from '../../../platform/log.js';
import { type ProviderFetch, providerFetch } from './provider-fetch.js';

const maxKeys = 100;
/**
 * Maximum age of the keys in milliseconds. After it, the next token triggers a background read of the keys; until then,
 * withdrawn keys are accepted.
 */
const refreshMs = 600_000;
/**
 * Minimum time in milliseconds between two reads of the keys, so tokens that name unknown keys cause few requests to
 * the provider.
 */
const cooldownMs = 30_000;
/** Minimum time in milliseconds between two attempts to read the keys after a failure, while no keys are known. */
const retryMs = 5_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface ProviderKeysOptions {
  readonly issuer: string;
  readonly log: Logger;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * The signing keys of an identity provider, found by OpenID Connect Discovery. They are read for the first token, for a
 * token that names an unknown key (key rotation), and for the first token after {@link refreshMs}. If the provider is
 * unreachable, the known keys remain in use.
 */
export class ProviderKeys {
  readonly #options: Required<ProviderKeysOptions>;
  readonly #fetch: ProviderFetch['fetch'];
  #keys: KeySet | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: ProviderKeysOptions) {
    this.#options = { now: () => performance.now(), ...options };
    this.#fetch = providerFetch(options).fetch;
  }

  /**
   * Finds the key that verifies a token.
   * @throws {errors.JWKSNoMatchingKey} if the provider has no such key
   * @throws {DomainError} SERVICE_UNAVAILABLE if no keys are known and the provider cannot be reached
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const keys = this.#keys ?? (await this.#readFirstKeys());
    if (this.#isOlderThan(refreshMs)) void this.#read().catch(() => {});
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (this.#reading === undefined && !this.#isOlderThan(cooldownMs)) throw error;
      // The read logs its own failures.
      await this.#read().catch(() => {});
      return await (this.#keys ?? keys)(header, token);
    }
  };

  async #readFirstKeys(): Promise<KeySet> {
    if (this.#reading === undefined && !this.#isOlderThan(retryMs)) throw keysUnavailable();
    await this.#read().catch((error: unknown) => {
      throw keysUnavailable(error);
    });
    if (this.#keys === undefined) throw keysUnavailable();
    return this.#keys;
  }

  #isOlderThan(milliseconds: number): boolean {
    return this.#options.now() - this.#startedAt > milliseconds;
  }

  #read(): Promise<void> {
    if (this.#reading !== undefined) return this.#reading;
    this.#startedAt = this.#options.now();
    const { issuer, log } = this.#options;
    this.#reading = this.#fetchKeys()
      .catch((error: unknown) => {
        log.warn({ err: error, issuer }, 'the keys of an OpenID Connect provider could not be fetched');
        throw error;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #fetchKeys(): Promise<void> {
    const { issuer } = this.#options;
    const metadata = await this.#fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    // OpenID Connect Discovery, section 4.3.
    if (metadata.issuer !== issuer)
      throw new Error(`the metadata names the issuer ${JSON.stringify(metadata.issuer)}; expected ${issuer}`);
    const url = metadata.jwks_uri;
    if (typeof url !== 'string' || !isAllowed(url, issuer))
      throw new Error(`the metadata names the jwks_uri ${JSON.stringify(url)}; expected an https URL`);
    const { keys } = await this.#fetchJson(url);
    if (!Array.isArray(keys) || keys.length > maxKeys)
      throw new Error(`${url} did not return a JSON Web Key Set with at most ${maxKeys} keys`);
    const usable = keys.filter(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP');
    this.#keys = createLocalJWKSet({ keys: usable } as JSONWebKeySet); // The library validates each key.
  }

  async #fetchJson(url: string): Promise<Record<string, unknown>> {
    const response = await this.#fetch(url, { headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new Error(`${url} returned status ${response.status}`);
    const parsed: unknown = await response.json();
    if (typeof parsed !== 'object' || parsed === null) throw new Error(`${url} did not return a JSON object`);
    return parsed as Record<string, unknown>;
  }
}

/** Whether keys may be read from a URL: over HTTPS, or over HTTP from the host of an issuer whose own URL is HTTP. */
function isAllowed(url: string, issuer: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const issuerUrl = new URL(issuer);
  return (
    protocol === 'https:' || (protocol === 'http:' && issuerUrl.protocol === 'http:' && issuerUrl.hostname === hostname)
  );
}

function keysUnavailable(cause?: unknown): DomainError {
  const message = 'The keys of the identity provider cannot be fetched. Try again later.';
  const retryAfterSeconds = retryMs / 1000;
  return new DomainError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds }, { cause });
}
