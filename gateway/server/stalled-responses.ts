import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pendingResponseOf } from './pending-response.js';

/**
 * The time limit, in request timeouts. The system buffers several megabytes per connection, and accepts more data only
 * when a large part of them has been read, so the progress of a slow client is visible only from time to time.
 */
const timeoutsPerLimit = 2;
/** Number of times that the connections are checked within the time limit. */
const checksPerLimit = 10;
const minCheckMs = 50;

/** Responses whose code limits the time in which the client reads nothing. */
const selfLimited = new WeakSet<object>();

/** Exempts a streamed response from {@link endStalledResponses}: its code has another limit for slow clients. */
export function exemptFromStallLimit(response: ServerResponse): void {
  selfLimited.add(response);
}

/** The output of a connection at the last check. */
interface Output {
  /** Number of bytes whose transmission has completed. */
  sent: number;
  /** Number of bytes that the system has not accepted yet, of those that are being transmitted. */
  queued: number;
  stalledChecks: number;
}

/**
 * Ends connections whose client has read nothing of a waiting response for two request timeouts; otherwise, the
 * responses of clients that do not read would stay in memory as long as they keep the connection open. Slow clients are
 * not affected while they read. One timer checks all connections of the server.
 */
export function endStalledResponses(server: Server, { timeoutSeconds }: { timeoutSeconds: number }): void {
  const limitMs = timeoutSeconds * timeoutsPerLimit * 1000;
  const checkMs = Math.max(minCheckMs, limitMs / checksPerLimit);
  // Checks are counted, not seconds: a time in which this process was too busy for checks is not the client's fault.
  const maxStalledChecks = Math.ceil(limitMs / checkMs);
  const connections = new Map<Socket, Output>();
  // Only the sockets of the HTTP server refer to its responses; with TLS, these are the sockets of `secureConnection`.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, { sent: 0, queued: 0, stalledChecks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, output] of connections) {
      if (!isWaiting(socket) || hasProgressed(socket, output)) output.stalledChecks = 0;
      else if (++output.stalledChecks >= maxStalledChecks) socket.destroy();
    }
  }, checkMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Whether the client has not read all that was sent of a response. */
function isWaiting(socket: Socket): boolean {
  if (socket.writableLength === 0) return false;
  const response = pendingResponseOf(socket);
  return response !== undefined && !selfLimited.has(response);
}

/** Whether the client has read since the last check. Updates the output of the connection. */
function hasProgressed(socket: Socket, output: Output): boolean {
  const sent = socket.bytesWritten - socket.writableLength;
  const queued = writeQueueSizeOf(socket);
  const hasChanged = sent !== output.sent || queued !== output.queued;
  output.sent = sent;
  output.queued = queued;
  return hasChanged;
}

interface Handle {
  readonly writeQueueSize?: number;
  /** With TLS, the handle of the TCP connection. */
  readonly _parent?: Handle | null;
}

/**
 * Number of bytes of the current write that the system has not accepted yet, which shows progress within large writes.
 * Node.js uses it for its own socket timeouts; the type definitions lack it.
 */
function writeQueueSizeOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return (handle?.writeQueueSize ?? 0) + (handle?._parent?.writeQueueSize ?? 0);
}
