import { afterAll } from 'vitest';
import type { Caller } from '../../../platform/caller.js';
import { testConfiguration } from '../../support/index.js';
import type { World } from '../alerts-contract.js';
import { type AlertsServer, serveAlerts, serveGraph } from './alerts-server.js';
import { broken, failing, timedOut } from './failing-graph.js';

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
  const servers = {
    detached: await serveAlerts({ configuration: unreachable }),
    token: await serveAlerts({ configuration: withToken, database }),
    stranger: await serveAlerts({ configuration, database, authenticators: [() => stranger] }),
    broken: await serveGraph({ graph: failing(server.graph, broken), configuration, database }),
    slow: await serveGraph({ graph: failing(server.graph, timedOut), configuration, database }),
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
