import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { Caller } from '../../platform/caller.js';
import { isObject } from '../../platform/is-object.js';
import type { Logger } from '../../platform/log.js';
import { untilAborted } from '../../platform/until-aborted.js';
import type { CallerAuthenticator } from '../authentication/index.js';
import { failure, type ReadyOperation, type RequestFailure } from '../documents/index.js';
import { type IncrementalResult, isIncremental } from '../execution/index.js';
import { keyOfOperation, type ResponseCache, type ResponseSlot } from '../response-cache/index.js';
import { traceOperation } from '../tracing/index.js';
import { sourceAddressOf } from './addresses.js';
import { isFromPage, isSafeFromCsrf, type OriginPolicy } from './admission.js';
import type { RequestLimit } from './caller-limits.js';
import { CrossOriginAccess } from './cross-origin.js';
import { type GraphqlParameters, readBody, readQueryString } from './graphql-parameters.js';
import {
  maskAndReportErrors,
  type ResponseContext,
  requestErrorsOf,
  sendErrors,
  sendResult,
  sendStored,
} from './graphql-response.js';
import { sendIncrementalResponse } from './incremental/index.js';
import { type IncrementalFormat, incrementalFormat, negotiateMediaType } from './media-types.js';
import type { Metrics } from './metrics.js';
import type { RejectionReports } from './rejection-reports.js';
import type { RequestScope, RequestScopes } from './request-scopes.js';
import { type RequestedOperationOptions, requestedOperation, typedParameters } from './requested-operation.js';
import { eventStream, type SubscriptionTransport, streamFormat } from './subscriptions/index.js';

export interface GraphqlEndpointOptions extends RequestedOperationOptions {
  readonly authenticator: CallerAuthenticator;
  readonly scopes: RequestScopes;
  readonly requestLimit: RequestLimit;
  readonly rejections?: RejectionReports | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly origins: OriginPolicy;
  /** Whether to show errors of subgraphs to clients; default: only errors that Rampart's domains address to callers. */
  readonly showsSubgraphErrors?: boolean;
  /** Serves subscriptions; absent if the graph has none. */
  readonly subscriptions?: SubscriptionTransport | undefined;
  /** The response cache; absent if responses are not cached. */
  readonly responses?: ResponseCache | undefined;
}

/** A request whose timeout has started. */
interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly scope: RequestScope;
}

/** A request with its caller and response format. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly scope: RequestScope;
  readonly target: ResponseContext;
}

/** A result that may be incremental, for a client that accepts incremental responses in this format. */
interface ResultInParts {
  readonly result: Promise<ExecutionResult | IncrementalResult>;
  readonly format: IncrementalFormat;
}

/** GraphQL over HTTP (https://graphql.github.io/graphql-over-http/draft/) with prepared operations. */
export class GraphqlEndpoint {
  readonly #options: GraphqlEndpointOptions;
  readonly #crossOrigin: CrossOriginAccess;

  constructor(options: GraphqlEndpointOptions) {
    this.#options = options;
    this.#crossOrigin = new CrossOriginAccess(options.origins);
  }

  /** Handles a GET or POST request; runs synchronously if nothing needs to be awaited. */
  handle(request: FastifyRequest, reply: FastifyReply): void {
    this.#crossOrigin.allow(request, reply);
    const scope = this.#options.scopes.begin({
      via: 'graphql',
      requestId: request.id,
      sourceAddress: sourceAddressOf(request),
      message: request.raw,
      onTimeout: (error) => this.reject(request, reply, error),
    });
    const reject = (error: unknown): void => {
      scope.end();
      this.reject(request, reply, error);
    };
    try {
      const caller = this.#options.authenticator.authenticate(request);
      if (caller instanceof Promise) {
        untilAborted(scope.signal, caller).then(
          (resolvedCaller) => this.#serve({ request, reply, scope }, resolvedCaller),
          reject,
        );
      } else {
        this.#serve({ request, reply, scope }, caller);
      }
    } catch (error) {
      reject(error);
    }
  }

  /** Responds to a request that failed before it was parsed. */
  reject(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    this.#fail(this.#responseContext(request, reply), error);
  }

  /** Responds to a CORS preflight request. */
  preflight(request: FastifyRequest, reply: FastifyReply): void {
    this.#crossOrigin.preflight(request, reply);
  }

  #serve({ request, reply, scope }: Arrival, caller: Caller): void {
    scope.identify(caller);
    const target = this.#responseContext(request, reply, caller);
    try {
      const { sourceAddress } = scope;
      const rejection = this.#options.requestLimit.check({ request, reply, caller, sourceAddress });
      if (rejection !== undefined) throw rejection;
      void traceOperation(() => this.#execute({ request, scope, target }));
    } catch (error) {
      scope.end();
      this.#fail(target, error);
    }
  }

  #execute(exchange: Exchange): Promise<void> {
    const { request, scope, target } = exchange;
    const received = this.#parameters(request);
    const operation = this.#operation(received, exchange);
    const parameters = typedParameters(received, operation);
    if (operation.isSubscription) return this.#subscribe(operation, exchange, parameters);
    const { executeIncrementally } = operation.prepared;
    const format = executeIncrementally && incrementalFormat(request.headers.accept);
    if (executeIncrementally !== undefined && format !== undefined) {
      const executed = { variables: parameters.variables, context: scope, exchange: target.reply };
      return this.#sendParts(operation, exchange, { result: executeIncrementally(executed), format });
    }
    const { responses } = this.#options;
    const { cacheable } = operation;
    const mayCache = responses !== undefined && target.mediaType !== 'text/event-stream';
    const key = mayCache && cacheable ? keyOfOperation(cacheable, parameters.variables) : undefined;
    if (responses === undefined || cacheable === undefined || key === undefined) {
      return this.#respond(operation, exchange, { parameters });
    }
    const pendingSlot = responses.find({ domain: cacheable.domain, caller: scope.caller, key, signal: scope.signal });
    return pendingSlot.then(
      (slot) => this.#respond(operation, exchange, { parameters, slot }),
      (error: unknown) => {
        scope.end();
        this.#fail(target, error);
      },
    );
  }

  /** Sends the stored response, or executes the operation. */
  #respond(
    operation: ReadyOperation,
    { scope, target }: Exchange,
    { parameters, slot }: { parameters: GraphqlParameters; slot?: ResponseSlot },
  ): Promise<void> {
    if (slot?.response !== undefined) {
      scope.end();
      if (target.reply.sent) return Promise.resolve();
      sendStored(target, slot.response);
      this.#options.metrics.countOperation(kindOf(operation), 'data');
      return Promise.resolve();
    }
    return operation.prepared.execute({ variables: parameters.variables, context: scope, exchange: target.reply }).then(
      (result) => {
        scope.end();
        this.#send(operation, target, { result, slot });
      },
      (error: unknown) => {
        scope.end();
        this.#fail(target, error);
      },
    );
  }

  #send(
    operation: ReadyOperation,
    target: ResponseContext,
    { result, slot }: { result: ExecutionResult; slot?: ResponseSlot | undefined },
  ): void {
    if (target.reply.sent) return;
    try {
      this.#options.metrics.countOperation(kindOf(operation), sendResult(target, result, slot));
    } catch (error) {
      this.#fail(target, error);
    }
  }

  /** Sends an incremental result; the request timeout applies until the last part. */
  async #sendParts(
    operation: ReadyOperation,
    { scope, target }: Exchange,
    { result, format }: ResultInParts,
  ): Promise<void> {
    try {
      const parts = await result;
      if (!isIncremental(parts)) this.#send(operation, target, { result: parts });
      else if (!target.reply.sent) {
        const outcome = await sendIncrementalResponse({ target, result: parts, format, signal: scope.signal });
        this.#options.metrics.countOperation(kindOf(operation), outcome);
      }
    } catch (error) {
      this.#fail(target, error);
    } finally {
      scope.end();
    }
  }

  #parameters(request: FastifyRequest): GraphqlParameters {
    if (negotiateMediaType(request.headers.accept) === undefined) {
      throw failure(
        'NOT_ACCEPTABLE',
        'Unsupported Accept header: accept application/graphql-response+json, application/json or text/event-stream.',
      );
    }
    if (request.method === 'POST') return readBody(request.body);
    if (!isSafeFromCsrf(request.headers)) {
      if (isFromPage(request.headers)) this.#options.rejections?.notAdmitted(request.raw, 'origin_rejected');
      throw failure(
        'BAD_REQUEST',
        'GET requests require CSRF protection: send the header apollo-require-preflight: true, or use POST with content-type: application/json.',
      );
    }
    return readQueryString(request.query as Record<string, unknown>); // The parser returns an object.
  }

  #operation(parameters: GraphqlParameters, { request, scope, target }: Exchange): ReadyOperation {
    const operation = requestedOperation(parameters, scope.caller, this.#options);
    if (operation.isMutation && request.method !== 'POST') {
      target.reply.header('allow', 'POST');
      throw failure('METHOD_NOT_ALLOWED', 'Mutations require POST.');
    }
    return operation;
  }

  #subscribe(operation: ReadyOperation, exchange: Exchange, parameters: GraphqlParameters): Promise<void> {
    const { request, scope } = exchange;
    const { subscriptions, metrics } = this.#options;
    const format = streamFormat(request.headers.accept);
    if (subscriptions === undefined || format === undefined) throw streamRequired();
    const target: ResponseContext =
      format === eventStream ? { ...exchange.target, mediaType: 'text/event-stream' } : exchange.target;
    const { caller, signal } = scope;
    const { variables, after } = parameters;
    const response = subscriptions.respond({
      ...{ request, reply: target.reply, caller, operation, variables, after, signal, format },
      maskError: (error) => maskAndReportErrors(target, [error]),
    });
    const completion = response.then(
      () => metrics.countOperation('subscription', 'data'),
      (error: unknown) => this.#fail(target, error),
    );
    // From here, each response of the subscription has its own timeout.
    return completion.finally(() => scope.end());
  }

  #fail(target: ResponseContext, error: unknown): void {
    // A streamed response that has started cannot be replaced by an error response.
    if (target.reply.sent || target.reply.raw.headersSent) return;
    const errors = requestErrorsOf(error);
    this.#options.metrics.countOperation('unknown', errors === undefined ? 'failed' : 'rejected');
    sendErrors(target, errors ?? [error]);
  }

  #responseContext(request: FastifyRequest, reply: FastifyReply, caller?: Caller): ResponseContext {
    const isGet = request.method !== 'POST';
    if (isGet) reply.header('vary', 'accept, authorization, origin');
    return {
      reply,
      mediaType: negotiateMediaType(request.headers.accept) ?? 'application/json',
      log: this.#options.log,
      requestId: request.id,
      caller,
      rejections: this.#options.rejections,
      mayIntrospect: caller !== undefined && this.#options.mayIntrospect(caller),
      showsSubgraphErrors: this.#options.showsSubgraphErrors === true,
      revalidate: isGet && isObject(request.query) && request.query.documentId !== undefined,
    };
  }
}

function kindOf({ isMutation }: ReadyOperation): 'query' | 'mutation' {
  return isMutation ? 'mutation' : 'query';
}

function streamRequired(): RequestFailure {
  return failure(
    'NOT_ACCEPTABLE',
    'Subscriptions are streams: send Accept: text/event-stream or multipart/mixed;subscriptionSpec=1.0, or use a WebSocket with the subprotocol graphql-transport-ws.',
  );
}
