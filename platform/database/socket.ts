import { type NetConnectOpts, Socket } from 'node:net';

/**
 * A socket that emits `close` directly after `error`. Sockets of Node.js emit `close` in a later phase of the event
 * loop. In between, the driver assigns statements to the broken connection and forgets them. It then mistakes a
 * response of the next session for theirs: it reports statements as complete that were never sent, and others never
 * settle.
 */
class DatabaseSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const isHandled = super.emit(event, ...values);
    // The driver then removes all listeners, so it does not see the second `close`.
    if (event === 'error') super.emit('close', true);
    return isHandled;
  }
}

/**
 * Connects and returns the socket. The promise never rejects, because the driver would lose the connection; failures
 * are emitted as error events of the socket.
 */
export async function connectSocketOrFailLater(address: NetConnectOpts, timeoutMs: number): Promise<Socket> {
  try {
    return await connectSocket(address, timeoutMs);
  } catch (error) {
    return failingSocket(error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Connects a socket, or rejects with the failure. The socket has the `host` of the address, from which the driver reads
 * the name for certificate verification.
 */
export async function connectSocket(address: NetConnectOpts, timeoutMs: number): Promise<Socket> {
  const socket = new DatabaseSocket();
  try {
    await new Promise<void>((resolve, reject) => {
      const timeoutError = () =>
        reject(
          Object.assign(new Error(`The server did not respond within ${timeoutMs / 1000} s`), { code: 'ETIMEDOUT' }),
        );
      socket.once('error', reject).once('timeout', timeoutError).once('connect', resolve);
      socket.setTimeout(timeoutMs).connect(address);
    });
    socket.removeAllListeners('error').removeAllListeners('timeout').setTimeout(0);
    return Object.assign(socket, 'host' in address ? { host: address.host } : {});
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Creates a socket that fails like one whose server refuses connections. */
export function failingSocket(error: Error): Socket {
  const socket = Object.assign(new DatabaseSocket(), { write: () => true });
  // Fails in a later turn, after the driver has written its first message. Otherwise, the driver would send that
  // message on the next connection too.
  setImmediate(() => setImmediate(() => void socket.destroy(error)));
  return socket;
}
