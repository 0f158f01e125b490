import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clients } from './clients.js';

/**
 * Adds headers of the subgraphs' responses to each response of `/graphql`, by the configured rules.
 * @param options.varyingHeaders names of the request headers on which responses depend
 */
export function sendClientHeaders(
  app: FastifyInstance,
  { clients, varyingHeaders }: { clients: Clients; varyingHeaders: readonly string[] },
): void {
  const varying = [...new Set(varyingHeaders.map((name) => name.toLowerCase()))];
  app.addHook('onSend', (request, reply, payload, done) => {
    const client = clients.of(request);
    if (client !== undefined) {
      if (request.method !== 'POST') addToVary(reply, varying);
      if (reply.statusCode === 401) addChallenge(reply, client.challenge);
      const headers = client.responseHeaders?.result(isCacheable(reply.statusCode, payload));
      for (const [name, value] of Object.entries(headers ?? {})) void reply.header(name, value);
    }
    done();
  });
}

/** Adds the `WWW-Authenticate` challenge that a response with status 401 must have (RFC 9110, section 15.5.2). */
function addChallenge(reply: FastifyReply, challenge: string | undefined): void {
  if (challenge !== undefined) void reply.header('www-authenticate', challenge);
  else if (!reply.hasHeader('www-authenticate')) void reply.header('www-authenticate', 'Bearer');
}

/** Adds the names of request headers to `Vary`, because the response depends on them. */
function addToVary(reply: FastifyReply, names: readonly string[]): void {
  const vary = String(reply.getHeader('vary') ?? '');
  const varyNames = vary.split(',').map((name) => name.trim().toLowerCase());
  const missing = names.filter((name) => !varyNames.includes(name));
  if (missing.length > 0) void reply.header('vary', [vary, ...missing].filter((name) => name !== '').join(', '));
}

/**
 * Whether a response may be cached. A response with errors may not, because a retry may succeed; an incremental
 * response may not, because it can contain errors later.
 */
function isCacheable(status: number, payload: unknown): boolean {
  return status === 200 && typeof payload === 'string' && !payload.startsWith('{"errors"');
}
