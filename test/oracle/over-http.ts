import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import type { ExecutionResult } from 'graphql';
import { composeSupergraph } from '../../gateway/index.js';
import { defaultSubgraphSettings, fixedSource, startStandaloneGateway } from '../../gateway/standalone/index.js';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { silentLog } from '../../platform/log.js';
import type { Subgraphs } from './draft.js';
import type { Executor } from './oracle.js';
import { executeDeferredAt } from './parts-over-http.js';
import { serveInvented } from './servers.js';

/** A gateway for external subgraphs, started like `rampart gateway`, with its subgraphs over HTTP. */
export interface GatewayOverHttp extends Executor {
  readonly url: string;
  close(): Promise<void>;
}

/** Without limits on documents, which are not compared. */
const environment = {
  RAMPART_SERVER_PORT: '0',
  RAMPART_GRAPHQL_MAX_DEPTH: '100',
  RAMPART_GRAPHQL_MAX_ALIASES: '1000',
  RAMPART_GRAPHQL_MAX_DIRECTIVES: '1000',
  RAMPART_GRAPHQL_MAX_ROOT_FIELDS: '1000',
  RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: '1000000',
};

/** Starts a gateway over composable subgraphs. */
export async function startOverHttp(subgraphs: Subgraphs): Promise<GatewayOverHttp> {
  const server = serveSubgraphs(subgraphs);
  const address = await listen(server);
  const located = Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs, url: `${address}/${name}` }));
  const gateway = await startStandaloneGateway({
    configuration: loadConfiguration({ environment, workingDirectory: tmpdir() }),
    log: silentLog,
    source: fixedSource('the oracle', composeSupergraph(located)),
    subgraphs: {
      defaults: { ...defaultSubgraphSettings, timeoutMs: 30_000 },
      byName: new Map(),
      urls: new Map(),
    },
    forwardedHeaders: [],
    responseHeaders: new Map(),
    cors: { origins: [], allowsCredentials: false, requestHeaders: [] },
    authentication: { jwt: undefined, proxy: undefined },
    unauthorized: 'filter',
    schemaIsPublic: true,
    pagesFolder: '/nonexistent',
  });
  return {
    url: gateway.url,
    executeDeferred: executeDeferredAt(gateway.url),
    async execute({ document, variables }) {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document, variables }),
      });
      return (await response.json()) as ExecutionResult; // The response format of a GraphQL server.
    },
    async close() {
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serveSubgraphs(subgraphs: Subgraphs): Server {
  const sources = serveInvented(subgraphs);
  return createServer(async (request, response) => {
    const source = sources.get(request.url?.slice(1) ?? '');
    const { query, variables } = JSON.parse(await text(request));
    const result = await source?.resolve({ document: query, variables });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on TCP');
  return `http://127.0.0.1:${address.port}`;
}
