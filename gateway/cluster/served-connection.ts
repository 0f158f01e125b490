import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Logger } from '../../platform/log.js';
import { runInSpan, type Telemetry } from '../../platform/telemetry/index.js';
import { maxResponseBytes } from '../execution/index.js';
import { type Metrics, neutralErrorBody } from '../server/index.js';
import { maxConnectionAgeMs } from './call-connections.js';
import { type CallGuard, RejectedCall } from './call-guard.js';
import { type CallHead, isLongerThan, messageOf, readCall } from './call-messages.js';
import { CallsInProgress } from './calls-in-progress.js';
import { MessageChannel } from './message-channel.js';
import type { Call } from './signed-call.js';
import type { SubgraphEndpoint } from './subgraph-endpoint.js';

export interface ServedConnectionOptions {
  readonly webSocket: WebSocket;
  readonly socket: Duplex;
  /** The path of the subgraph in this process. */
  readonly route: string;
  /** The IP address of the gateway. */
  readonly from: string;
  readonly endpoint: SubgraphEndpoint;
  readonly guard: CallGuard;
  readonly metrics: Pick<Metrics, 'requestDuration'>;
  readonly log: Logger;
  readonly telemetry?: Telemetry | undefined;
}

/** Maximum time in milliseconds to wait for calls in progress before the connection is terminated. */
const closeTimeoutMs = 30_000;

/** A call with the interface of a Node.js request; `socket.destroyed` becomes true when the call is cancelled. */
interface ServedCall {
  readonly socket: { destroyed: boolean };
}

/** A WebSocket connection over which a gateway calls one subgraph. */
export class ServedConnection {
  /** Resolves when the connection is closed and its calls have ended. */
  readonly ended: Promise<void>;
  readonly #options: ServedConnectionOptions;
  readonly #channel: MessageChannel;
  readonly #calls = new CallsInProgress<ServedCall>();
  readonly #end: () => void;
  readonly #retirement: NodeJS.Timeout;

  constructor(options: ServedConnectionOptions) {
    const { webSocket, socket } = options;
    this.#options = options;
    this.#channel = new MessageChannel(webSocket, { socket, onMessage: (message) => this.#receive(message) });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    // Gateways normally close connections earlier.
    this.#retirement = setTimeout(() => this.close(), 2 * maxConnectionAgeMs);
    this.#retirement.unref();
    // The event `close` follows.
    webSocket.on('error', () => {});
    webSocket.once('close', () => this.#handleClose());
  }

  /**
   * Instructs the gateway to send further calls to another process. The gateway closes the connection after its last
   * call.
   */
  drain(): void {
    this.#channel.send(messageOf({}));
  }

  /** Waits for the gateway to close the connection, and terminates it after {@link closeTimeoutMs}. */
  close(): void {
    this.drain();
    const { webSocket } = this.#options;
    const end = setTimeout(() => webSocket.terminate(), closeTimeoutMs);
    webSocket.once('close', () => clearTimeout(end));
  }

  #handleClose(): void {
    clearTimeout(this.#retirement);
    for (const { socket } of this.#calls.all()) socket.destroyed = true;
    if (this.#calls.isEmpty) this.#end();
  }

  #receive(message: Buffer): void {
    const call = readCall(message);
    if (call === undefined) {
      this.#channel.reject();
      return;
    }
    const { id, headers } = call.head;
    const existingCall = this.#calls.get(id);
    if (headers === undefined) {
      if (existingCall !== undefined) existingCall.socket.destroyed = true;
    } else if (existingCall === undefined) {
      this.#accept({ id, headers, body: call.body });
    } else {
      this.#channel.reject();
    }
  }

  #accept({ id, headers, body }: Required<CallHead> & { body: Buffer }): void {
    const { guard, route, from, metrics } = this.#options;
    const call = guard.verifyCall({ headers, body, to: route, from });
    if (call instanceof RejectedCall) {
      metrics.requestDuration.observe({ method: 'POST', route, status: 401 }, 0);
      this.#channel.send(messageOf({ id, status: 401 }, JSON.stringify(neutralErrorBody(call.message))));
      // A sender without a valid signature is not a gateway.
      if (!call.isSigned) this.#channel.reject();
      return;
    }
    const served = { socket: { destroyed: false } };
    this.#calls.add(id, served);
    void this.#trace({ call, headers }, () => this.#respond({ id, call, body, served }));
  }

  async #trace({ call, headers }: { call: Call; headers: Record<string, string> }, respond: () => Promise<void>) {
    const { telemetry, route } = this.#options;
    if (telemetry === undefined) return await respond();
    const attributes = { 'http.request.method': 'POST', 'http.route': route, 'rampart.request.id': call.requestId };
    const span = telemetry.beginRequest(headers, () => ({
      ...{ name: `POST ${route}`, options: { kind: 'server', attributes } },
    }));
    await runInSpan(span, respond);
    span.end();
  }

  async #respond(accepted: { id: number; call: Call; body: Buffer; served: ServedCall }): Promise<void> {
    const { id, call, body, served } = accepted;
    const { endpoint, route, metrics, log, webSocket } = this.#options;
    const startedAt = performance.now();
    try {
      await endpoint.respond({ message: served, call, body }, (result) => {
        if (!served.socket.destroyed) this.#send(id, result);
      });
    } finally {
      const ms = performance.now() - startedAt;
      metrics.requestDuration.observe({ method: 'POST', route, status: 200 }, ms / 1000);
      log.debug({ requestId: call.requestId, route, ms }, 'call');
      this.#calls.take(id);
      if (webSocket.readyState === webSocket.CLOSED && this.#calls.isEmpty) this.#end();
    }
  }

  #send(id: number, result: string): void {
    // On a message of this size, the gateway would close the connection, and all of its calls would fail.
    if (isLongerThan(result, maxResponseBytes)) this.#channel.send(messageOf({ id, status: 413 }));
    else this.#channel.send(messageOf({ id, status: 200 }, result));
  }
}
