import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionArgs, type ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Context, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer, type SubscribePayload } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { anonymous, type Caller, type Credentials } from '../../../platform/caller.js';
import { DomainError, isAccessError } from '../../../platform/domain-error.js';
import { formatPosition } from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import { exactNumber } from '../../../platform/parse-exactly.js';
import type { CallerAuthenticator } from '../../authentication/index.js';
import { failure, type RequestFailure } from '../../documents/index.js';
import type { MaskedError } from '../../errors/index.js';
import type { SubscriptionResponse } from '../../subscriptions/index.js';
import { sourceAddressOf } from '../addresses.js';
import type { OriginPolicy } from '../admission.js';
import type { RequestLimit } from '../caller-limits.js';
import { maxMissedHeartbeats } from '../events/event-stream.js';
import type { OpenStreams } from '../events/index.js';
import { streamLimitKey } from '../events/stream-start.js';
import { ExactJson } from '../exact-json.js';
import { readBody } from '../graphql-parameters.js';
import { maskAndReportErrors, requestErrorsOf } from '../graphql-response.js';
import type { Metrics, StreamEnd } from '../metrics.js';
import type { RejectionReports } from '../rejection-reports.js';
import { type RequestedOperationOptions, requestedOperation, typedParameters } from '../requested-operation.js';
import { MessageOrder } from './message-order.js';
import type { OpenSubscription, SubscriptionOpener } from './open-subscription.js';
import { SubscriptionResponses } from './subscription-responses.js';
import { closeCodes, WebSocketChannel } from './web-socket-channel.js';

export const subprotocol = GRAPHQL_TRANSPORT_WS_PROTOCOL;
/** Time in milliseconds in which a client must authenticate. */
const initializationMs = 10_000;
/** The schema for the WebSocket library, which requires a schema but executes nothing with it. */
const emptySchema = new GraphQLSchema({});

export interface WebSocketsOptions extends RequestedOperationOptions {
  readonly subscriptions: SubscriptionOpener;
  /** Whether to show errors of subgraphs to clients. */
  readonly showsSubgraphErrors?: boolean | undefined;
  readonly streams: OpenStreams;
  readonly authenticator: CallerAuthenticator;
  readonly origins: OriginPolicy;
  readonly rejections: RejectionReports;
  readonly requestLimit: RequestLimit;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly heartbeatSeconds: number;
}

export interface ConnectionOptions extends WebSocketsOptions {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Releases the stream that is reserved for the connection. */
  readonly release: () => void;
}

/** The WebSocket of one client, and the subscriptions over it. */
export class WebSocketConnection {
  readonly #options: ConnectionOptions;
  readonly #open = new Map<string, OpenSubscription>();
  #channel: WebSocketChannel | undefined;
  #caller: Caller = anonymous;
  #credentials: Credentials;
  #release: () => void;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#credentials = options.request;
    this.#release = options.release;
  }

  begin(socket: WebSocket): void {
    const { heartbeatSeconds, streams, log } = this.#options;
    const channel = new WebSocketChannel(socket, {
      timeoutSeconds: heartbeatSeconds * maxMissedHeartbeats,
      onSlow: () => this.#endAll('slow'),
    });
    this.#channel = channel;
    streams.add(this, () => this.#recheck());
    // The underlying library closes the connection after its own errors.
    socket.on('error', () => {});
    const closed = this.#server().opened(
      {
        protocol: socket.protocol,
        send: (message) => channel.send(String(message)),
        close: (code, reason) => channel.close(code ?? closeCodes.internal, reason ?? ''),
        onMessage(take) {
          const order = new MessageOrder(take);
          socket.once('close', () => order.close());
          socket.on('message', (message) => {
            order.pass(String(message)).catch((error: unknown) => {
              log.error({ err: error }, 'a WebSocket message could not be processed');
              channel.close(closeCodes.internal, 'Internal server error');
            });
          });
        },
      },
      undefined,
    );
    socket.once('close', (code, reason) => void closed(code, String(reason)));
  }

  /** Called when the connection is closed. */
  closed(): void {
    this.#isClosed = true;
    this.#options.streams.remove(this);
    this.#release();
    this.#endAll('left');
  }

  /** Sends a ping with the resume position of each subscription. */
  sendHeartbeat(): void {
    const positions = [...this.#open].flatMap(([id, { position }]) =>
      position === undefined ? [] : [[id, formatPosition(position)] as const],
    );
    this.#channel?.ping({ positions: Object.fromEntries(positions) });
  }

  end(): void {
    this.#channel?.close(closeCodes.restart, 'The server is shutting down');
  }

  #server() {
    return makeServer({
      connectionInitWaitTimeout: initializationMs,
      jsonMessageReviver: exactNumber,
      onConnect: ({ connectionParams }) => this.#authenticate(connectionParams),
      onPong: () => this.#channel?.receivedPong(),
      onSubscribe: (context, id, payload) => this.#subscribe({ context, id, payload }),
      // The library sends the responses unchanged.
      subscribe: ({ contextValue }) => contextValue as AsyncIterable<ExecutionResult>,
      // A response of the subscription.
      onNext: (_context, _id, _payload, _args, result) => result as SubscriptionResponse,
      onError: (_context, _id, _payload, errors) => this.#maskErrors(errors),
      onComplete: (_context, id) => this.#completed(id),
    });
  }

  /**
   * Authenticates the client by `authorization` in its first message or, if this is absent, by the headers of the HTTP
   * request. Closes the connection if the authentication fails.
   */
  async #authenticate(parameters: Readonly<Record<string, unknown>> = {}): Promise<boolean> {
    const { request, authenticator, streams } = this.#options;
    const inputs = Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    if (typeof inputs === 'string') this.#credentials = withAuthorization(request, inputs);
    try {
      this.#caller = await authenticator.authenticate(this.#credentials);
      const release = streams.reserve(streamLimitKey(this.#caller, request));
      this.#release();
      this.#release = release;
      if (this.#isClosed) release();
      return true;
    } catch (error) {
      const [maskedError] = this.#maskErrors([error]);
      const code = error instanceof DomainError ? error.code : undefined;
      const { unauthorized, forbidden, later } = closeCodes;
      const closeCode = code === 'UNAUTHENTICATED' ? unauthorized : code === 'FORBIDDEN' ? forbidden : later;
      this.#channel?.close(closeCode, reasonOf(maskedError));
      return false;
    }
  }

  async #subscribe(input: {
    readonly context: Context;
    readonly id: string;
    readonly payload: SubscribePayload;
  }): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { request, reply, requestLimit, subscriptions, metrics } = this.#options;
    const caller = this.#caller;
    try {
      const rejection = requestLimit.check({ request, reply, caller, sourceAddress: sourceAddressOf(request) });
      if (rejection !== undefined) throw rejection;
      const parameters = readBody(new ExactJson(input.payload));
      const operation = requestedOperation(parameters, caller, this.#options);
      if (!operation.isSubscription) throw subscriptionsOnly();
      const { variables, after } = typedParameters(parameters, operation);
      const subscription = await subscriptions.open({ variables, after, request, caller, operation });
      if (this.#isClosed) subscription.end('left');
      else this.#open.set(input.id, subscription);
      this.sendHeartbeat();
      metrics.countOperation('subscription', 'data');
      const contextValue = new SubscriptionResponses(subscription);
      return { schema: emptySchema, document: operation.document, contextValue };
    } catch (error) {
      metrics.countOperation('unknown', 'rejected');
      const errors = requestErrorsOf(error) ?? [error];
      return errors.map((each) =>
        each instanceof GraphQLError ? each : new GraphQLError('', { originalError: each as Error }),
      );
    }
  }

  /**
   * Removes a subscription that has ended. If the server stopped the subscription, closes the connection, so the client
   * reconnects.
   */
  #completed(id: string): void {
    const subscription = this.#open.get(id);
    this.#open.delete(id);
    if (subscription?.ended === 'stopped') this.end();
  }

  /** Authenticates the client again, and updates which events its subscriptions may receive. */
  async #recheck(): Promise<void> {
    try {
      const caller = await this.#options.authenticator.authenticate(this.#credentials, { isRecheck: true });
      this.#caller = caller;
      for (const subscription of this.#open.values()) subscription.updateCaller(caller);
    } catch (error) {
      if (!isAccessError(error)) return;
      this.#endAll('credentials');
      this.#channel?.close(closeCodes.forbidden, reasonOf(error));
    }
  }

  #endAll(reason: StreamEnd): void {
    for (const subscription of this.#open.values()) subscription.end(reason);
  }

  #maskErrors(errors: readonly unknown[]): readonly MaskedError[] {
    const { reply, request, log, rejections, mayIntrospect, showsSubgraphErrors = false } = this.#options;
    const caller = this.#caller;
    const fixed = { mediaType: 'application/json', revalidate: false } as const;
    const context = { ...fixed, showsSubgraphErrors, reply, log, requestId: request.id, caller, rejections };
    return maskAndReportErrors({ ...context, mayIntrospect: mayIntrospect(caller) }, errors);
  }
}

function subscriptionsOnly(): RequestFailure {
  return failure('BAD_REQUEST', 'WebSockets support only subscriptions: send queries and mutations as HTTP requests.');
}

/** The close reason for an error, truncated to 123 bytes (RFC 6455, section 5.5). */
function reasonOf(error: Pick<MaskedError, 'message'> | undefined): string {
  return Buffer.from(error?.message ?? '')
    .subarray(0, 120)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

/** Returns the request with this `Authorization` header. */
function withAuthorization(request: FastifyRequest, authorization: string): FastifyRequest {
  return Object.create(request, { headers: { value: { ...request.headers, authorization } } });
}
