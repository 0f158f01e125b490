import { randomUUID } from 'node:crypto';
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose';
import { DomainError } from '../../../../platform/domain-error.js';
import type { LicenseState } from '../../vocabulary.js';
import { assertLicense, type License, type SigningKey, stateAt } from '../rules/license.js';
import { signLicense, verifyLicense } from './license-file.js';

/** Generates an Ed25519 key pair for signing licenses, in PEM format (PKCS #8 and SPKI). */
export async function createLicenseKeys(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { privateKey: await exportPKCS8(privateKey), publicKey: await exportSPKI(publicKey) };
}

interface LicenseTerms {
  readonly customer: string;
  readonly cap: number;
  readonly issuedAt: Date;
  /** Start of the validity period; default: `issuedAt`. */
  readonly notBefore?: Date | undefined;
  readonly expiresAt: Date;
  /** Number of days after the end of the validity period for which controllers are still served; default: 0. */
  readonly graceDays?: number | undefined;
  /** Features that the customer may use; default: none. */
  readonly entitlements?: Readonly<Record<string, unknown>> | undefined;
  /** Public key with which controllers verify responses and machine files of the installation; default: none. */
  readonly signingKey?: SigningKey | undefined;
  /** The Ed25519 private key that signs the license, in PEM format (PKCS #8). */
  readonly privateKey: string;
}

/**
 * Issues a signed license with a new id.
 * @throws {DomainError} BAD_USER_INPUT for invalid terms or an invalid key
 */
export async function issueLicense(terms: LicenseTerms): Promise<{ license: License; text: string }> {
  const { customer, cap, issuedAt, notBefore = issuedAt, expiresAt, privateKey } = terms;
  const { graceDays = 0, entitlements = {}, signingKey = null } = terms;
  const license: License = {
    id: randomUUID(),
    customer,
    cap,
    issuedAt: secondsOf(issuedAt),
    notBefore: secondsOf(notBefore),
    expiresAt: secondsOf(expiresAt),
    ...{ graceDays, entitlements, signingKey },
  };
  return await rethrowAsUserInput(async () => {
    assertLicense(license);
    return { license, text: await signLicense(license, privateKey) };
  });
}

/**
 * Verifies the signature of a license, and returns the license with its state at `now`.
 * @param options.now Unix epoch seconds
 * @throws {DomainError} BAD_USER_INPUT if the text is not a license signed with this key
 */
export async function verifyLicenseAt(options: {
  text: string;
  publicKey: string;
  now: number;
}): Promise<{ license: License; state: LicenseState }> {
  const license = await rethrowAsUserInput(() => verifyLicense(options.text, options.publicKey));
  return { license, state: stateAt(license, options.now) };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

async function rethrowAsUserInput<Result>(work: () => Promise<Result>): Promise<Result> {
  return await work().catch((error: Error) => {
    throw new DomainError('BAD_USER_INPUT', error.message);
  });
}
