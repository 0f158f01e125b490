import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as delay, setImmediate as nextImmediate } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import type { CertificateSource } from '../tls/index.js';
import { type Admission, hostRejection, type Rejection } from './admission.js';
import type { ConnectionLimit } from './connection-limit.js';
import { PipelinedRequests } from './pipelining.js';
import type { ErrorBody } from './rejection.js';
import type { RejectionReports } from './rejection-reports.js';
import type { SecurityHeaders } from './security-headers.js';
import { handleUpgrades, requestsWebSocket } from './upgrades.js';

/** Timeout in milliseconds for the TLS handshake, and for the request headers. */
const headersMs = 20_000;
/** Timeout in milliseconds for a whole request with its body. */
const requestMs = 120_000;
const timeoutCheckMs = 5000;
/**
 * Idle timeout of connections in milliseconds; longer than the usual idle timeout of load balancers, so they do not use
 * a connection that is closing.
 */
const keepAliveTimeoutMs = 72_000;
/** Maximum size of the request line and all headers in bytes; also limits the length of paths. */
export const maxHeaderBytes = 16_384;
const closingSweepMs = 20;
/** Time in milliseconds after which requests in progress are aborted when the server stops. */
const shutdownTimeoutMs = 30_000;
const certificateCheckMs = 60_000;
/**
 * TLS 1.2 cipher suites with forward secrecy and authenticated encryption only (RFC 9325, section 4.2). DHE is for
 * clients that do not support AES-GCM with elliptic curves. All TLS 1.3 suites qualify, and come first.
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

/** A connection with its requests; undefined before the first. */
interface CountingSocket extends Socket {
  pipelinedRequests?: PipelinedRequests;
}

/** A response that is removed from the number of unfinished responses of its connection when it has ended. */
class CountedResponse extends ServerResponse {
  // Overridden instead of listening to the event `finish`, which would cost a function per request.
  override detachSocket(socket: CountingSocket): void {
    super.detachSocket(socket);
    const requests = socket.pipelinedRequests;
    if (requests !== undefined && --requests.unfinished > 0) requests.continue();
  }
}

const serverOptions: ServerOptions<typeof IncomingMessage, typeof CountedResponse> = {
  ServerResponse: CountedResponse,
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: headersMs,
  connectionsCheckingInterval: timeoutCheckMs,
  // Admission rejects requests without the header; Node.js would respond without a body.
  requireHostHeader: false,
};
const unknownExpectation = 'Unsupported Expect header: the only supported expectation is 100-continue';

/**
 * At shutdown, a connection without any request is closed if it is at least this old, in milliseconds. On a younger
 * connection, the first request may be on its way.
 */
const firstRequestMs = 1000;

/** Connections without any request so far, with the time at which they were opened, by server. */
const unusedConnections = new WeakMap<Server, Map<Socket, number>>();

const drainingServers = new WeakSet<Server>();

/** Closes each connection after its next response, while the server continues to listen. */
export function closeConnectionsAfterResponses(server: Server): void {
  drainingServers.add(server);
}

/**
 * Maximum time in milliseconds to wait for open connections to close; longer than the pauses between requests of an
 * active client.
 */
const maxRetirementMs = 10_000;

/** Stops accepting connections. Resolves when all open connections are closed, or after 10 seconds. */
export async function stopAccepting(server: Server): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // `close` of an HTTP server would also close idle connections, on which a request may be on its way.
  TcpServer.prototype.close.call(server, () => resolve());
  await Promise.race([closed, delay(maxRetirementMs, undefined, { ref: false })]);
}

export interface ListenerOptions {
  readonly admission: Admission;
  readonly errorBody: ErrorBody;
  /** Headers of all responses, including errors before a request reaches the framework. */
  readonly headers: SecurityHeaders;
  /** Certificate for HTTPS; without one, the listener serves HTTP. */
  readonly certificate?: CertificateSource | undefined;
  readonly rejections?: Pick<RejectionReports, 'notAdmitted'> | undefined;
  readonly connections: ConnectionLimit;
  /** Maximum size of the request line and all headers in bytes; default: {@link maxHeaderBytes}. */
  readonly maxHeaderSize?: number;
  /** Whether the listener accepts WebSockets; otherwise, the header `Upgrade` is ignored. */
  readonly acceptsWebSockets?: boolean;
}

/**
 * Creates the Node.js server that the framework uses. It rejects requests that are not admitted before the framework
 * handles them.
 */
export function createListener(handler: RequestListener, options: ListenerOptions): Server {
  const { admission, certificate, rejections, acceptsWebSockets = false } = options;
  const { maxHeaderSize = maxHeaderBytes } = options;
  const reject = createReject(options);
  function handleInTurn(request: IncomingMessage, response: ServerResponse): void {
    const socket: CountingSocket = request.socket;
    socket.pipelinedRequests ??= new PipelinedRequests(socket, handleGuarded);
    if (++socket.pipelinedRequests.unfinished === 1) handleGuarded(request, response);
    else socket.pipelinedRequests.add(request, response);
  }
  function handleGuarded(request: IncomingMessage, response: ServerResponse): void {
    withoutRequest.delete(request.socket);
    if (drainingServers.has(server)) response.shouldKeepAlive = false;
    const rejection = hostRejection(request) ?? admission(request);
    if (rejection === undefined) {
      handler(request, response);
      return;
    }
    if (rejection.event !== undefined) rejections?.notAdmitted(request, rejection.event);
    reject(response, rejection);
  }
  const server =
    certificate === undefined
      ? createHttpServer(
          {
            ...{ ...serverOptions, maxHeaderSize },
            shouldUpgradeCallback: (request) => acceptsWebSockets && requestsWebSocket(request),
          },
          handleInTurn,
        )
      : createTlsServer(certificate, handleInTurn);
  const withoutRequest = new Map<Socket, number>();
  unusedConnections.set(server, withoutRequest);
  server.on(certificate === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    withoutRequest.set(socket, performance.now());
    socket.once('close', () => withoutRequest.delete(socket));
  });
  if (acceptsWebSockets) handleUpgrades(server, handleGuarded);
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.on('connection', options.connections.admit);
  server.on('checkExpectation', (_request, response) => reject(response, { status: 417, message: unknownExpectation }));
  return server;
}

function createTlsServer(source: CertificateSource, handler: RequestListener): Server {
  // Without protocols, the server ignores the ALPN extension (RFC 7301). Otherwise, node would reject clients that
  // offer only others, such as `http/1.0`. The server supports HTTP/1.1 and 1.0, which need no negotiation.
  const tlsServerOptions = { ALPNProtocols: [], handshakeTimeout: headersMs };
  const server = createHttpsServer({ ...serverOptions, ...tlsServerOptions, ...tlsOptionsOf(source) }, handler);
  const timer = setInterval(async () => {
    if (await source.refresh()) server.setSecureContext(tlsOptionsOf(source));
  }, certificateCheckMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

function tlsOptionsOf({ current }: CertificateSource): TlsOptions {
  const { certificate: cert, key, clientAuthorities } = current;
  // Clients without a valid certificate complete the handshake, and receive a response with the reason.
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

/** Maximum number of event loop iterations in which a server still accepts connections before it stops listening. */
const maxAcceptingTurns = 1000;

/**
 * Stops accepting connections, after accepting those that clients have already opened and reading what was sent over
 * them. Otherwise, the system would reset these connections, and load balancers do not retry POST requests. The caller
 * must close idle connections directly afterwards.
 */
export async function stopListening(server: Server): Promise<void> {
  closeConnectionsAfterResponses(server);
  let accepted = true;
  function onConnection(): void {
    accepted = true;
  }
  server.on('connection', onConnection);
  // Each iteration of the event loop accepts one connection and reads from all connections before it runs immediates.
  // The current iteration may already have done so, so at least two are needed.
  for (let turn = 0; (accepted || turn < 2) && turn < maxAcceptingTurns; turn++) {
    accepted = false;
    await nextImmediate();
  }
  server.off('connection', onConnection);
  TcpServer.prototype.close.call(server);
}

/**
 * Closes each connection when its requests end, and all connections after 30 seconds. Returns a function that cancels
 * both.
 */
export function closeConnectionsWhenIdle(server: Server): () => void {
  // `setImmediate` closes connections after the requests that have arrived are read; the timer itself runs before they
  // are read.
  const sweep = setInterval(() => setImmediate(closeIdle), closingSweepMs);
  closeIdle();
  const end = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  end.unref();
  return () => {
    clearInterval(sweep);
    clearTimeout(end);
  };

  function closeIdle(): void {
    server.closeIdleConnections();
    // Node.js does not treat a connection without any request as idle. Browsers open some in advance.
    for (const [socket, openedAt] of unusedConnections.get(server) ?? []) {
      if (socket.bytesRead === 0 && performance.now() - openedAt >= firstRequestMs) socket.destroy();
    }
  }
}

function createReject({ errorBody, headers }: Pick<ListenerOptions, 'errorBody' | 'headers'>) {
  return function reject(response: ServerResponse, { status, message }: Rejection): void {
    const body = JSON.stringify(errorBody(message));
    const length = Buffer.byteLength(body);
    const type = { 'content-type': 'application/json', 'content-length': length };
    response.writeHead(status, { ...headers, ...type, connection: 'close' }).end(body);
  };
}
