import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { pendingResponseOf } from './pending-response.js';
import type { ErrorBody } from './rejection.js';
import type { SecurityHeaders } from './security-headers.js';

interface ClientError extends Error {
  readonly code?: string;
}

/**
 * Responses by the error codes of the HTTP parser and of Node.js timeouts. Any other code of the parser means a
 * malformed request.
 */
const rejections: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};
const malformedRequest = [400, 'The request is not well-formed HTTP/1.1'] as const;

/**
 * Connections whose current request is exempt from the request timeout, because its route limits the time of its body
 * itself.
 */
const exemptConnections = new WeakSet<Socket>();

/** Exempts a request from the timeout for whole requests until the body of the request has arrived. */
export function exemptFromRequestTimeout(message: IncomingMessage): void {
  const { socket } = message;
  const end = (): void => void exemptConnections.delete(socket);
  exemptConnections.add(socket);
  message.once('end', end).once('close', end);
}

/** Responds to requests that cannot be parsed, in the common error format, and closes the connection. */
export function handleClientErrors(options: {
  errorBody: ErrorBody;
  headers: SecurityHeaders;
}): (error: ClientError, socket: Socket) => void {
  const { errorBody } = options;
  const headers = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}`);
  return function respond({ code = '' }, socket) {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && exemptConnections.has(socket)) return;
    // Other errors, such as a failed TLS handshake or a reset, leave no client to respond to. Nothing may be written
    // into a response that has started.
    const isOfRequest = code.startsWith('HPE_') || Object.hasOwn(rejections, code);
    if (!isOfRequest || !socket.writable || pendingResponseOf(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const [status, message] = rejections[code] ?? malformedRequest;
    const body = JSON.stringify(errorBody(message));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
}
