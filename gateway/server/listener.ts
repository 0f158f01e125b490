import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import type { CertificateSource } from '../tls/index.js';
import { type Admission, hostRefusal, type Refusal } from './admission.js';
import type { ConnectionLimit } from './connection-limit.js';
import type { ErrorBody } from './refusal.js';
import type { RefusalReports } from './refusal-reports.js';
import type { SecurityHeaders } from './security-headers.js';
import { asksForWebSocket, handleUpgrades } from './upgrades.js';

/** A client that takes longer to send its headers or its request is cut off, and so is one that agrees on no encryption. */
const headersMilliseconds = 20_000;
const requestMilliseconds = 120_000;
const timeoutCheckMilliseconds = 5000;
/** Longer than load balancers usually keep idle connections, so they do not use one that is closing. */
const keepAliveMilliseconds = 72_000;
/** Of the request line and all headers together; no path is longer. */
export const maximumHeaderBytes = 16_384;
const closingSweepMilliseconds = 20;
/** Requests that are not done by then are cut off when the server stops. */
const maxFarewellMilliseconds = 30_000;
const certificateCheckMilliseconds = 60_000;
/**
 * Of TLS 1.2: forward secrecy and authenticated encryption only (RFC 9325, section 4.2). DHE is for clients with an RSA certificate that have no
 * elliptic curves with AES-GCM. The suites of TLS 1.3 are all of this kind, and come first.
 */
const cipherSuites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'DHE-RSA-AES256-GCM-SHA384',
  'DHE-RSA-AES128-GCM-SHA256',
].join(':');

const serverOptions: ServerOptions = {
  maxHeaderSize: maximumHeaderBytes,
  headersTimeout: headersMilliseconds,
  connectionsCheckingInterval: timeoutCheckMilliseconds,
  // Node would answer without a body; a request without the header is refused here.
  requireHostHeader: false,
};
const unknownExpectation = 'The only supported expectation is 100-continue';

const draining = new WeakSet<Server>();

/** Makes every response from now on the last one of its connection, as long as the server listens. */
export function closeConnectionsAfterResponses(server: Server): void {
  draining.add(server);
}

export interface ListenerOptions {
  readonly admission: Admission;
  readonly errorBody: ErrorBody;
  /** Of every answer, also of refusals that the framework does not see. */
  readonly headers: SecurityHeaders;
  /** With a certificate it speaks HTTPS, without one HTTP. */
  readonly certificate?: CertificateSource | undefined;
  readonly refusals?: Pick<RefusalReports, 'notAdmitted'> | undefined;
  /** Counts the connections of each source. */
  readonly connections: ConnectionLimit;
  /** Whether routes take WebSockets; otherwise the header `Upgrade` means nothing. */
  readonly takesWebSockets?: boolean;
}

/** The node server below the framework; what is decided here costs a look at a header or two. */
export function createListener(handler: RequestListener, options: ListenerOptions): Server {
  const { admission, certificate, refusals, takesWebSockets = false } = options;
  const refuse = refusalsWith(options);
  function guarded(request: IncomingMessage, response: ServerResponse): void {
    if (draining.has(server)) response.shouldKeepAlive = false;
    const refusal = hostRefusal(request) ?? admission(request);
    if (refusal === undefined) {
      handler(request, response);
      return;
    }
    if (refusal.event !== undefined) refusals?.notAdmitted(request, refusal.event);
    refuse(response, refusal);
  }
  const server =
    certificate === undefined
      ? createHttpServer(
          { ...serverOptions, shouldUpgradeCallback: (request) => takesWebSockets && asksForWebSocket(request) },
          guarded,
        )
      : secured(certificate, guarded);
  if (takesWebSockets) handleUpgrades(server, guarded);
  server.requestTimeout = requestMilliseconds;
  server.keepAliveTimeout = keepAliveMilliseconds;
  server.on('connection', options.connections.admit);
  server.on('checkExpectation', (_request, response) => refuse(response, { status: 417, text: unknownExpectation }));
  return server;
}

function secured(source: CertificateSource, handler: RequestListener): Server {
  // Without protocols of its own the server ignores the ALPN extension (RFC 7301). With any, node ends the handshake of a
  // client that offers only others, for example `http/1.0`. HTTP/1.1 and 1.0 are all that it speaks, and need no agreement.
  const tlsServerOptions = { ALPNProtocols: [], handshakeTimeout: headersMilliseconds };
  const server = createHttpsServer({ ...serverOptions, ...tlsServerOptions, ...tlsOptionsOf(source) }, handler);
  const timer = setInterval(async () => {
    if (await source.refresh()) server.setSecureContext(tlsOptionsOf(source));
  }, certificateCheckMilliseconds);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

function tlsOptionsOf({ current }: CertificateSource): TlsOptions {
  const { certificate: cert, key, clientAuthorities } = current;
  // A client without a good certificate is not cut off in the handshake: it gets an answer that says why it is refused.
  const clients = clientAuthorities !== undefined && {
    ...{ ca: clientAuthorities, requestCert: true, rejectUnauthorized: false },
  };
  return {
    ...clients,
    cert,
    key,
    minVersion: 'TLSv1.2',
    ciphers: cipherSuites,
    honorCipherOrder: true,
    dhparam: 'auto',
  };
}

/** Closes connections as their requests end. Returns a function that stops it. */
export function closeConnectionsWhenIdle(server: Server): () => void {
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), closingSweepMilliseconds);
  const end = setTimeout(() => server.closeAllConnections(), maxFarewellMilliseconds);
  end.unref();
  return () => {
    clearInterval(sweep);
    clearTimeout(end);
  };
}

function refusalsWith({ errorBody, headers }: Pick<ListenerOptions, 'errorBody' | 'headers'>) {
  return function refuse(response: ServerResponse, { status, text }: Refusal): void {
    const body = JSON.stringify(errorBody(text));
    const length = Buffer.byteLength(body);
    const type = { 'content-type': 'application/json', 'content-length': length };
    response.writeHead(status, { ...headers, ...type, connection: 'close' }).end(body);
  };
}
