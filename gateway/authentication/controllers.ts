import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { ControllerCaller } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { bearerToken } from './caller-authenticator.js';
import { KnownSecrets } from './known-secrets.js';

/**
 * Identifies the controller that sends a request, by its connection or a header.
 * @throws {DomainError} FORBIDDEN or UNAUTHENTICATED with `reason`, if the controller does not prove its identity
 */
export type IdentifyController = (request: IncomingMessage) => ControllerCaller;

const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns a function that identifies controllers as the settings require; undefined if they require no identification.
 * @throws {Error} if the settings are incomplete
 */
export async function controllerIdentification(
  { controllerAuth, clientCaFile, enrolmentSecret, tls }: Configuration['licenses'],
  clock: Clock,
): Promise<IdentifyController | undefined> {
  if (controllerAuth === 'open') return undefined;
  if (controllerAuth === 'secret') {
    if (enrolmentSecret.length > 0) return identifyBySecret(enrolmentSecret);
    throw new Error(
      '[licenses] controller_auth=secret requires enrolment_secret: generate one with openssl rand -base64 32',
    );
  }
  if (clientCaFile === '') {
    throw new Error(
      '[licenses] controller_auth=certificate requires client_ca_file: set it to a PEM file with the trusted certificate authorities',
    );
  }
  if (tls === 'off') {
    throw new Error(
      '[licenses] controller_auth=certificate requires TLS on the listener itself: set tls, or set controller_auth=secret',
    );
  }
  return identifyByCertificate(clock, await loadGuidReader());
}

function identifyBySecret(secrets: readonly string[]): IdentifyController {
  const knownSecrets = new KnownSecrets(secrets.map((secret) => [secret, true] as const));
  return function identify(request) {
    const secret = bearerToken(request);
    if (secret === undefined) throw rejectedSecret('secret_missing', 'The enrolment secret is required');
    if (!knownSecrets.find(secret)) throw rejectedSecret('secret_wrong', 'The enrolment secret is wrong');
    return { kind: 'controller', guids: null };
  };
}

interface CertificateIdentity {
  readonly caller: ControllerCaller;
  /** Time in milliseconds since the Unix epoch at which the client certificate expires. */
  readonly expiresAt: number;
}

/** Reads the client certificate once per connection, and checks for each request that it has not expired. */
function identifyByCertificate(clock: Clock, guidsOf: GuidReader): IdentifyController {
  const identities = new WeakMap<TLSSocket, CertificateIdentity>();
  return function identify({ socket }) {
    if (!(socket instanceof TLSSocket)) throw rejectedCertificate('certificate_missing', 'is required');
    let identity = identities.get(socket);
    if (identity === undefined) {
      identity = readCertificate(socket, guidsOf);
      identities.set(socket, identity);
    }
    if (identity.expiresAt <= clock.now()) throw rejectedCertificate('certificate_expired', 'has expired');
    return identity.caller;
  };
}

function readCertificate(socket: TLSSocket, guidsOf: GuidReader): CertificateIdentity {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) throw rejectedCertificate('certificate_missing', 'is required');
  if (!socket.authorized) {
    // Declared as an Error, but it is a string: OpenSSL's error code.
    if (String(socket.authorizationError) === 'CERT_HAS_EXPIRED')
      throw rejectedCertificate('certificate_expired', 'has expired');
    throw rejectedCertificate('certificate_untrusted', 'is not trusted');
  }
  return {
    caller: { kind: 'controller', guids: guidsOf(certificate.raw) },
    expiresAt: certificate.validToDate.getTime(),
  };
}

/**
 * Returns the GUIDs in the common name and the subject alternative names of a certificate: as a DNS name, or as a URI
 * `urn:uuid:` (RFC 9562, section 4).
 */
type GuidReader = (certificate: Buffer) => readonly string[];

/** Loads the library that parses certificates, only if client certificates are read, because loading is slow. */
async function loadGuidReader(): Promise<GuidReader> {
  await import('reflect-metadata');
  const { SubjectAlternativeNameExtension, X509Certificate } = await import('@peculiar/x509');
  return function guidsOf(certificate) {
    const parsed = new X509Certificate(new Uint8Array(certificate));
    const alternative = parsed.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
    const names = alternative.flatMap(({ type, value }) => {
      if (type === 'dns') return [value];
      return type === 'url' && /^urn:uuid:/i.test(value) ? [value.slice('urn:uuid:'.length)] : [];
    });
    const candidates = [...parsed.subjectName.getField('CN'), ...names].map((name) => name.toLowerCase());
    return [...new Set(candidates)].filter((name) => guidPattern.test(name));
  };
}

function rejectedCertificate(reason: string, problem: string): DomainError {
  return new DomainError('FORBIDDEN', `${problem === 'is required' ? 'A' : 'The'} client certificate ${problem}`, {
    reason,
  });
}

function rejectedSecret(reason: string, message: string): DomainError {
  return new DomainError('UNAUTHENTICATED', message, { reason, authenticate: 'Bearer realm="rampart licenses"' });
}
