import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayServices, type PreparedOperation, type ResponseSlot, sourceAddressOf } from '../gateway/index.js';
import type { RequestContext } from '../platform/caller.js';
import type { Logger } from '../platform/log.js';
import { untilAborted } from '../platform/until-aborted.js';
import type { Dialect, ParsedRequest, RawRequest } from './dialect.js';
import { failureResponse } from './error-response.js';
import { mediaTypeOf } from './media-type.js';
import type { RestResponse } from './response.js';
import {
  compileBody,
  compileHeaders,
  type Headers,
  send,
  sendJson,
  sendStored,
  type ToBody,
  valueAt,
} from './response.js';
import { parametersIn, type Route, segmentsParameter } from './route.js';

export interface HandlerOptions {
  readonly route: Route;
  readonly dialect: Dialect;
  readonly services: Pick<
    GatewayServices,
    'graph' | 'authenticator' | 'scopes' | 'requestLimit' | 'rejections' | 'responses' | 'publicUrl' | 'identify'
  >;
  readonly log: Logger;
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The handler of a route. The operation, request reader and response writer are compiled at the first request, because
 * compiling those of all routes would take half a second of each start.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { route } = options;
  let compiled: RouteHandler | undefined;
  // A parameter in quotes may be empty.
  const pathNames = parametersIn(route, 'path')
    .map((parameter) => parameter.name)
    .filter((name) => !route.path.includes(`'{${name}}'`));
  const segments = segmentsParameter(route);

  return function handle(request, reply) {
    if (segments !== undefined) request.params = nameWildcard(request.params as PathParameters, segments);
    const parameters = request.params as PathParameters;
    // The router accepts empty parameters; these services treat them as unknown paths.
    if (pathNames.some((name) => parameters[name] === '')) return reply.callNotFound();
    compiled ??= new RouteHandler(options);
    const handler = compiled;
    handler.respond(request, reply).catch((error: unknown) => handler.fail(request, reply, [error]));
  };
}

/** Path parameters; the router returns strings. */
type PathParameters = Readonly<Record<string, string>>;

/**
 * Renames the router's wildcard parameter `*`, and removes a trailing slash and the ending of the route from its value.
 */
function nameWildcard(
  { '*': wildcard = '', ...others }: PathParameters,
  { name, suffix }: { name: string; suffix: string },
): PathParameters {
  const value = wildcard.replace(/\/$/, '');
  return { ...others, [name]: value.slice(0, value.length - suffix.length) };
}

/** A request whose caller was identified, with a timeout. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: RequestContext;
}

class RouteHandler {
  readonly #options: HandlerOptions;
  readonly #operation: PreparedOperation;
  readonly #guard: PreparedOperation | undefined;
  readonly #read: (request: RawRequest) => ParsedRequest;
  readonly #responseOf: (data: unknown) => unknown;
  readonly #toBody: ToBody;
  readonly #headersOf: (data: unknown) => Headers | undefined;
  readonly #guardHeadersOf: (data: unknown) => Headers | undefined;
  readonly #guardHasHeaders: boolean;
  readonly #hasBody: boolean;
  /**
   * The domain whose data determines the response; undefined if the response cannot be cached, for example because it
   * depends on several domains.
   */
  readonly #domain: string | undefined;

  constructor(options: HandlerOptions) {
    const { route, dialect, services } = options;
    const { guard } = route;
    this.#options = options;
    this.#operation = services.graph.internal.prepare(route);
    this.#guard = guard && services.graph.internal.prepare(guard);
    this.#read = dialect.compile(route);
    this.#responseOf = resultReader(route);
    this.#toBody = compileBody(route.responseShape, dialect.scalars);
    this.#headersOf = compileHeaders(route.headers);
    this.#guardHeadersOf = compileHeaders(guard?.headers ?? []);
    this.#guardHasHeaders = (guard?.headers ?? []).length > 0;
    this.#hasBody = parametersIn(route, 'body').length > 0;
    const isCacheable = route.method === 'GET' && route.headers.length === 0;
    this.#domain = isCacheable
      ? services.responses?.fields.domainOf(route.document, services.graph.internal.apiSchema)
      : undefined;
  }

  async respond(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { route, services } = this.#options;
    const context = services.scopes.begin({
      via: 'rest',
      requestId: request.id,
      message: request.raw,
      sourceAddress: sourceAddressOf(request),
    });
    try {
      if (route.ignoresCredentials) {
        if (services.identify !== undefined) context.identify(services.identify(request));
      } else {
        const caller = services.authenticator.authenticate(request, { preservesError: true });
        context.identify(caller instanceof Promise ? await untilAborted(context.signal, caller) : caller);
      }
      if (route.isLimited) {
        const { caller, sourceAddress } = context;
        const rejection = services.requestLimit.check({ request, reply, caller, sourceAddress });
        if (rejection !== undefined) return this.fail(request, reply, [rejection]);
      }
      await this.#respondInTime({ request, reply, context });
    } finally {
      context.end();
    }
  }

  async #respondInTime(exchange: Exchange): Promise<void> {
    const { request, reply, context } = exchange;
    const { route, dialect, services } = this.#options;
    const input = this.#read(rawRequest(request, { hasBody: this.#hasBody, publicUrl: services.publicUrl }));
    if (input.rejection !== undefined) return await this.#reject(exchange, input.rejection);
    const { variables } = input;
    const slot = await this.#slot(exchange, variables);
    if (slot?.response !== undefined) return sendStored(reply, route.status, slot.response);
    const result = await this.#operation.execute({ variables, context });
    const errors = result.errors ?? [];
    if (errors.length > 0) return await this.#reject(exchange, this.#failure(exchange, errors, variables), true);
    const value = this.#responseOf(result.data);
    if (value === null || value === undefined) return send(reply, dialect.emptyResponse ?? dialect.notFound);
    const headers = this.#headersOf(result.data);
    if (headers !== undefined) reply.headers(headers);
    if (hasNoBody(route.status)) {
      reply.code(route.status).send();
      return;
    }
    const body = this.#toBody(value, input);
    const finished = input.finish === undefined ? body : input.finish(body);
    if (slot === undefined) sendJson(reply, route.status, finished);
    else sendStored(reply, route.status, slot.store(JSON.stringify(finished)));
  }

  /** Cache slot of the response; undefined if the response cannot be cached. */
  #slot({ request, context }: Exchange, variables: object): Promise<ResponseSlot> | undefined {
    const { route, services } = this.#options;
    if (this.#domain === undefined) return undefined;
    // The key includes the text of the query string, because a body can repeat numbers as they were sent.
    const key = `${route.operationName} ${request.raw.url} ${JSON.stringify(variables)}`;
    return services.responses?.find({ domain: this.#domain, caller: context.caller, key, signal: context.signal });
  }

  /** Responds to a request that failed before or without the execution of its operation. */
  fail(request: FastifyRequest, reply: FastifyReply, errors: readonly unknown[]): void {
    send(reply, this.#failure({ request }, errors, {}));
  }

  /**
   * Sends an error. The route's guard operation runs first, within the timeout of the request, and its headers are sent
   * with the response. If the request was rejected before execution, an error of the guard takes precedence.
   */
  async #reject(exchange: Exchange, rejection: RestResponse, fromGraph = false): Promise<void> {
    const { reply, context } = exchange;
    const isUnguarded = fromGraph && (context.caller.kind === 'anonymous' || !this.#guardHasHeaders);
    if (this.#guard === undefined || isUnguarded) return send(reply, rejection);
    const { data, errors = [] } = await this.#guard.execute({ variables: {}, context });
    if (errors.length === 0)
      send(reply, { ...rejection, headers: { ...this.#guardHeadersOf(data), ...rejection.headers } });
    else send(reply, fromGraph ? rejection : this.#failure(exchange, errors, {}));
  }

  #failure(
    { request, context }: Pick<Exchange, 'request'> & Partial<Pick<Exchange, 'context'>>,
    errors: readonly unknown[],
    variables: Readonly<Record<string, unknown>>,
  ): RestResponse {
    const { route, dialect } = this.#options;
    return failureResponse(errors, {
      ...this.#options,
      request,
      caller: context?.caller,
      respond: (failure) => dialect.failure(failure, { route, variables, requestId: request.id }),
    });
  }
}

function rawRequest(
  request: FastifyRequest,
  { hasBody, publicUrl }: { hasBody: boolean; publicUrl: string | undefined },
): RawRequest {
  const url = request.raw.url ?? '';
  const queryStart = url.indexOf('?');
  return {
    path: request.params as PathParameters,
    query: readLastValues(queryStart === -1 ? '' : url.slice(queryStart + 1)),
    authorization: request.raw.headers.authorization,
    prefer: request.raw.headers.prefer?.toString(),
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    contentType: hasBody ? mediaTypeOf(request) : undefined,
    body: hasBody && request.body instanceof Buffer ? request.body : undefined,
  };
}

const percentEncodedRun = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Decodes percent-encoding as UTF-8. Malformed escapes are left unchanged; invalid UTF-8 becomes U+FFFD. Never throws.
 */
function unquote(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(percentEncodedRun, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/**
 * The last value of each name in a query string (`application/x-www-form-urlencoded`). Malformed escapes are left
 * unchanged; invalid UTF-8 becomes U+FFFD. Never throws.
 */
export function readLastValues(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (query === '') return values;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    values.set(decodeFormValue(name), equals === -1 ? '' : decodeFormValue(pair.slice(equals + 1)));
  }
  return values;
}

function decodeFormValue(text: string): string {
  return unquote(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** Whether responses with this status have no body: 204 and redirects. */
function hasNoBody(status: number): boolean {
  return status === 204 || (status >= 300 && status < 400);
}

/** Returns a function that extracts the response from the data of the operation. */
function resultReader({ unwrap }: Route): (data: unknown) => unknown {
  const [name, ...rest] = unwrap;
  if (name === undefined) return (data) => data;
  if (rest.length > 0) return (data) => valueAt(data, unwrap);
  return (data) => (data as Readonly<Record<string, unknown>>)[name]; // Without errors, the data is present.
}
