import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  currentSpan,
  runInSpan,
  type Span,
  type SpanDescription,
  type Telemetry,
} from '../../platform/telemetry/index.js';

/** Matches paths that are not traced, because orchestrators and Prometheus request them every few seconds. */
const untraced = /^\/(health\/(live|ready)|metrics)(\?|$)/;

/**
 * Traces the requests of a listener. A span contains the route but not the URL, because paths and queries may contain
 * names and secrets. It ends with the response or the connection.
 */
export function traceRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    // Tests the URL, because Fastify creates `routeOptions` again at each access.
    if (untraced.test(request.raw.url ?? '')) return done();
    const span = telemetry.beginRequest(request.headers, () => describe(request));
    request.span = span;
    if (span.isSampled) reply.raw.once('close', () => endSpan(span, reply));
    runInSpan(span, done);
  });
  // Body parsing runs in the asynchronous context of the connection, so the span must be restored.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span === undefined || span === currentSpan()) done();
    else runInSpan(span, done);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined if it is not traced. */
    span: Span | undefined;
  }
}

function describe({ method, routeOptions, protocol, id }: FastifyRequest): SpanDescription {
  const { url: route } = routeOptions;
  return {
    name: route === undefined ? method : `${method} ${route}`,
    options: {
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'url.scheme': protocol,
        'rampart.request.id': id,
      },
    },
  };
}

function endSpan(span: Span, { raw, statusCode }: FastifyReply): void {
  if (!raw.writableFinished) span.fail('connection_closed');
  else if (statusCode >= 500) span.fail(String(statusCode));
  if (raw.headersSent) span.describe({ 'http.response.status_code': statusCode });
  span.end();
}
