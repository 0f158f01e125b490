import { hash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { sourceFailure } from '../upstream/failure.js';

/** Verification of the server of a transfer over TLS. */
export interface TlsVerification {
  /**
   * SHA-256 of the server's public key in base64. If it is set, only the key is verified; null: the certificate chain
   * and the name are verified.
   */
  readonly pin: string | null;
  /** Trusted certificate authorities (PEM); null: those of Node.js. */
  readonly authorities: string | null;
}

interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsVerification | null;
  readonly signal: AbortSignal;
}

/**
 * A connection that is being opened. Nothing must be written before `ready` resolves, because the server is not
 * verified until then.
 */
export interface PendingConnection {
  readonly socket: Socket;
  readonly ready: Promise<void>;
}

/** The protocol of zone transfers over TLS (RFC 9103, section 7.1). */
const alpnProtocol = 'dot';

/** Connects to a name server over TCP, or over TLS 1.3 (RFC 9103) with a verified server. */
export function openConnection({ host, port, tls, signal }: ConnectionOptions): PendingConnection {
  if (tls === null) return { socket: connect({ host, port, signal }), ready: Promise.resolve() };
  const socket = connectTls({
    ...{ host, port, minVersion: 'TLSv1.3', ALPNProtocols: [alpnProtocol], rejectUnauthorized: tls.pin === null },
    ...(isIP(host) === 0 && { servername: host }),
    ...(tls.authorities !== null && { ca: tls.authorities }),
  });
  const stop = () => socket.destroy(new Error('the pull was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  const ready = verifyServer(socket, tls.pin);
  // Prevents an unhandled rejection if the consumer ends before it awaits `ready`.
  ready.catch(() => {});
  return { socket, ready };
}

/**
 * Waits for the handshake, and verifies the protocol and the pin.
 * @throws {DomainError} UPSTREAM_FAILED if the server is not the expected one
 */
async function verifyServer(socket: TLSSocket, pin: string | null): Promise<void> {
  await once(socket, 'secureConnect');
  if (socket.alpnProtocol !== alpnProtocol) {
    throw sourceFailure(`the server does not offer transfers over TLS (ALPN ${alpnProtocol}, RFC 9103)`);
  }
  const certificate = socket.getPeerX509Certificate();
  if (pin !== null && (certificate === undefined || pinOf(certificate) !== pin)) {
    throw sourceFailure(
      certificate === undefined
        ? `the server presented no certificate; expected one with the configured pin ${pin}`
        : `the public key of the server has the pin ${pinOf(certificate)}, not the configured pin ${pin}; if the operator of the server has replaced its key, update the pin in [zones] sources`,
    );
  }
}

/** SHA-256 of the public key (RFC 7858, section 4.2; RFC 7469, section 2.4), in base64. */
function pinOf({ publicKey }: X509Certificate): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64');
}
