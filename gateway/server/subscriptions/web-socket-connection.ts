import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionArgs, type ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Context, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer, type SubscribePayload } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { anonymous, type Caller, type Credentials } from '../../../platform/caller.js';
import { DomainError } from '../../../platform/domain-error.js';
import { formatPosition } from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import type { Callers } from '../../authentication/index.js';
import { failure, RequestFailure } from '../../documents/index.js';
import type { ShownError } from '../../errors/index.js';
import type { SubscriptionOperation, SubscriptionResponse } from '../../subscriptions/index.js';
import { sourceAddressOf } from '../addresses.js';
import type { OriginPolicy } from '../admission.js';
import { patience } from '../events/event-stream.js';
import type { OpenStreams } from '../events/index.js';
import { streamOwner } from '../events/stream-start.js';
import { readBody } from '../graphql-parameters.js';
import { shownErrors } from '../graphql-response.js';
import type { Metrics } from '../metrics.js';
import type { RefusalReports } from '../refusal-reports.js';
import type { RequestLimit } from '../request-limit.js';
import { type RequestedOperationOptions, requestedOperation } from '../requested-operation.js';
import type { Subscription } from './subscription.js';
import { isSubscription } from './subscription-operation.js';
import { SubscriptionResponses } from './subscription-responses.js';
import { isRefusal, type Subscriptions } from './subscriptions.js';
import { closeCodes, WebSocketChannel } from './web-socket-channel.js';

export const subprotocol = GRAPHQL_TRANSPORT_WS_PROTOCOL;
/** A client says who it is within this time. */
const initialisationMilliseconds = 10_000;
/** The library wants one, and executes nothing with it. */
const noSchema = new GraphQLSchema({});

export interface WebSocketsOptions extends RequestedOperationOptions {
  readonly subscriptions: Subscriptions;
  readonly streams: OpenStreams;
  readonly callers: Callers;
  readonly origins: OriginPolicy;
  readonly refusals: RefusalReports;
  readonly requestLimit: RequestLimit;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly heartbeatSeconds: number;
}

export interface ConnectionOptions extends WebSocketsOptions {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Gives back the place among the streams. */
  readonly leave: () => void;
}

interface Open {
  readonly subscription: Subscription;
  readonly operation: SubscriptionOperation;
}

/** The WebSocket of a client and its subscriptions. */
export class WebSocketConnection {
  readonly #options: ConnectionOptions;
  readonly #open = new Map<string, Open>();
  #channel: WebSocketChannel | undefined;
  #caller: Caller = anonymous;
  #credentials: Credentials;
  #leave: () => void;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#credentials = options.request;
    this.#leave = options.leave;
  }

  begin(socket: WebSocket): void {
    const { heartbeatSeconds, streams, log } = this.#options;
    const channel = new WebSocketChannel(socket, { patienceSeconds: heartbeatSeconds * patience });
    this.#channel = channel;
    streams.add(this, () => this.#recheck());
    // The library beneath closes the connection after an error of it.
    socket.on('error', () => {});
    const closed = this.#server().opened(
      {
        protocol: socket.protocol,
        send: (message) => channel.send(String(message)),
        close: (code, reason) => channel.close(code ?? closeCodes.internal, reason ?? ''),
        onMessage: (take) =>
          socket.on('message', (message) => {
            take(String(message)).catch((error: unknown) => {
              log.error({ err: error }, 'a message of a WebSocket failed');
              channel.close(closeCodes.internal, 'Internal server error');
            });
          }),
      },
      undefined,
    );
    socket.once('close', (code, reason) => void closed(code, String(reason)));
  }

  /** The connection is gone. */
  closed(): void {
    this.#isClosed = true;
    this.#options.streams.remove(this);
    this.#leave();
    for (const { subscription } of this.#open.values()) subscription.end('left');
  }

  /** Sends a ping with where each subscription can be resumed. */
  beat(): void {
    const positions = [...this.#open].map(([id, { subscription }]) => [id, formatPosition(subscription.position)]);
    this.#channel?.ping({ positions: Object.fromEntries(positions) });
  }

  end(): void {
    this.#channel?.close(closeCodes.restart, 'The server stops');
  }

  #server() {
    return makeServer({
      connectionInitWaitTimeout: initialisationMilliseconds,
      onConnect: ({ connectionParams }) => this.#authenticate(connectionParams),
      onPong: () => this.#channel?.answered(),
      onSubscribe: (context, id, payload) => this.#subscribe({ context, id, payload }),
      // Responses are sent as they are.
      subscribe: ({ contextValue }) => contextValue as AsyncIterable<ExecutionResult>,
      onNext: (_context, _id, _payload, _args, result) => result as SubscriptionResponse, // As it was read.
      onError: (_context, _id, _payload, errors) => this.#shown(errors),
      onComplete: (_context, id) => void this.#open.delete(id),
    });
  }

  /** The token is in `authorization` of the message, or in the header of the request. */
  async #authenticate(parameters: Readonly<Record<string, unknown>> = {}): Promise<boolean> {
    const { request, callers, streams } = this.#options;
    const given = Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    if (typeof given === 'string') this.#credentials = withAuthorization(request, given);
    try {
      this.#caller = await callers.authenticate(this.#credentials);
      const leave = streams.enter(streamOwner(this.#caller, request));
      this.#leave();
      this.#leave = leave;
      if (this.#isClosed) leave();
      return true;
    } catch (error) {
      const [shown] = this.#shown([error]);
      const isUnknown = error instanceof DomainError && error.code === 'UNAUTHENTICATED';
      this.#channel?.close(isUnknown ? closeCodes.unauthorized : closeCodes.later, reasonOf(shown));
      return false;
    }
  }

  async #subscribe(asked: {
    readonly context: Context;
    readonly id: string;
    readonly payload: SubscribePayload;
  }): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { request, reply, requestLimit, subscriptions, metrics } = this.#options;
    const caller = this.#caller;
    try {
      const refusal = requestLimit.check({ request, reply, caller, sourceAddress: sourceAddressOf(request) });
      if (refusal !== undefined) throw refusal;
      const parameters = readBody(asked.payload);
      const operation = requestedOperation(parameters, caller, this.#options);
      if (!isSubscription(operation)) throw overHttp();
      const subscription = await subscriptions.open({ ...parameters, request, caller, operation });
      if (this.#isClosed) subscription.end('left');
      else this.#open.set(asked.id, { subscription, operation });
      this.beat();
      metrics.countOperation('subscription', 'data');
      const responses = new SubscriptionResponses(subscription, (count) => subscriptions.sent({ operation }, count));
      return { schema: noSchema, document: operation.document, contextValue: responses };
    } catch (error) {
      metrics.countOperation('unknown', 'refused');
      const errors = error instanceof RequestFailure ? error.errors : [error];
      return errors.map((each) =>
        each instanceof GraphQLError ? each : new GraphQLError('', { originalError: each as Error }),
      );
    }
  }

  /** Sees again who the client is, and what its subscriptions may hear. */
  async #recheck(): Promise<void> {
    const { callers, subscriptions, request } = this.#options;
    try {
      const caller = await callers.authenticate(this.#credentials);
      this.#caller = caller;
      for (const { subscription, operation } of this.#open.values()) {
        subscription.readmit(caller, subscriptions.audienceOf({ request, caller, operation }));
      }
    } catch (error) {
      if (!isRefusal(error)) return;
      for (const { subscription } of this.#open.values()) subscription.end('credentials');
      this.#channel?.close(closeCodes.forbidden, reasonOf(error));
    }
  }

  #shown(errors: readonly unknown[]): readonly ShownError[] {
    const { reply, request, log, refusals, mayIntrospect } = this.#options;
    const caller = this.#caller;
    const fixed = { mediaType: 'application/json', showsSubgraphErrors: false, revalidate: false } as const;
    const context = { ...fixed, reply, log, requestId: request.id, caller, refusals };
    return shownErrors({ ...context, mayIntrospect: mayIntrospect(caller) }, errors);
  }
}

function overHttp(): RequestFailure {
  return failure('BAD_REQUEST', 'A WebSocket serves subscriptions: send queries and mutations as HTTP requests.');
}

/** The reason of closing has at most 123 bytes (RFC 6455, section 5.5). */
function reasonOf(error: Pick<ShownError, 'message'> | undefined): string {
  return Buffer.from(error?.message ?? '')
    .subarray(0, 120)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

/** The request, as if it had this header. */
function withAuthorization(request: FastifyRequest, authorization: string): FastifyRequest {
  return Object.create(request, { headers: { value: { ...request.headers, authorization } } });
}
