import { GraphQLError } from 'graphql';
import { afterAll } from 'vitest';
import type { Graph } from '../../../gateway/index.js';
import type { Caller } from '../../../platform/caller.js';
import { DomainError } from '../../../platform/domain-error.js';
import { testConfiguration } from '../../support/index.js';
import type { World } from '../alerts-contract.js';
import { type AlertsServer, serveAlerts, serveGraph } from './alerts-server.js';

const stranger: Caller = { kind: 'mirror-client', clientId: 'a tool' };

/** A server for each state in which no request succeeds, beside one that works. Closed after the tests of the file. */
export async function startFailingServers(server: AlertsServer): Promise<Record<Exclude<World, 'attached'>, string>> {
  const { configuration, database } = server.testDatabase;
  const withToken = testConfiguration({
    DATABASE_URL: server.testDatabase.url,
    RAMPART_SERVER_PORT: '0',
    RAMPART_AUTH_ALERTS: 'token',
  });
  const unreachable = testConfiguration({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    RAMPART_SERVER_PORT: '0',
  });
  const timeout = new DomainError('TIMEOUT', 'The request took too long. Ask for less at once, or try again later.');
  const broken = new Error('a secret of the inside');
  const servers = {
    detached: await serveAlerts({ configuration: unreachable }),
    token: await serveAlerts({ configuration: withToken, database }),
    stranger: await serveAlerts({ configuration, database, authenticators: [() => stranger] }),
    broken: await serveGraph({ graph: failing(server.graph, broken), configuration, database }),
    slow: await serveGraph({ graph: failing(server.graph, timeout), configuration, database }),
  };
  afterAll(async () => {
    for (const each of Object.values(servers)) await each.close();
  });
  return {
    detached: servers.detached.url,
    token: servers.token.url,
    stranger: servers.stranger.url,
    broken: servers.broken.url,
    slow: servers.slow.url,
  };
}

/** The graph, but whatever is executed fails with this error. */
export function failing(graph: Graph, error: Error): Graph {
  return {
    apiSchema: graph.apiSchema,
    supergraphSdl: graph.supergraphSdl,
    prepare(request) {
      const prepared = graph.prepare(request);
      const errors = [new GraphQLError(error.message, { originalError: error })];
      return { ...prepared, execute: async () => ({ data: null, errors }) };
    },
  };
}
