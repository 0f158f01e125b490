import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { ConnectionFailure, connectTimeoutMs, type HttpResponse, type PostRequest } from '../execution/index.js';
import { callMessageOf, maxMessageBytes, messageOf, readResponse } from './call-messages.js';
import { CallsInProgress } from './calls-in-progress.js';
import { MessageChannel } from './message-channel.js';

/** HTTP statuses of servers that do not know the path, or ignore the upgrade to a WebSocket. */
const statusesWithoutWebSockets: ReadonlySet<number | undefined> = new Set([200, 400, 404, 405, 426, 501]);

/** The WebSocket was not opened, so no call was sent. */
export class WebSocketUnavailable extends Error {
  override readonly name = 'WebSocketUnavailable';
  /**
   * Whether WebSockets will remain unavailable, because the process, or a proxy in front of it, does not support them.
   */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent }: { isPermanent: boolean }) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

export interface CallConnectionOptions {
  /** URL of the WebSocket endpoint. */
  readonly url: string;
  /** Headers of the HTTP request that opens the WebSocket. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called once, when the connection is closed. */
  onClose(): void;
}

/**
 * A WebSocket connection to a subgraph's process for concurrent calls. Calls can be made before the connection is open.
 */
export class CallConnection {
  readonly #socket: WebSocket;
  readonly #calls = new CallsInProgress<CallInProgress>();
  /** Messages of calls that wait for the connection to open, by call id. */
  readonly #unsent = new Map<number, string>();
  #channel: MessageChannel | undefined;
  #lastId = 0;
  #isRetired = false;
  #isConnected = false;

  constructor({ url, headers, onClose }: CallConnectionOptions) {
    const limits = { handshakeTimeout: connectTimeoutMs, maxPayload: maxMessageBytes.response };
    const socket = new WebSocket(url, {
      ...{ headers, perMessageDeflate: false, ...limits },
      finishRequest: (request) => {
        request.once('socket', (connection) => {
          connection.once('connect', () => {
            this.#isConnected = true;
          });
        });
        request.end();
      },
    });
    this.#socket = socket;
    socket.once('upgrade', ({ socket: connection }: IncomingMessage) => {
      const onMessage = (message: Buffer): void => this.#receive(message);
      socket.once('open', () => this.#begin(new MessageChannel(socket, { socket: connection, onMessage })));
    });
    socket.once('unexpected-response', (_request, { statusCode: status }) => {
      this.#fail(new WebSocketUnavailable(`status ${status}`, { isPermanent: statusesWithoutWebSockets.has(status) }));
      socket.terminate();
    });
    socket.on('error', (error) => {
      const isOpening = this.#channel === undefined && this.#isConnected;
      this.#fail(isOpening ? asOpeningFailure(error) : asFailure(error));
    });
    socket.once('close', () => {
      const cause = Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
      this.#fail(new ConnectionFailure(cause.message, { cause }));
      onClose();
    });
  }

  /** Whether the connection accepts no more calls. */
  get isRetired(): boolean {
    return this.#isRetired || this.#socket.readyState > WebSocket.OPEN;
  }

  /**
   * Sends a call and reads the whole response.
   * @throws {ConnectionFailure} if the call fails
   * @throws {WebSocketUnavailable} if the call was not sent, because the WebSocket was not opened
   * @throws the reason of the signal if it aborts
   */
  async post({ headers, body, signal, timeoutMs }: PostRequest): Promise<HttpResponse> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    const message = callMessageOf({ id, headers }, body.toString());
    // On a message of this size, the process would close the connection, and all of its calls would fail.
    if (message === undefined) return { status: 413, headers: {}, body: '' };
    return await new Promise((resolve, reject) => {
      const cancel = (reason: unknown): void => this.#cancel(id, reason);
      this.#calls.add(id, new CallInProgress({ resolve, reject, signal, timeoutMs, cancel }));
      if (this.#channel === undefined) this.#unsent.set(id, message);
      else this.#channel.send(message);
    });
  }

  /** Accepts no more calls, and closes the connection after the last call in progress. */
  retire(): void {
    this.#isRetired = true;
    if (this.#calls.isEmpty) this.#socket.close();
  }

  /** Closes the connection. Calls in progress fail, and are not retried. */
  close(): void {
    this.#fail(new ConnectionFailure('the gateway is stopping'));
    this.#socket.terminate();
  }

  #begin(channel: MessageChannel): void {
    this.#channel = channel;
    for (const message of this.#unsent.values()) channel.send(message);
    this.#unsent.clear();
  }

  #receive(message: Buffer): void {
    const response = readResponse(message);
    if (response === undefined) {
      this.#channel?.reject();
      return;
    }
    const { id, status = 0 } = response.head;
    if (id === undefined) this.retire();
    else if (status === 413)
      this.#take(id)?.reject(new ConnectionFailure('the response is too large', { reason: 'too-large' }));
    else this.#take(id)?.resolve({ status, headers: {}, body: response.body.toString('utf8') });
  }

  #cancel(id: number, reason: unknown): void {
    if (!this.#unsent.delete(id)) this.#channel?.send(messageOf({ id }));
    // A timeout: the connection may be lost, or the process may hang.
    if (reason instanceof ConnectionFailure) this.#isRetired = true;
    this.#take(id)?.reject(reason);
  }

  #fail(error: Error): void {
    this.#isRetired = true;
    this.#unsent.clear();
    for (const id of this.#calls.ids()) this.#take(id)?.reject(error);
  }

  #take(id: number): CallInProgress | undefined {
    const call = this.#calls.take(id);
    call?.end();
    if (this.#isRetired) this.retire();
    return call;
  }
}

function asFailure(error: Error): ConnectionFailure {
  return new ConnectionFailure(error.message, { cause: error });
}

/**
 * Classifies an error that occurred while opening a WebSocket. An error without a system error code means that
 * WebSockets are not supported; a connection reset may only mean that the server is stopping.
 */
function asOpeningFailure(error: Error & { code?: unknown }): ConnectionFailure | WebSocketUnavailable {
  const { code } = error;
  if (code !== undefined && code !== 'ECONNRESET') return asFailure(error);
  return new WebSocketUnavailable(error.message, { isPermanent: code === undefined });
}

interface CallOptions extends Pick<PostRequest, 'signal' | 'timeoutMs'> {
  resolve(response: HttpResponse): void;
  reject(reason: unknown): void;
  /** Cancels the call, at its timeout or when its signal aborts. */
  cancel(reason: unknown): void;
}

class CallInProgress {
  readonly resolve: CallOptions['resolve'];
  readonly reject: CallOptions['reject'];
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor({ resolve, reject, signal, timeoutMs, cancel }: CallOptions) {
    this.resolve = resolve;
    this.reject = reject;
    this.#signal = signal;
    this.#onAbort = () => cancel(signal.reason);
    signal.addEventListener('abort', this.#onAbort);
    if (timeoutMs === undefined) return;
    const onTimeout = (): void =>
      cancel(new ConnectionFailure('the response did not arrive in time', { reason: 'timeout' }));
    this.#timer = setTimeout(onTimeout, timeoutMs);
  }

  /** Clears the timeout, and stops listening to the signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
