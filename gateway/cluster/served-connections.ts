import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { neutralErrorBody, takeSocket, upgradeOf } from '../server/index.js';
import { maxMessageBytes } from './call-messages.js';
import { ServedConnection, type ServedConnectionOptions } from './served-connection.js';

/** The connections over which gateways call the subgraphs of this process. */
export class ServedConnections {
  readonly #options: Pick<ServedConnectionOptions, 'guard' | 'metrics' | 'log' | 'telemetry'>;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes.call, clientTracking: false });
  readonly #open = new Set<ServedConnection>();
  #isDraining = false;

  constructor(options: Pick<ServedConnectionOptions, 'guard' | 'metrics' | 'log' | 'telemetry'>) {
    this.#options = options;
  }

  /** Upgrades the connection of an authenticated request to a WebSocket. */
  accept(
    request: FastifyRequest,
    reply: FastifyReply,
    served: Pick<ServedConnectionOptions, 'endpoint' | 'route'>,
  ): void {
    const upgrade = upgradeOf(request.raw);
    if (upgrade === undefined) {
      void reply.code(426).header('upgrade', 'websocket').send(neutralErrorBody('Expected an upgrade to WebSocket'));
      return;
    }
    if (this.#isDraining) {
      void reply.code(503).send(neutralErrorBody('The process is shutting down: connect to another one'));
      return;
    }
    const { socket, head } = upgrade;
    takeSocket(reply, upgrade);
    this.#server.handleUpgrade(request.raw, socket, head, (webSocket) => {
      const connection = new ServedConnection({ ...this.#options, ...served, webSocket, socket, from: request.ip });
      this.#open.add(connection);
      void connection.ended.then(() => this.#open.delete(connection));
    });
  }

  /** Instructs gateways to send further calls to other processes, and accepts no more connections. */
  drain(): void {
    this.#isDraining = true;
    for (const connection of this.#open) connection.drain();
  }

  /** Waits for the calls in progress, and closes the connections. */
  async close(): Promise<void> {
    this.#isDraining = true;
    for (const connection of this.#open) connection.close();
    await Promise.all([...this.#open].map(({ ended }) => ended));
  }
}
