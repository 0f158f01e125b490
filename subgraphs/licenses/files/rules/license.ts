import { daySeconds } from '../../../../platform/durations.js';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { isObject } from '../../../../platform/is-object.js';
import { LicenseState } from '../../vocabulary.js';

/** The claims of a license. Times are Unix epoch seconds. */
export interface License {
  readonly id: string;
  readonly customer: string;
  /** Maximum number of registered controllers. */
  readonly cap: number;
  readonly issuedAt: number;
  /** Start of its validity, inclusive. */
  readonly notBefore: number;
  /** End of its validity, exclusive. */
  readonly expiresAt: number;
  /** Days after the end of its validity in which controllers are still served. */
  readonly graceDays: number;
  /** Features that the customer may use; returned to controllers that request them. */
  readonly entitlements: Readonly<Record<string, unknown>>;
  /** Public key (JWK) of the installation, whose responses and machine files controllers accept; null: none. */
  readonly signingKey: SigningKey | null;
}

/** An Ed25519 public key as a JSON Web Key (RFC 8037). */
export interface SigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

const maxGraceDays = 366;
const maxEntitlementCharacters = 16_384;
const maxCap = 2 ** 31 - 1;
/** The end of the year 9999, in Unix epoch seconds. */
const maxEpochSeconds = 253_402_300_799;

/**
 * The claims of a license by their names in JSON Web Tokens (RFC 7519, section 4.1). `cnf` is the key of the holder
 * (RFC 7800). Claims that a license does not need are absent, as in licenses of earlier releases.
 */
export function claimsOf(license: License): Record<string, unknown> {
  const { id, customer, cap, issuedAt, notBefore, expiresAt, graceDays, entitlements, signingKey } = license;
  return {
    ...{ jti: id, customer, cap, iat: issuedAt, nbf: notBefore, exp: expiresAt },
    ...(graceDays > 0 && { grace_days: graceDays }),
    ...(Object.keys(entitlements).length > 0 && { entitlements }),
    ...(signingKey !== null && { cnf: { jwk: signingKey } }),
  };
}

/**
 * The license with these claims.
 * @throws {Error} that describes the invalid claim
 */
export function licenseOf(claims: Readonly<Record<string, unknown>>): License {
  const issuedAt = timeClaim(claims, 'iat');
  return {
    id: textClaim(claims, 'jti'),
    customer: textClaim(claims, 'customer'),
    cap: integerClaim(claims, 'cap', maxCap),
    issuedAt,
    notBefore: claims.nbf === undefined ? issuedAt : timeClaim(claims, 'nbf'),
    expiresAt: timeClaim(claims, 'exp'),
    graceDays: claims.grace_days === undefined ? 0 : integerClaim(claims, 'grace_days', maxGraceDays),
    entitlements: entitlementsClaim(claims),
    signingKey: keyClaim(claims),
  };
}

/**
 * Checks the terms of a new license.
 * @throws {Error} that describes the invalid term
 */
export function assertLicense(license: License): void {
  licenseOf(claimsOf(license));
  if (license.expiresAt <= license.notBefore)
    throw new Error('the license expires before it becomes valid: choose a later expiration');
}

/** End of the grace period of a license, in Unix epoch seconds: controllers are served before it. */
export function graceEnd({ expiresAt, graceDays }: License): number {
  return expiresAt + graceDays * daySeconds;
}

/** State of a license by its dates at `now`, in Unix epoch seconds. */
export function stateAt(license: License, now: number): LicenseState {
  if (now >= graceEnd(license)) return LicenseState.EXPIRED;
  if (now >= license.expiresAt) return LicenseState.GRACE;
  return now < license.notBefore ? LicenseState.NOT_YET_VALID : LicenseState.VALID;
}

/** Whether controllers are served under a license of this state. */
export function permitsCheckIns(state: LicenseState): boolean {
  return state === LicenseState.VALID || state === LicenseState.GRACE;
}

function textClaim(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '' && value.length <= maxCharacters.licenseText) return value;
  const expected = `a string of 1 to ${maxCharacters.licenseText} characters`;
  throw new Error(`its claim ${name} must be ${expected}, but is ${shown(value)}`);
}

function timeClaim(claims: Readonly<Record<string, unknown>>, name: string): number {
  const value = claims[name];
  if (typeof value === 'number' && value >= 0 && value <= maxEpochSeconds) return value;
  const expected = `a time in Unix epoch seconds from 0 to ${maxEpochSeconds}`;
  throw new Error(`its claim ${name} must be ${expected}, but is ${shown(value)}`);
}

/** The start of a rejected value, for messages. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 60);
}

function integerClaim(claims: Readonly<Record<string, unknown>>, name: string, max: number): number {
  const value = claims[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new Error(`its claim ${name} must be an integer from 0 to ${max}, but is ${shown(value)}`);
}

function entitlementsClaim({ entitlements = {} }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (isObject(entitlements) && JSON.stringify(entitlements).length <= maxEntitlementCharacters) return entitlements;
  throw new Error(`its claim entitlements must be an object of at most ${maxEntitlementCharacters} characters`);
}

/** The signing key in the claims (RFC 7800, section 3.2); null if they have none. */
function keyClaim({ cnf }: Readonly<Record<string, unknown>>): SigningKey | null {
  if (cnf === undefined) return null;
  const jwk = isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : {};
  const { kty, crv, x } = jwk;
  if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && /^[\w-]{43}$/.test(x)) return { kty, crv, x };
  throw new Error('its claim cnf must contain an Ed25519 public key as a JWK');
}
