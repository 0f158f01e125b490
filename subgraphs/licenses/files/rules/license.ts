import { daySeconds } from '../../../../platform/durations.js';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { isObject } from '../../../../platform/is-object.js';
import { LicenseState } from '../../vocabulary.js';

/** The terms of a license. Times are Unix epoch seconds. */
export interface License {
  readonly id: string;
  readonly customer: string;
  /** Maximum number of registered controllers. */
  readonly cap: number;
  readonly issuedAt: number;
  /** Start of the validity period, inclusive. */
  readonly notBefore: number;
  /** End of the validity period, exclusive. */
  readonly expiresAt: number;
  /** Number of days after the end of the validity period for which controllers are still served. */
  readonly graceDays: number;
  /** Features that the customer may use. They are returned to controllers that request them. */
  readonly entitlements: Readonly<Record<string, unknown>>;
  /** Public key (JWK) with which controllers verify responses and machine files of the installation; null: none. */
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
/** Maximum time of a license: the end of the year 9999, in Unix epoch seconds. */
const maxEpochSeconds = 253_402_300_799;

/**
 * Converts a license to claims of a JSON Web Token (RFC 7519, section 4.1). `cnf` contains the key of the holder (RFC
 * 7800). Claims with default values are absent, as in licenses of earlier releases.
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
 * Converts claims to a license.
 * @throws {Error} whose message describes the invalid claim
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
 * Validates the terms of a new license.
 * @throws {Error} whose message describes the invalid term
 */
export function assertLicense(license: License): void {
  licenseOf(claimsOf(license));
  if (license.expiresAt <= license.notBefore)
    throw new Error('the license expires before it becomes valid: choose a later expiration');
}

/** End of the grace period of a license, in Unix epoch seconds. Controllers are served until then. */
export function graceEnd({ expiresAt, graceDays }: License): number {
  return expiresAt + graceDays * daySeconds;
}

/** The state of a license at `now` (Unix epoch seconds), by its dates. */
export function stateAt(license: License, now: number): LicenseState {
  if (now >= graceEnd(license)) return LicenseState.EXPIRED;
  if (now >= license.expiresAt) return LicenseState.GRACE;
  return now < license.notBefore ? LicenseState.NOT_YET_VALID : LicenseState.VALID;
}

/** Whether controllers are served under a license in this state. */
export function permitsCheckIns(state: LicenseState): boolean {
  return state === LicenseState.VALID || state === LicenseState.GRACE;
}

function textClaim(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '' && value.length <= maxCharacters.licenseText) return value;
  const expected = `a string of 1 to ${maxCharacters.licenseText} characters`;
  throw new Error(`its claim ${name} must be ${expected}, but is ${formatValue(value)}`);
}

function timeClaim(claims: Readonly<Record<string, unknown>>, name: string): number {
  const value = claims[name];
  if (typeof value === 'number' && value >= 0 && value <= maxEpochSeconds) return value;
  const expected = `a time in Unix epoch seconds from 0 to ${maxEpochSeconds}`;
  throw new Error(`its claim ${name} must be ${expected}, but is ${formatValue(value)}`);
}

/** Formats the beginning of a rejected value for error messages. */
function formatValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 60);
}

function integerClaim(claims: Readonly<Record<string, unknown>>, name: string, max: number): number {
  const value = claims[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new Error(`its claim ${name} must be an integer from 0 to ${max}, but is ${formatValue(value)}`);
}

function entitlementsClaim({ entitlements = {} }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (isObject(entitlements) && JSON.stringify(entitlements).length <= maxEntitlementCharacters) return entitlements;
  throw new Error(`its claim entitlements must be an object of at most ${maxEntitlementCharacters} characters as JSON`);
}

/** The signing key in the claims (RFC 7800, section 3.2); null if the claims contain none. */
function keyClaim({ cnf }: Readonly<Record<string, unknown>>): SigningKey | null {
  if (cnf === undefined) return null;
  const jwk = isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : {};
  const { kty, crv, x } = jwk;
  if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && /^[\w-]{43}$/.test(x)) return { kty, crv, x };
  throw new Error('its claim cnf must contain an Ed25519 public key as a JWK');
}
