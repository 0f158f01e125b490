import { readFileSync, statSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { parseAcceptSignature, type RequestedSignature } from './accept-signature.js';
import { parseSigningKey, type SigningKey, signatureHeaders } from './signature.js';

interface SignerOptions {
  /** Path of the private key (PEM), which is read again when the file changes. */
  readonly keyFile: string;
  /** Whether to also sign responses for which the client has not requested a signature. */
  readonly signsAll: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Path of the public key, a JSON Web Key Set (RFC 7517, section 5). */
const keysPath = '/.well-known/jwks.json';

const defaultSignature: RequestedSignature = {
  ...{ label: 'sig', components: [], nonce: undefined, tag: undefined, keyId: undefined },
};

/** Creates a signer; undefined if no key is configured. */
export function createResponseSigner(options: SignerOptions): ResponseSigner | undefined {
  return options.keyFile === '' ? undefined : new ResponseSigner(options);
}

/** Signs the responses of a listener. */
export class ResponseSigner {
  readonly #options: SignerOptions;
  /** Version of the key file that was read last. */
  #readVersion: string | undefined;
  #key: SigningKey | undefined;

  constructor(options: SignerOptions) {
    this.#options = options;
    this.#currentKey(); // Logs at startup whether the key can be used.
  }

  /** Signs the responses of the routes in this scope, and serves the public key at {@link keysPath}. */
  register(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      const requested = this.#requestedSignature(request);
      if (requested !== undefined) this.#sign({ request, reply, payload }, requested);
      return payload;
    });
    app.get(keysPath, (_request, reply) => {
      const key = this.#currentKey();
      const keys = key === undefined ? [] : [{ ...key.publicKey, kid: key.keyId, alg: 'EdDSA', use: 'sig' }];
      void reply.header('content-type', 'application/jwk-set+json').send(Buffer.from(JSON.stringify({ keys })));
    });
  }

  #requestedSignature({ headers }: FastifyRequest): RequestedSignature | undefined {
    const header = headers['accept-signature'];
    const parsed = typeof header === 'string' ? parseAcceptSignature(header) : undefined;
    return parsed ?? (this.#options.signsAll ? defaultSignature : undefined);
  }

  #sign(
    { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: unknown },
    requested: RequestedSignature,
  ): void {
    const body = payload ?? '';
    const contentType = reply.getHeader('content-type');
    const isSignable = typeof body === 'string' || Buffer.isBuffer(body);
    const key = this.#currentKey();
    if (!isSignable || key === undefined || typeof contentType !== 'string') return;
    if (requested.keyId !== undefined && requested.keyId !== key.keyId) return;
    const { method, url = '/', headers } = request.raw;
    const signed = {
      ...{ status: reply.statusCode, contentType, body },
      request: { method: method ?? 'GET', scheme: request.protocol, url, host: headers.host ?? '' },
    };
    reply.headers(signatureHeaders(signed, { key, requested, created: this.#options.clock.now() / 1000 }));
  }

  /** The signing key, read again if its file has changed; undefined if the key cannot be used, which is logged once. */
  #currentKey(): SigningKey | undefined {
    const { keyFile, log } = this.#options;
    const version = versionOf(keyFile);
    if (version === this.#readVersion) return this.#key;
    this.#readVersion = version;
    try {
      this.#key = parseSigningKey(readFileSync(keyFile, 'utf8'));
      log.info({ file: keyFile, keyId: this.#key.keyId }, 'the signing key was read');
    } catch (error) {
      this.#key = undefined;
      log.error({ file: keyFile, err: error }, 'the signing key cannot be used: responses are not signed');
    }
    return this.#key;
  }
}

/** A string that changes when the file changes. */
function versionOf(file: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code); // The file system throws errors of this type.
  }
}
