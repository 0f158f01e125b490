import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clients } from './clients.js';

/** Adds to each response of `/graphql` what the rules for headers of subgraphs say. */
export function sendClientHeaders(
  app: FastifyInstance,
  { clients, forwardedHeaders }: { clients: Clients; forwardedHeaders: readonly string[] },
): void {
  const varying = forwardedHeaders.map((name) => name.toLowerCase());
  app.addHook('onSend', (request, reply, payload, done) => {
    const client = clients.of(request);
    if (client !== undefined) {
      if (request.method !== 'POST') addToVary(reply, varying);
      if (reply.statusCode === 401) challenge(reply, client.challenge);
      const headers = client.responseHeaders?.result(isCacheable(reply.statusCode, payload));
      for (const [name, value] of Object.entries(headers ?? {})) void reply.header(name, value);
    }
    done();
  });
}

/** RFC 9110, section 15.5.2: a response with status 401 has a challenge. */
function challenge(reply: FastifyReply, own: string | undefined): void {
  if (own !== undefined) void reply.header('www-authenticate', own);
  else if (!reply.hasHeader('www-authenticate')) void reply.header('www-authenticate', 'Bearer');
}

/** The response depends on what the subgraphs received. */
function addToVary(reply: FastifyReply, names: readonly string[]): void {
  const written = String(reply.getHeader('vary') ?? '');
  const known = written.split(',').map((name) => name.trim().toLowerCase());
  const more = names.filter((name) => !known.includes(name));
  if (more.length > 0) void reply.header('vary', [written, ...more].filter((name) => name !== '').join(', '));
}

/** A response with errors may be another one the next time. */
function isCacheable(status: number, payload: unknown): boolean {
  return status === 200 && !(typeof payload === 'string' && payload.startsWith('{"errors"'));
}
