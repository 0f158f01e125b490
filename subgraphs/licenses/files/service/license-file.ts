import { CompactSign, compactVerify, importPKCS8, importSPKI } from 'jose';
import type { Clock } from '../../../../platform/clock.js';
import { isObject } from '../../../../platform/is-object.js';
import { isoTime } from '../../../../platform/iso-time.js';
import type { Logger } from '../../../../platform/log.js';
import { parseJson } from '../../../../platform/parse-json.js';
import type { StoredDocument, StoredDocuments } from '../../documents/index.js';
import { DocumentKind, DocumentSource, LicenseState } from '../../vocabulary.js';
import { type FileContent, WatchedFile } from '../repository.js';
import { claimsOf, graceEnd, type License, licenseOf, permitsCheckIns, stateAt } from '../rules/license.js';

/** The license of this installation, and its current state. */
export interface CurrentLicense {
  readonly state: LicenseState;
  /** Reason why the state is not `valid`, as a message for operators; null if the state is `valid`. */
  readonly problem: string | null;
  /** The license of this installation; null if it cannot be read. */
  readonly license: License | null;
}

const maxBytes = 65_536;
/** Two names of the same algorithm, from RFC 8037 and RFC 9864. */
const algorithms = ['EdDSA', 'Ed25519'];
const mediaType = 'license+jws';

interface LicenseFileOptions {
  readonly path: string;
  readonly publicKeyPath: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly documents: StoredDocuments;
}

/**
 * The license of this installation, from the database if it contains one, otherwise from the file. The license and its
 * public key are reread when they change. An invalid license takes effect immediately: no controller is served. State
 * changes are logged.
 */
export class LicenseFile {
  readonly #options: LicenseFileOptions;
  readonly #text: WatchedText;
  readonly #key: WatchedText;
  #read: CurrentLicense | Promise<CurrentLicense> | undefined;
  /** The stored document from which `#read` was read; undefined for the file. */
  #readFrom: StoredDocument | undefined;
  #logged: string | undefined;

  constructor(options: LicenseFileOptions) {
    this.#options = options;
    this.#text = new WatchedText(options.path);
    this.#key = new WatchedText(options.publicKeyPath);
  }

  /**
   * Returns the license with its current state. Returns a promise only if the license or the public key has changed.
   */
  current(): CurrentLicense | Promise<CurrentLicense> {
    const changed = [this.#text, this.#key].filter((file) => file.hasChanged());
    const storedDocument = this.#options.documents.get(DocumentKind.LICENSE);
    if (this.#read === undefined || changed.length > 0 || storedDocument !== this.#readFrom) {
      this.#readFrom = storedDocument;
      const reading = readLicense(storedDocument?.text ?? this.#text, this.#key).then((result) => {
        // Discarded if a file or the database has changed in the meantime.
        if (this.#read === reading) this.#read = result;
        return result;
      });
      this.#read = reading;
    }
    const current = this.#read;
    return current instanceof Promise
      ? current.then((result) => this.#updateState(result))
      : this.#updateState(current);
  }

  /**
   * Returns whether the database or the file is the active source, and the path of the file, active or not; the path is
   * null if no file is configured.
   */
  source() {
    const { path, documents } = this.#options;
    const isStored = typeof documents.get(DocumentKind.LICENSE)?.text === 'string';
    return { source: isStored ? DocumentSource.DATABASE : DocumentSource.FILE, path: path === '' ? null : path };
  }

  /**
   * Verifies a license, active or not, with the public key of this installation.
   * @throws {Error} whose message explains why no controller would be served under the license
   */
  async examine(text: string): Promise<License> {
    if (Buffer.byteLength(text) > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    if (this.#key.hasChanged()) this.#read = undefined;
    const found = await readLicense(text, this.#key);
    if (found.license === null) throw new Error(found.problem ?? 'it cannot be read');
    const { state, problem } = this.#currentState(found.license);
    if (permitsCheckIns(state)) return found.license;
    throw new Error(`${problem}, so controllers would be rejected`);
  }

  #currentState(license: License): { state: LicenseState; problem: string | null } {
    return stateOfLicense(license, stateAt(license, this.#options.clock.now() / 1000));
  }

  #updateState(current: CurrentLicense): CurrentLicense {
    const { license } = current;
    const result = license === null ? current : { license, ...this.#currentState(license) };
    const summary = `${this.source().source} ${result.state} ${result.problem} ${license?.id}`;
    if (summary !== this.#logged) this.#log(result);
    this.#logged = summary;
    return result;
  }

  #log({ license, state, problem }: CurrentLicense): void {
    const { log } = this.#options;
    const { source, path } = this.source();
    const details = { file: path, source, state, ...(license === null ? {} : { id: license.id, cap: license.cap }) };
    if (problem === null) log.info(details, 'the license is valid');
    else if (state === LicenseState.GRACE) log.warn({ ...details, problem }, 'the license is in its grace period');
    else {
      // Installations that use only other domains need no license.
      const level = path === null && source === DocumentSource.FILE ? 'info' : 'error';
      log[level]({ ...details, problem }, 'there is no valid license: controllers are rejected');
    }
  }
}

/**
 * Parses a license and verifies its signature, but not its dates.
 * @param publicKey Ed25519 public key in PEM format (SPKI)
 * @throws {Error} whose message describes the problem
 */
export async function verifyLicense(text: string, publicKey: string): Promise<License> {
  const key = await importSPKI(publicKey.trim(), 'EdDSA').catch(() => {
    throw new Error('the public key is not an Ed25519 key in PEM format (SPKI)');
  });
  const verified = await compactVerify(compactForm(text), key, { algorithms }).catch((error: unknown) => {
    throw new Error(`its signature is invalid: ${(error as Error).message}`); // jose throws only instances of Error.
  });
  assertMediaType(verified.protectedHeader.typ);
  return licenseOf(parseClaims(verified.payload));
}

/**
 * Signs a license.
 * @param privateKey Ed25519 private key in PEM format (PKCS #8)
 * @returns a JSON Web Signature in compact form (RFC 7515, section 7.1)
 * @throws {Error} if the key is not an Ed25519 key
 */
export async function signLicense(license: License, privateKey: string): Promise<string> {
  const key = await importPKCS8(privateKey.trim(), 'EdDSA').catch(() => {
    throw new Error('the private key is not an Ed25519 key in PEM format (PKCS #8)');
  });
  const payload = new TextEncoder().encode(JSON.stringify(claimsOf(license)));
  return await new CompactSign(payload).setProtectedHeader({ alg: 'EdDSA', typ: mediaType }).sign(key);
}

/**
 * Verifies that the type is that of a license, because other documents signed with the same key are not licenses (RFC
 * 8725, section 3.11). Media types are case-insensitive (RFC 7515, section 4.1.9).
 */
function assertMediaType(typ: string | undefined): void {
  if (typ?.toLowerCase() === mediaType) return;
  throw new Error(`its header typ is ${JSON.stringify(typ) ?? 'missing'}, expected ${JSON.stringify(mediaType)}`);
}

/**
 * Reads and verifies a license, from a file or from a text in the database. Does not check the dates: the state is
 * `valid` if the signature is.
 */
async function readLicense(license: WatchedText | string, publicKey: WatchedText): Promise<CurrentLicense> {
  const invalid = { license: null, state: LicenseState.INVALID };
  const file = typeof license === 'string' ? undefined : license;
  if (file?.isAbsent) return { ...invalid, state: LicenseState.MISSING, problem: `the license file ${file.reason}` };
  const text = typeof license === 'string' ? license : license.text;
  if (text === undefined) return { ...invalid, problem: `the license file ${file?.reason}` };
  if (publicKey.text === undefined) return { ...invalid, problem: `the public key file ${publicKey.reason}` };
  try {
    return { license: await verifyLicense(text, publicKey.text), state: LicenseState.VALID, problem: null };
  } catch (error) {
    // `verifyLicense` throws only instances of Error.
    return { ...invalid, problem: `the license is rejected: ${(error as Error).message}` };
  }
}

function stateOfLicense(license: License, state: LicenseState): { state: LicenseState; problem: string | null } {
  if (state === LicenseState.EXPIRED) return { state, problem: `the license expired on ${isoTime(license.expiresAt)}` };
  if (state === LicenseState.GRACE) {
    const ends = `controllers are served until ${isoTime(graceEnd(license))}`;
    return { state, problem: `the license expired on ${isoTime(license.expiresAt)}; ${ends}` };
  }
  if (state === LicenseState.NOT_YET_VALID) {
    return { state, problem: `the license is not valid before ${isoTime(license.notBefore)}` };
  }
  return { state, problem: null };
}

/**
 * The license in compact form, without a line break at its end. Throws unless the signature is canonical base64url:
 * decoders ignore trailing bits and characters outside of the alphabet, but any changed byte must make a license
 * invalid.
 */
function compactForm(text: string): string {
  const match = /^(?<signed>[\w-]+\.[\w-]+)\.(?<signature>[\w-]+)(\r?\n)?$/.exec(text);
  const { signed = '', signature = '' } = match?.groups ?? {};
  const canonical = Buffer.from(signature, 'base64url').toString('base64url');
  if (match === null || canonical !== signature)
    throw new Error('it is not a JSON Web Signature in compact serialization');
  return `${signed}.${signature}`;
}

function parseClaims(payload: Uint8Array): Record<string, unknown> {
  const claims = parseJson(new TextDecoder().decode(payload));
  if (!isObject(claims)) throw new Error('its payload is not a JSON object');
  return claims;
}

/** The text of a watched file, or the reason why it cannot be read. */
class WatchedText {
  text: string | undefined;
  reason = 'is not configured';
  isAbsent = true;
  readonly #file: WatchedFile | undefined;

  constructor(path: string) {
    this.#file = path === '' ? undefined : new WatchedFile(path, { maxBytes });
  }

  hasChanged(): boolean {
    const found = this.#file?.readIfChanged();
    if (found === undefined) return false;
    this.#update(found);
    return true;
  }

  #update(found: FileContent): void {
    this.isAbsent = found.kind === 'absent';
    this.text = found.kind === 'text' ? found.text : undefined;
    if (found.kind === 'absent') this.reason = 'does not exist';
    if (found.kind === 'unreadable') this.reason = found.reason.replace(/^it /, '');
  }
}
