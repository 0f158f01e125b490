import { CompactSign, compactVerify, importPKCS8, importSPKI } from 'jose';
import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import { type FileContent, WatchedFile } from '../repository/watched-file.js';
import { claimsOf, type License, licenseOf, stateAt } from '../rules/license.js';
import { LicenseState } from '../vocabulary.js';

/** The license file as it stands now. */
export interface LicenseInForce {
  readonly state: LicenseState;
  /** Why it is not valid, for people; null when it is. */
  readonly problem: string | null;
  /** Null when none can be read. */
  readonly license: License | null;
}

/** The license of this installation. */
export interface LicenseFile {
  /** Answers without a promise unless a file has changed. */
  current(): LicenseInForce | Promise<LicenseInForce>;
}

const mostBytes = 65_536;
/** Names of the one signature: RFC 8037 and RFC 9864. */
const algorithms = ['EdDSA', 'Ed25519'];
const mediaType = 'license+jws';

/**
 * Keeps the license file and its public key, which are read again when they change. Of a broken license nothing stays in
 * force. What it comes to is logged when that changes.
 */
export function keepLicenseFile(options: {
  path: string;
  publicKeyPath: string;
  clock: Clock;
  log: Logger;
}): LicenseFile {
  const { clock, log } = options;
  const files = [options.path, options.publicKeyPath].map((path) => new KeptText(path));
  const [licenseText, keyText] = files as [KeptText, KeptText]; // Two paths make two.
  let read: ReadLicense | Promise<ReadLicense> | undefined;
  let told: string | undefined;

  function current(): LicenseInForce | Promise<LicenseInForce> {
    const changed = files.filter((file) => file.hasChanged());
    if (read === undefined || changed.length > 0) {
      const reading = readLicense(licenseText, keyText).then((result) => {
        // What was read of files that have changed meanwhile is not kept.
        if (read === reading) read = result;
        return result;
      });
      read = reading;
    }
    return read instanceof Promise ? read.then(inForce) : inForce(read);
  }

  function inForce({ license, state, problem }: ReadLicense): LicenseInForce {
    const now = clock.now() / 1000;
    const result =
      license === null ? { license, state, problem } : { license, ...judged(license, stateAt(license, now)) };
    const telling = `${result.state} ${result.problem} ${license?.id}`;
    if (telling !== told) tell(result);
    told = telling;
    return result;
  }

  function tell({ license, state, problem }: LicenseInForce): void {
    const details = {
      file: options.path || null,
      state,
      ...(license === null ? {} : { id: license.id, cap: license.cap }),
    };
    if (problem === null) log.info(details, 'the license is valid');
    // Who runs other domains only has no license and needs none.
    else
      log[options.path === '' ? 'info' : 'error'](
        { ...details, problem },
        'there is no valid license: controllers are refused',
      );
  }

  return { current };
}

/**
 * Reads a license and checks its signature, not its dates.
 * @param publicKey PEM (SPKI)
 * @throws {Error} that says what is wrong with it
 */
export async function verifyLicense(text: string, publicKey: string): Promise<License> {
  const key = await importSPKI(publicKey.trim(), 'EdDSA').catch(() => {
    throw new Error('the public key is no Ed25519 key in PEM form (SPKI)');
  });
  const verified = await compactVerify(compactForm(text), key, { algorithms }).catch((error: unknown) => {
    throw new Error(`its signature does not hold: ${(error as Error).message}`); // jose throws nothing but errors.
  });
  assertMediaType(verified.protectedHeader.typ);
  return licenseOf(parseClaims(verified.payload));
}

/**
 * Signs a license.
 * @param privateKey PEM (PKCS 8)
 * @returns a JSON Web Signature in compact form (RFC 7515, section 7.1)
 * @throws {Error} when the key is no Ed25519 key
 */
export async function signLicense(license: License, privateKey: string): Promise<string> {
  const key = await importPKCS8(privateKey.trim(), 'EdDSA').catch(() => {
    throw new Error('the private key is no Ed25519 key in PEM form (PKCS 8)');
  });
  const payload = new TextEncoder().encode(JSON.stringify(claimsOf(license)));
  return await new CompactSign(payload).setProtectedHeader({ alg: 'EdDSA', typ: mediaType }).sign(key);
}

/** Whatever else the same key signs is no license (RFC 8725, section 3.11). Media types are compared in any case (RFC 7515, section 4.1.9). */
function assertMediaType(typ: string | undefined): void {
  if (typ?.toLowerCase() === mediaType) return;
  throw new Error(`its header typ is ${JSON.stringify(typ) ?? 'missing'}, and must be ${JSON.stringify(mediaType)}`);
}

type ReadLicense = LicenseInForce;

async function readLicense(license: KeptText, publicKey: KeptText): Promise<ReadLicense> {
  const none = { license: null, state: LicenseState.INVALID };
  if (license.isAbsent) return { ...none, state: LicenseState.MISSING, problem: `the license file ${license.reason}` };
  if (license.text === undefined) return { ...none, problem: `the license file ${license.reason}` };
  if (publicKey.text === undefined) return { ...none, problem: `the public key file ${publicKey.reason}` };
  try {
    return { license: await verifyLicense(license.text, publicKey.text), state: LicenseState.VALID, problem: null };
  } catch (error) {
    return { ...none, problem: `the license is not taken: ${(error as Error).message}` }; // See verifyLicense.
  }
}

function judged(license: License, state: LicenseState): { state: LicenseState; problem: string | null } {
  if (state === LicenseState.EXPIRED) return { state, problem: `the license expired on ${written(license.expiresAt)}` };
  if (state === LicenseState.NOT_YET_VALID) {
    return { state, problem: `the license is not valid before ${written(license.notBefore)}` };
  }
  return { state, problem: null };
}

function written(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}

/**
 * A signature in the one spelling that it has: decoders pass over bits at its end and over letters of another alphabet, and a
 * license with any byte changed must not be taken.
 */
function compactForm(text: string): string {
  const match = /^(?<signed>[\w-]+\.[\w-]+)\.(?<signature>[\w-]+)(\r?\n)?$/.exec(text);
  const { signed = '', signature = '' } = match?.groups ?? {};
  const canonical = Buffer.from(signature, 'base64url').toString('base64url');
  if (match === null || canonical !== signature) throw new Error('it is no JSON Web Signature in compact form');
  return `${signed}.${signature}`;
}

function parseClaims(payload: Uint8Array): Record<string, unknown> {
  const claims: unknown = parseJson(new TextDecoder().decode(payload));
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new Error('it holds no claims');
  return claims as Record<string, unknown>; // Any object is a record of unknown values.
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a watched file, or why there is none. */
class KeptText {
  text: string | undefined;
  reason = 'is not configured';
  isAbsent = true;
  readonly #file: WatchedFile | undefined;

  constructor(path: string) {
    this.#file = path === '' ? undefined : new WatchedFile(path, { mostBytes });
  }

  hasChanged(): boolean {
    const found = this.#file?.look();
    if (found === undefined) return false;
    this.#take(found);
    return true;
  }

  #take(found: FileContent): void {
    this.isAbsent = found.kind === 'absent';
    this.text = found.kind === 'text' ? found.text : undefined;
    if (found.kind === 'absent') this.reason = 'does not exist';
    if (found.kind === 'unreadable') this.reason = found.reason.replace(/^it /, '');
  }
}
