import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { RequestedSignature } from './accept-signature.js';

/** An Ed25519 key, and its id: the thumbprint of the public key (RFC 7638). */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly keyId: string;
  /** The public key as a JSON Web Key: RFC 8037, section 2. */
  readonly publicKey: { readonly kty: string; readonly crv: string; readonly x: string };
}

/** The parts of a response that a signature covers. */
export interface SignedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly request: { readonly method: string; readonly scheme: string; readonly url: string; readonly host: string };
}

/** The components that every signature covers, in addition to those that the client has requested. */
const requiredComponents = ['"@status"', '"content-type"', '"content-digest"', '"@method";req', '"@path";req'];

/**
 * Parses an Ed25519 private key.
 * @param pem PKCS 8 in PEM format
 * @throws {Error} if `pem` is not an Ed25519 private key
 */
export function parseSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (kty === undefined || crv !== 'Ed25519' || x === undefined) throw new Error('the key is not an Ed25519 key');
  // RFC 7638, section 3.2: the required members in lexicographic order.
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x }));
  return { privateKey, keyId: thumbprint.digest('base64url'), publicKey: { kty, crv, x } };
}

/**
 * Creates the signature headers of a response: RFC 9421 with Ed25519 (section 3.3.6), and RFC 9530 for the body.
 * @param created Unix epoch seconds
 */
export function signatureHeaders(
  response: SignedResponse,
  options: { key: SigningKey; requested: RequestedSignature; created: number },
): Record<'content-digest' | 'signature-input' | 'signature', string> {
  const { key, requested, created } = options;
  const digest = `sha-256=:${createHash('sha256').update(response.body).digest('base64')}:`;
  const components = [...new Set([...requested.components, ...requiredComponents])];
  const parameters = [
    `(${components.join(' ')})`,
    `created=${Math.floor(created)}`,
    ...['keyid', 'alg', 'nonce', 'tag'].flatMap((name) => {
      const value = { keyid: key.keyId, alg: 'ed25519', nonce: requested.nonce, tag: requested.tag }[name];
      return value === undefined ? [] : [`${name}=${serializeString(value)}`];
    }),
  ].join(';');
  const lines = components.map((component) => `${component}: ${componentValue(component, response, digest)}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  const signature = sign(null, Buffer.from(base), key.privateKey).toString('base64');
  const { label } = requested;
  return {
    'content-digest': digest,
    'signature-input': `${label}=${parameters}`,
    signature: `${label}=:${signature}:`,
  };
}

/** The value of a signed component (RFC 9421, section 2). */
function componentValue(component: string, { status, contentType, request }: SignedResponse, digest: string): string {
  const question = request.url.indexOf('?');
  switch (component) {
    case '"@status"':
      return String(status);
    case '"content-type"':
      return contentType;
    case '"content-digest"':
      return digest;
    case '"@method";req':
      return request.method;
    case '"@path";req':
      return question === -1 ? request.url : request.url.slice(0, question);
    case '"@query";req':
      return question === -1 ? '?' : request.url.slice(question);
    case '"@authority";req':
      return authorityOf(request);
    default:
      throw new Error(`unknown component ${component}`);
  }
}

/**
 * The host in lower case, without the default port of its scheme (RFC 9421, section 2.2.3; RFC 9110, section 4.2.3).
 */
function authorityOf({ scheme, host }: SignedResponse['request']): string {
  return host.toLowerCase().replace(scheme === 'https' ? /:(443)?$/ : /:(80)?$/, '');
}

/** Serializes a string as in RFC 8941, section 3.3.3. */
function serializeString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
