import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInSpan, type Span, type Telemetry } from '../../platform/telemetry/index.js';

/** Paths that orchestrators and Prometheus request every few seconds. */
const untraced: ReadonlySet<string | undefined> = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Traces the requests of a listener. Only the route is recorded, because paths and queries may contain names and
 * secrets. The span ends with the response or the connection.
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
  // Body parsing runs in the asynchronous context of the connection, so the span must be restored.
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
