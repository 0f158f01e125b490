import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInSpan, type Span, type Telemetry } from '../../platform/telemetry/index.js';

/** Orchestrators and Prometheus request these every few seconds. */
const untraced: ReadonlySet<string | undefined> = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Traces the requests of a listener. Paths and queries may hold names and secrets: of a request, its route is recorded. The span ends with the
 * response, or with the connection.
 */
export function traceRequests(app: FastifyInstance, telemetry: Telemetry): void {
  const spans = new WeakMap<IncomingMessage, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (untraced.has(route)) return done();
    const span = beginSpan(request, telemetry);
    spans.set(request.raw, span);
    if (span.isSampled) reply.raw.once('close', () => endSpan(span, reply));
    runInSpan(span, done);
  });
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request.raw);
    if (span === undefined) done();
    else runInSpan(span, done);
  });
}

function beginSpan({ method, routeOptions, protocol, id, headers }: FastifyRequest, telemetry: Telemetry): Span {
  const { url: route } = routeOptions;
  return telemetry.beginRequest(headers, route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': protocol,
      'rampart.request.id': id,
    },
  });
}

function endSpan(span: Span, { raw, statusCode }: FastifyReply): void {
  if (!raw.writableFinished) span.fail('connection_closed');
  else if (statusCode >= 500) span.fail(String(statusCode));
  if (raw.headersSent) span.describe({ 'http.response.status_code': statusCode });
  span.end();
}
