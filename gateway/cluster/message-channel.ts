import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { protocolError } from './call-messages.js';

/**
 * Interval of pings in milliseconds; shorter than the idle timeouts of proxies. A connection whose peer is silent for
 * two intervals is terminated.
 */
const heartbeatMs = 5_000;

/** An open WebSocket for messages, which detects with pings that its peer is gone. */
export class MessageChannel {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #heartbeat: NodeJS.Timeout;
  #isCorked = false;
  #hasReceived = true;

  constructor(webSocket: WebSocket, options: { readonly socket: Duplex; onMessage(message: Buffer): void }) {
    this.#webSocket = webSocket;
    this.#socket = options.socket;
    // ws reads messages as buffers by default.
    webSocket.on('message', (message: Buffer) => {
      this.#hasReceived = true;
      options.onMessage(message);
    });
    webSocket.on('pong', () => {
      this.#hasReceived = true;
    });
    // Node.js runs timers before it reads sockets, and immediates after that: when this process resumes after a pause,
    // an immediate runs after the pong has been read.
    this.#heartbeat = setInterval(() => setImmediate(() => this.#beat()), heartbeatMs);
    this.#heartbeat.unref();
    webSocket.once('close', () => clearInterval(this.#heartbeat));
  }

  /** Sends a message. Messages of one event loop turn are sent in one write. */
  send(message: string): void {
    if (!this.#isCorked) this.#cork();
    // A failed connection also emits the event `close`, which its owner handles.
    this.#webSocket.send(message, () => {});
  }

  /** Closes the connection because of a message with an invalid format, and ignores later messages. */
  reject(): void {
    this.#webSocket.removeAllListeners('message');
    this.#webSocket.close(protocolError);
  }

  #cork(): void {
    this.#isCorked = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#isCorked = false;
      this.#socket.uncork();
    });
  }

  #beat(): void {
    if (this.#hasReceived) this.#webSocket.ping(undefined, undefined, () => {});
    else this.#webSocket.terminate();
    this.#hasReceived = false;
  }
}
