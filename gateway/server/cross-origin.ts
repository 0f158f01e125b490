import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OriginPolicy } from './admission.js';

/** Headers of GraphQL clients that pages may set. */
const usualRequestHeaders = ['content-type', 'authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

/** Cross-origin access of pages to the graph (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). */
export class CrossOriginAccess {
  readonly #origins: OriginPolicy;
  readonly #allowedRequestHeaders: string;

  constructor(origins: OriginPolicy) {
    this.#origins = origins;
    const { requestHeaders = [] } = origins.cors;
    this.#allowedRequestHeaders = [...new Set([...usualRequestHeaders, ...requestHeaders])].join(', ');
  }

  /** Adds the CORS headers with which the requesting page may read the response, if its origin is allowed. */
  allow(request: FastifyRequest, reply: FastifyReply): void {
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.mayRead(origin)) return;
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    const { allowsCredentials, exposedHeaders = [] } = this.#origins.cors;
    if (allowsCredentials) reply.header('access-control-allow-credentials', 'true');
    if (exposedHeaders.length > 0) reply.header('access-control-expose-headers', exposedHeaders.join(', '));
  }

  /** Responds to a CORS preflight request. */
  preflight(request: FastifyRequest, reply: FastifyReply): void {
    this.allow(request, reply);
    if (reply.hasHeader('access-control-allow-origin')) {
      reply
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', this.#allowedRequestHeaders)
        .header('access-control-max-age', '600');
    }
    reply.code(204).header('allow', 'GET, HEAD, POST, OPTIONS').send();
  }
}
