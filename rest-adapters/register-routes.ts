import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type GatewayServices, maskError, type RegisterRoutes } from '../gateway/index.js';
import type { Logger } from '../platform/log.js';
import type { Dialect, RestAdapter } from './dialect.js';
import { codeOf } from './error-response.js';
import { createHandler, type Handler } from './handle-request.js';
import { hideMediaType } from './media-type.js';
import type { RestResponse } from './response.js';
import { send } from './response.js';
import { type HttpMethod, type Route, segmentsParameter } from './route.js';
import { handleUnknownPathsOf } from './unknown-paths.js';

/** Registers the routes of a documented service. */
export function registerRoutes(options: {
  adapter: RestAdapter;
  routes: readonly Route[];
  log: Logger;
}): RegisterRoutes {
  const { adapter, routes, log } = options;
  return function register(app: FastifyInstance, services: GatewayServices) {
    const { dialect } = adapter;
    acceptAnyBody(app);
    app.setErrorHandler((error: FrameworkError, request, reply) => {
      if (error.code === bodyTooLargeCode) services.rejections.bodyTooLarge(request);
      send(reply, respondToFrameworkError({ error, dialect, log, request }));
    });
    const handlers = new Map(routes.map((route) => [route, createHandler({ route, dialect, services, log })]));
    for (const { method, url, choices } of groupsOf(routes, dialect)) {
      app.route({
        method,
        url,
        bodyLimit: dialect.maxBodyBytes,
        exposeHeadRoute: false,
        config: { limitsRequests: choices.every((route) => route.isLimited) },
        ...(method !== 'GET' && { onRequest: hideMediaType }),
        handler: oneOf(choices.map((route) => ({ route, handle: handlers.get(route) }))),
      });
    }
    adapter.register?.(app, services, log);
    services.unknownPaths.add(handleUnknownPathsOf({ routes, dialect }));
  };
}

/**
 * Routes that have the same method and URL in the router's syntax, and differ only in the literal ending after the
 * remaining path segments.
 */
interface RouteGroup {
  readonly method: HttpMethod;
  readonly url: string;
  /** The routes, longest ending first. */
  readonly choices: readonly Route[];
}

function groupsOf(routes: readonly Route[], dialect: Dialect): RouteGroup[] {
  const patterns = routes.flatMap((route) =>
    [route.path, ...(dialect.aliasesOf?.(route.path) ?? [])].flatMap((path) =>
      urlsOf({ route, path, dialect }).map((url) => ({ route, url })),
    ),
  );
  const lengthOf = (route: Route) => segmentsParameter(route)?.suffix.length ?? 0;
  return [...Map.groupBy(patterns, ({ route, url }) => `${route.method} ${url}`).values()].flatMap(
    ([first, ...rest]) =>
      first === undefined
        ? []
        : {
            method: first.route.method,
            url: first.url,
            choices: [first, ...rest].map(({ route }) => route).sort((a, b) => lengthOf(b) - lengthOf(a)),
          },
  );
}

/** Combines the handlers of several routes: the first route whose ending matches the path handles a request. */
function oneOf(choices: readonly { route: Route; handle: Handler | undefined }[]): Handler {
  const [onlyChoice] = choices;
  if (onlyChoice?.handle !== undefined && choices.length === 1) return onlyChoice.handle;
  const routesBySuffix = choices.map(({ route, handle }) => ({
    suffix: segmentsParameter(route)?.suffix ?? '',
    handle,
  }));
  return function choose(request, reply) {
    // Before percent-decoding: a name can contain an encoded colon.
    const path = (request.raw.url ?? '').split('?', 1)[0]?.replace(/\/$/, '') ?? '';
    const matchingRoute = routesBySuffix.find(({ suffix }) => path.endsWith(suffix));
    if (matchingRoute?.handle === undefined) reply.callNotFound();
    else matchingRoute.handle(request, reply);
  };
}

/** URLs of a path in the router's syntax, with and without a trailing slash if the dialect accepts both. */
function urlsOf({ route, path, dialect }: { route: Route; path: string; dialect: Dialect }): string[] {
  const { trailingSlash } = dialect;
  // A doubled colon is the router's escape of a colon; after a parameter, it requires a pattern too.
  const segments = segmentsParameter(route);
  const routed = segments === undefined ? path : path.slice(0, path.length - segments.suffix.length);
  const url = routed.replaceAll(/\{([^}]*)\}([:']?)|:/g, (_, name: string | undefined, after: string) => {
    if (name === undefined) return '::';
    // Any text, including line separators.
    if (after === "'") return `:${name}(^[\\s\\S]*)'`;
    return after === '' ? `:${name}` : `:${name}(^[^:/]+)::`;
  });
  if (segments !== undefined) return [url.replace(new RegExp(`:${segments.name}$`), '*')];
  if (trailingSlash === 'redirect') return [url];
  return [url, url.endsWith('/') ? url.slice(0, -1) : `${url}/`];
}

/** Accepts bodies of all content types and passes them to the dialect as bytes. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

const bodyTooLargeCode = 'FST_ERR_CTP_BODY_TOO_LARGE';

interface FrameworkError {
  readonly code?: string;
  readonly statusCode?: number;
}

function respondToFrameworkError(options: {
  error: FrameworkError;
  dialect: Dialect;
  log: Logger;
  request: FastifyRequest;
}): RestResponse {
  const { error, dialect, log, request } = options;
  if (error.code === bodyTooLargeCode) return dialect.bodyTooLarge;
  if (error.statusCode === 400) return dialect.bodyUnreadable;
  const { message, extensions } = maskError(error, { log, requestId: request.id });
  return dialect.failure({ code: codeOf(extensions.code), message, details: extensions });
}
