import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from './refusal.js';
import type { SecurityHeaders } from './security-headers.js';

interface ClientError extends Error {
  readonly code?: string;
}

/** By the code of node's HTTP parser and of its time limits; any other code of the parser is a malformed request. */
const refusals: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};
const malformed = [400, 'The request is not well-formed HTTP/1.1'] as const;

/** Answers what is no readable request, before there is any: in the same form as other errors, and the connection is closed. */
export function handleClientErrors(options: {
  errorBody: ErrorBody;
  headers: SecurityHeaders;
}): (error: ClientError, socket: Socket) => void {
  const { errorBody } = options;
  const headers = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}`);
  return function answer({ code = '' }, socket) {
    // Anything else, such as a failed TLS handshake or a reset, leaves nobody to answer.
    const isOfRequest = code.startsWith('HPE_') || Object.hasOwn(refusals, code);
    if (!isOfRequest || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, text] = refusals[code] ?? malformed;
    const body = JSON.stringify(errorBody(text));
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

/** Whether an answer has begun on the connection: nothing may be written into it. Node keeps it where no type shows it. */
function isAnswering(socket: Socket): boolean {
  return (socket as Socket & { _httpMessage?: { headersSent?: boolean } | null })._httpMessage?.headersSent === true;
}
