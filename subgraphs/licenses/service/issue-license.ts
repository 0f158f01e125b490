import { randomUUID } from 'node:crypto';
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose';
import { DomainError } from '../../../platform/domain-error.js';
import { assertLicense, type License, stateAt } from '../rules/license.js';
import type { LicenseState } from '../vocabulary.js';
import { signLicense, verifyLicense } from './license-file.js';

/** A key pair for licenses (Ed25519) in PEM form: PKCS 8 and SPKI. */
export async function createLicenseKeys(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { privateKey: await exportPKCS8(privateKey), publicKey: await exportSPKI(publicKey) };
}

export interface LicenseTerms {
  readonly customer: string;
  readonly cap: number;
  readonly issuedAt: Date;
  /** When it begins to hold; when it is issued if not given. */
  readonly notBefore?: Date | undefined;
  readonly expiresAt: Date;
  /** PEM (PKCS 8). */
  readonly privateKey: string;
}

/**
 * Makes a license with an id of its own and signs it.
 * @throws {DomainError} BAD_USER_INPUT for terms that make no license, or a key that is none
 */
export async function issueLicense(terms: LicenseTerms): Promise<{ license: License; text: string }> {
  const { customer, cap, issuedAt, notBefore = issuedAt, expiresAt, privateKey } = terms;
  const license: License = {
    id: randomUUID(),
    customer,
    cap,
    issuedAt: secondsOf(issuedAt),
    notBefore: secondsOf(notBefore),
    expiresAt: secondsOf(expiresAt),
  };
  return await orRefuse(async () => {
    assertLicense(license);
    return { license, text: await signLicense(license, privateKey) };
  });
}

/**
 * Reads a license, and whether it holds at a time.
 * @param options.now Unix epoch seconds
 * @throws {DomainError} BAD_USER_INPUT for a text that is no license signed with this key
 */
export async function readLicense(options: {
  text: string;
  publicKey: string;
  now: number;
}): Promise<{ license: License; state: LicenseState }> {
  const license = await orRefuse(() => verifyLicense(options.text, options.publicKey));
  return { license, state: stateAt(license, options.now) };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  return await work().catch((error: Error) => {
    throw new DomainError('BAD_USER_INPUT', error.message);
  });
}
