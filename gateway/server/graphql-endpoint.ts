import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { Logger } from '../../platform/log.js';
import { untilAborted } from '../../platform/until-aborted.js';
import type { Callers } from '../authentication/index.js';
import { failure, type ReadyOperation, type RequestFailure } from '../documents/index.js';
import { isMap } from '../is-map.js';
import type { SubscriptionOperation } from '../subscriptions/index.js';
import { traceOperation } from '../tracing/index.js';
import { sourceAddressOf } from './addresses.js';
import { isFromPage, isSafeFromCsrf, type OriginPolicy } from './admission.js';
import { type GraphqlParameters, readBody, readQueryString } from './graphql-parameters.js';
import { asEvents, type ResponseContext, sendErrors, sendResult, shownErrors } from './graphql-response.js';
import { acceptsEventStream, negotiateMediaType } from './media-types.js';
import type { Metrics } from './metrics.js';
import { setRetryAfter } from './refusal.js';
import type { RefusalReports } from './refusal-reports.js';
import type { RequestLimit } from './request-limit.js';
import type { RequestScope, RequestScopes } from './request-scopes.js';
import { type RequestedOperationOptions, requestedOperation } from './requested-operation.js';
import { isSubscription, type SubscriptionTransport } from './subscriptions/index.js';

export interface GraphqlEndpointOptions extends RequestedOperationOptions {
  readonly callers: Callers;
  readonly scopes: RequestScopes;
  readonly requestLimit: RequestLimit;
  readonly refusals?: RefusalReports | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly origins: OriginPolicy;
  /** Shows errors of subgraphs to clients; by default only those that our domains address to callers. */
  readonly showsSubgraphErrors?: boolean;
  /** Absent: the graph serves no subscriptions. */
  readonly subscriptions?: SubscriptionTransport | undefined;
}

/** A request whose time has begun. */
interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly scope: RequestScope;
}

/** A request of a known caller, and how its answer is written. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly scope: RequestScope;
  readonly answer: ResponseContext;
}

/** Headers of GraphQL clients that pages may set. */
const usualRequestHeaders = ['content-type', 'authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

/** GraphQL over HTTP (https://graphql.github.io/graphql-over-http/draft/) on prepared operations. */
export class GraphqlEndpoint {
  readonly #options: GraphqlEndpointOptions;
  readonly #allowedRequestHeaders: string;

  constructor(options: GraphqlEndpointOptions) {
    this.#options = options;
    const { requestHeaders = [] } = options.origins.crossOrigin;
    this.#allowedRequestHeaders = [...new Set([...usualRequestHeaders, ...requestHeaders])].join(', ');
  }

  /** Answers a GET or POST. Nothing is awaited that is known already. */
  handle(request: FastifyRequest, reply: FastifyReply): void {
    this.#allowOrigin(request, reply);
    const scope = this.#options.scopes.begin({
      via: 'graphql',
      requestId: request.id,
      sourceAddress: sourceAddressOf(request),
      message: request.raw,
      onTimeout: (error) => this.refuse(request, reply, error),
    });
    const refuse = (error: unknown): void => {
      scope.end();
      this.refuse(request, reply, error);
    };
    try {
      const caller = this.#options.callers.authenticate(request);
      if (caller instanceof Promise) {
        untilAborted(scope.signal, caller).then((known) => this.#serve({ request, reply, scope }, known), refuse);
      } else {
        this.#serve({ request, reply, scope }, caller);
      }
    } catch (error) {
      refuse(error);
    }
  }

  /** Answers a request that failed before it was understood. */
  refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    this.#fail(this.#answerContext(request, reply), error);
  }

  /** Responds to a CORS preflight request. */
  preflight(request: FastifyRequest, reply: FastifyReply): void {
    this.#allowOrigin(request, reply);
    if (reply.hasHeader('access-control-allow-origin')) {
      reply
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', this.#allowedRequestHeaders)
        .header('access-control-max-age', '600');
    }
    reply.code(204).header('allow', 'GET, HEAD, POST, OPTIONS').send();
  }

  #serve({ request, reply, scope }: Arrival, caller: Caller): void {
    scope.identify(caller);
    const answer = this.#answerContext(request, reply, caller);
    try {
      const { sourceAddress } = scope;
      const refusal = this.#options.requestLimit.check({ request, reply, caller, sourceAddress });
      if (refusal !== undefined) throw refusal;
      void traceOperation(() => this.#execute({ request, scope, answer }));
    } catch (error) {
      scope.end();
      this.#fail(answer, error);
    }
  }

  #execute({ request, scope, answer }: Exchange): Promise<void> {
    const parameters = this.#parameters(request);
    const operation = this.#operation(parameters, { request, scope, answer });
    if (isSubscription(operation)) {
      return this.#subscribe(operation, { request, scope, answer }, parameters);
    }
    const kind = operation.isMutation ? 'mutation' : 'query';
    return operation.prepared.execute({ variables: parameters.variables, context: scope, exchange: answer.reply }).then(
      (result) => {
        scope.end();
        if (answer.reply.sent) return;
        try {
          this.#options.metrics.countOperation(kind, sendResult(answer, result));
        } catch (error) {
          this.#fail(answer, error);
        }
      },
      (error: unknown) => {
        scope.end();
        this.#fail(answer, error);
      },
    );
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
      if (isFromPage(request.headers)) this.#options.refusals?.notAdmitted(request.raw, 'origin_refused');
      throw failure(
        'BAD_REQUEST',
        'GET requests require CSRF protection: send the header apollo-require-preflight: true, or use POST with content-type: application/json.',
      );
    }
    return readQueryString(request.query as Record<string, unknown>); // The parser makes an object of it.
  }

  #operation(parameters: GraphqlParameters, { request, scope, answer }: Exchange): ReadyOperation {
    const operation = requestedOperation(parameters, scope.caller, this.#options);
    if (operation.isMutation && request.method !== 'POST') {
      answer.reply.header('allow', 'POST');
      throw failure('METHOD_NOT_ALLOWED', 'Mutations require POST.');
    }
    return operation;
  }

  #subscribe(operation: SubscriptionOperation, exchange: Exchange, parameters: GraphqlParameters): Promise<void> {
    const { request, scope } = exchange;
    const { subscriptions, metrics } = this.#options;
    if (subscriptions === undefined || !acceptsEventStream(request.headers.accept)) throw needsStream();
    const answer: ResponseContext = { ...exchange.answer, mediaType: 'text/event-stream' };
    const { caller } = scope;
    const { variables, after } = parameters;
    const lastMessage = (error: unknown): string => asEvents(JSON.stringify({ errors: shownErrors(answer, [error]) }));
    return (
      subscriptions
        .answer({
          request,
          reply: answer.reply,
          caller,
          operation,
          variables,
          after,
          signal: scope.signal,
          lastMessage,
        })
        .then(
          () => metrics.countOperation('subscription', 'data'),
          (error: unknown) => this.#fail(answer, error),
        )
        // From now on, it is each response that has a deadline.
        .finally(() => scope.end())
    );
  }

  #fail(answer: ResponseContext, error: unknown): void {
    if (answer.reply.sent) return;
    const errors = requestErrorsOf(error);
    this.#options.metrics.countOperation('unknown', errors === undefined ? 'failed' : 'refused');
    setRetryAfter(answer.reply, error);
    sendErrors(answer, errors ?? [error]);
  }

  #answerContext(request: FastifyRequest, reply: FastifyReply, caller?: Caller): ResponseContext {
    const isGet = request.method !== 'POST';
    if (isGet) reply.header('vary', 'accept, authorization, origin');
    return {
      reply,
      mediaType: negotiateMediaType(request.headers.accept) ?? 'application/json',
      log: this.#options.log,
      requestId: request.id,
      caller,
      refusals: this.#options.refusals,
      mayIntrospect: caller !== undefined && this.#options.mayIntrospect(caller),
      showsSubgraphErrors: this.#options.showsSubgraphErrors === true,
      revalidate: isGet && isMap(request.query) && request.query.documentId !== undefined,
    };
  }

  #allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
    const { origin } = request.headers;
    const { origins } = this.#options;
    if (origin === undefined || !origins.mayRead(origin)) return;
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    const { allowsCredentials, exposedHeaders = [] } = origins.crossOrigin;
    if (allowsCredentials) reply.header('access-control-allow-credentials', 'true');
    if (exposedHeaders.length > 0) reply.header('access-control-expose-headers', exposedHeaders.join(', '));
  }
}

/** The errors of a request that was refused as a whole, by the gateway or by the graph when it prepared the operation. */
function requestErrorsOf(error: unknown): readonly unknown[] | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined;
  return error.errors;
}

function needsStream(): RequestFailure {
  return failure(
    'NOT_ACCEPTABLE',
    'Subscriptions are streams: send Accept: text/event-stream, or use a WebSocket with the subprotocol graphql-transport-ws.',
  );
}
