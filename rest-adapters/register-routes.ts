import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type GatewayServices, maskError, type RegisterRoutes } from '../gateway/index.js';
import type { Logger } from '../platform/log.js';
import type { Dialect, RestAdapter } from './dialect.js';
import { codeOf } from './error-response.js';
import { compileHandler } from './handle-request.js';
import { hideMediaType } from './media-type.js';
import type { RestResponse } from './response.js';
import { send } from './response.js';
import { type Route, segmentsParameter } from './route.js';
import { handleUnknownPathsOf } from './unknown-paths.js';

/** Registers the routes of a documented service. All of them are compiled before the first request. */
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
      if (error.code === tooLarge) services.refusals.bodyTooLarge(request);
      send(reply, respondToFrameworkError({ error, dialect, log, request }));
    });
    for (const route of routes) {
      const handler = compileHandler({ route, dialect, services, log });
      for (const url of urlsOf(route, dialect)) {
        app.route({
          method: route.method,
          url,
          bodyLimit: dialect.maximumBodyBytes,
          exposeHeadRoute: false,
          ...(route.method !== 'GET' && { onRequest: hideMediaType }),
          handler,
        });
      }
    }
    adapter.register?.(app, services, log);
    services.unknownPaths.add(handleUnknownPathsOf({ routes, dialect }));
  };
}

/** The path in the router's syntax, with and without a trailing slash if the dialect accepts both. */
function urlsOf(route: Route, { slashAtEnd }: Dialect): string[] {
  const { path } = route;
  // A doubled colon is the router's escape of a colon; after a parameter, it requires a pattern too.
  const url = path.replaceAll(/\{([^}]*)\}(:?)|:/g, (_, name: string | undefined, colon: string) => {
    if (name === undefined) return '::';
    return colon === '' ? `:${name}` : `:${name}(^[^:/]+)::`;
  });
  const rest = segmentsParameter(route);
  if (rest !== undefined) return [url.replace(new RegExp(`:${rest}$`), '*')];
  if (slashAtEnd === 'redirected') return [url];
  return [url, url.endsWith('/') ? url.slice(0, -1) : `${url}/`];
}

/** Bodies of all content types are passed to the dialect as bytes. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

const tooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE';

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
  if (error.code === tooLarge) return dialect.bodyTooLarge;
  if (error.statusCode === 400) return dialect.bodyUnreadable;
  const { message, extensions } = maskError(error, { log, requestId: request.id });
  return dialect.failure({ code: codeOf(extensions.code), message, details: extensions });
}
