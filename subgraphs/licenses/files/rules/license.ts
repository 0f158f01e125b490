import { maxCharacters } from '../../../../platform/input-limits.js';
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
}

const maxCap = 2 ** 31 - 1;
/** The end of the year 9999. */
const maxTime = 253_402_300_799;

/** The claims of a license by their names in JSON Web Tokens (RFC 7519, section 4.1). */
export function claimsOf(license: License): Record<string, unknown> {
  const { id, customer, cap, issuedAt, notBefore, expiresAt } = license;
  return { jti: id, customer, cap, iat: issuedAt, nbf: notBefore, exp: expiresAt };
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
    cap: capClaim(claims),
    issuedAt,
    notBefore: claims.nbf === undefined ? issuedAt : timeClaim(claims, 'nbf'),
    expiresAt: timeClaim(claims, 'exp'),
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

/** State of a license by its dates. */
export function stateAt(license: License, now: number): LicenseState {
  if (now >= license.expiresAt) return LicenseState.EXPIRED;
  return now < license.notBefore ? LicenseState.NOT_YET_VALID : LicenseState.VALID;
}

function textClaim(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '' && value.length <= maxCharacters.licenseText) return value;
  throw new Error(`its claim ${name} must be a string of 1 to ${maxCharacters.licenseText} characters`);
}

function timeClaim(claims: Readonly<Record<string, unknown>>, name: string): number {
  const value = claims[name];
  if (typeof value === 'number' && value >= 0 && value <= maxTime) return value;
  throw new Error(`its claim ${name} must be a time in Unix epoch seconds`);
}

function capClaim({ cap }: Readonly<Record<string, unknown>>): number {
  if (typeof cap === 'number' && Number.isInteger(cap) && cap >= 0 && cap <= maxCap) return cap;
  throw new Error(`its claim cap must be an integer from 0 to ${maxCap}`);
}
