import { afterAll } from 'vitest';
import type { Caller } from '../../../platform/caller.js';
import { alertsSubgraph } from '../../../subgraphs/alerts/index.js';
import { failingDomain, type GraphForm, together } from '../../support/graph-forms.js';
import { testConfiguration } from '../../support/index.js';
import type { World } from '../alerts-contract.js';
import { type AlertsServer, serveAlerts } from './alerts-server.js';
import { internalError, timeoutError } from './failing-graph.js';

const otherCaller: Caller = { kind: 'mirror-client', clientId: 'a tool' };

/**
 * Starts a server for each state in which no request succeeds, in addition to a working one. Closed after the tests of
 * the file.
 */
export async function startFailingServers(
  server: AlertsServer,
  form: GraphForm = together,
): Promise<Record<Exclude<World, 'attached'>, string>> {
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
    detached: await serveAlerts({ configuration: unreachable, form }),
    token: await serveAlerts({ configuration: withToken, database, form }),
    stranger: await serveAlerts({ configuration, database, form, caller: otherCaller }),
    broken: await serveAlerts({
      configuration,
      database,
      form,
      definition: failingDomain(alertsSubgraph, internalError),
    }),
    slow: await serveAlerts({ configuration, database, form, definition: failingDomain(alertsSubgraph, timeoutError) }),
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
