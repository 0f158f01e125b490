import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, sendError } from './refusal.js';

/** Answers a request that no route takes in an adapter's own words; false leaves it to others. */
export type UnknownPathHandler = (request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) => boolean;

export interface UnknownPaths {
  /** Adds a handler; they are asked in the order of their addition. */
  add(handler: UnknownPathHandler): void;
}

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/**
 * Answers 405 with `Allow` where the path is known and 404 otherwise, with such a body unless an adapter has its own form.
 * Must be called before routes are registered.
 */
export function answerUnknownPaths(app: FastifyInstance, errorBody: ErrorBody): UnknownPaths {
  const routes: KnownRoute[] = [];
  const handlers: UnknownPathHandler[] = [];
  app.addHook('onRoute', (route) => {
    routes.push({ segments: route.url.split('/'), methods: [route.method].flat() });
  });
  function answer(request: FastifyRequest, reply: FastifyReply): void {
    const segments = (request.url.split('?')[0] ?? '').split('/');
    const methods = routes.filter((route) => fits(route, segments)).flatMap((route) => route.methods);
    // A route may find out itself that there is nothing under its path; then no other method helps.
    const allowed = methods.includes(request.method) ? [] : [...new Set(methods)].sort();
    if (handlers.some((handler) => handler(request, reply, allowed))) return;
    if (allowed.length === 0) void sendError(reply, 404, errorBody('Not Found'));
    else void sendError(reply.header('allow', allowed.join(', ')), 405, errorBody('Method Not Allowed'));
  }
  // Before the framework looks at a body that nobody is going to read: of what type it is does not matter.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply);
    else done();
  });
  // Routes may find out themselves that there is nothing.
  app.setNotFoundHandler(answer);
  return { add: (handler) => void handlers.push(handler) };
}

function fits(route: KnownRoute, segments: readonly string[]): boolean {
  const open = route.segments.at(-1) === '*';
  if (open ? segments.length < route.segments.length : segments.length !== route.segments.length) return false;
  return route.segments.every(
    (segment, index) => segment === '*' || segment.startsWith(':') || segment === segments[index],
  );
}
