import { maxCharacters } from '../../../platform/input-limits.js';
import { LicenseState } from '../vocabulary.js';

/** What a license says. Times are Unix epoch seconds. */
export interface License {
  readonly id: string;
  readonly customer: string;
  /** How many controllers may be registered. */
  readonly cap: number;
  readonly issuedAt: number;
  /** From then on it is valid. */
  readonly notBefore: number;
  /** From then on it is not. */
  readonly expiresAt: number;
}

const greatestCap = 2 ** 31 - 1;
/** The end of the year 9999. */
const latestTime = 253_402_300_799;

/** The claims of a license, with the names that JSON Web Tokens have for them (RFC 7519, section 4.1). */
export function claimsOf(license: License): Record<string, unknown> {
  const { id, customer, cap, issuedAt, notBefore, expiresAt } = license;
  return { jti: id, customer, cap, iat: issuedAt, nbf: notBefore, exp: expiresAt };
}

/**
 * The license that claims make.
 * @throws {Error} that says what is wrong with them
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
 * Checks the terms of a license that is to be issued.
 * @throws {Error} that says what is wrong with them
 */
export function assertLicense(license: License): void {
  licenseOf(claimsOf(license));
  if (license.expiresAt <= license.notBefore) throw new Error('the license would expire before it is valid');
}

/** Whether the license holds now, by its dates. */
export function stateAt(license: License, now: number): LicenseState {
  if (now >= license.expiresAt) return LicenseState.EXPIRED;
  return now < license.notBefore ? LicenseState.NOT_YET_VALID : LicenseState.VALID;
}

function textClaim(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '' && value.length <= maxCharacters.licenseText) return value;
  throw new Error(`its claim ${name} must be a text of 1 to ${maxCharacters.licenseText} characters`);
}

function timeClaim(claims: Readonly<Record<string, unknown>>, name: string): number {
  const value = claims[name];
  if (typeof value === 'number' && value >= 0 && value <= latestTime) return value;
  throw new Error(`its claim ${name} must be a time in Unix epoch seconds`);
}

function capClaim({ cap }: Readonly<Record<string, unknown>>): number {
  if (typeof cap === 'number' && Number.isInteger(cap) && cap >= 0 && cap <= greatestCap) return cap;
  throw new Error(`its claim cap must be a whole number from 0 to ${greatestCap}`);
}
