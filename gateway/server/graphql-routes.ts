import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { CallerAuthenticator } from '../authentication/index.js';
import { failure } from '../documents/index.js';
import { parseRequestJson } from './exact-json.js';
import type { GraphqlEndpoint } from './graphql-endpoint.js';
import { prefersHtml } from './media-types.js';
import type { Pages } from './pages.js';
import { sendPage } from './pages.js';
import type { WebSockets } from './subscriptions/index.js';
import { upgradeOf } from './upgrades.js';

export interface GraphqlRoutesOptions {
  readonly endpoint: GraphqlEndpoint;
  readonly authenticator: CallerAuthenticator;
  readonly pages: Pages;
  readonly maxBodyBytes: number;
  /** Serves subscriptions over WebSockets; absent if the graph has none. */
  readonly webSockets?: WebSockets | undefined;
  mayIntrospect(caller: Caller): boolean;
}

/** Mounts `/graphql`: the graph for programs, the explorer for browsers. */
export async function registerGraphqlRoutes(app: FastifyInstance, options: GraphqlRoutesOptions): Promise<void> {
  const { endpoint, maxBodyBytes } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json\s*(;|$)/i, { parseAs: 'buffer' }, (_request, body, done) => {
    const parsed = parseBody(body as Buffer); // The parser is registered with `parseAs: 'buffer'`.
    if (parsed instanceof Error) done(parsed);
    else done(null, parsed);
  });
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(failure('UNSUPPORTED_MEDIA_TYPE', 'GraphQL requests require content-type: application/json.'));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    endpoint.reject(request, reply, transportFailure(error, maxBodyBytes));
  });
  app.post('/graphql', { bodyLimit: maxBodyBytes, config: { limitsRequests: true } }, (request, reply) =>
    endpoint.handle(request, reply),
  );
  app.options('/graphql', (request, reply) => endpoint.preflight(request, reply));
  app.get('/graphql', (request, reply) => {
    const upgrade = upgradeOf(request.raw);
    if (upgrade !== undefined && options.webSockets !== undefined) {
      options.webSockets.accept(request, reply, upgrade);
      return;
    }
    // Browsers receive the explorer, even if the URL contains a query for it to open.
    if (prefersHtml(request.headers.accept)) void sendExplorer(request, reply, options);
    else endpoint.handle(request, reply);
  });
}

function parseBody(body: Buffer): unknown {
  // RFC 8259, section 8.1. Without this check, decoding would replace invalid bytes with U+FFFD.
  if (!isUtf8(body)) return failure('BAD_REQUEST', 'The body is not UTF-8.');
  try {
    if (body.length > 0) return parseRequestJson(body.toString('utf8'));
  } catch {
    return failure('BAD_REQUEST', 'The body is not JSON.');
  }
  return failure('BAD_REQUEST', 'The body is empty: send a JSON object with query, variables and operationName.');
}

function transportFailure(error: FastifyError, maxBodyBytes: number): unknown {
  if (error.statusCode === 413) {
    return failure(
      'PAYLOAD_TOO_LARGE',
      `The body has more than ${maxBodyBytes} bytes. Split it into several requests.`,
    );
  }
  if (error.statusCode === 415) {
    return failure('UNSUPPORTED_MEDIA_TYPE', 'GraphQL requests require content-type: application/json.');
  }
  if (error.statusCode !== 400) return error;
  return failure(
    'BAD_REQUEST',
    'The request body is incomplete: it does not match Content-Length, or the connection was interrupted.',
  );
}

async function sendExplorer(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlRoutesOptions,
): Promise<void> {
  try {
    const caller = await options.authenticator.authenticate(request);
    if (options.mayIntrospect(caller)) await sendPage(reply, options.pages, 'explorer.html');
    else requireSignIn(reply);
  } catch {
    requireSignIn(reply);
  }
}

/** Makes browsers ask for Basic credentials: any user name, and the token as the password. */
function requireSignIn(reply: FastifyReply): void {
  void reply
    .code(401)
    .header('www-authenticate', 'Basic realm="rampart: any name, an operator token as the password", charset="UTF-8"')
    .header('content-type', 'text/plain; charset=utf-8')
    .send('This page requires operator credentials. Sign in with any name and an operator token as the password.\n');
}
