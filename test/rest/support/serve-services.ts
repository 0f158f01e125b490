import {
  createCallerAuthenticator,
  createResponseCache,
  type Graph,
  type HttpServer,
  startHttpServer,
} from '../../../gateway/index.js';
import type { Authenticator, Caller, OperatorCaller } from '../../../platform/caller.js';
import type { OpenDownload } from '../../../platform/download.js';
import { type Logger, silentLog } from '../../../platform/log.js';
import type { StreamsByDomain } from '../../../platform/record-streams.js';
import { restAdapters } from '../../../rest-adapters/index.js';
import { subgraphs } from '../../../subgraphs/index.js';
import type { TestDatabase } from '../../support/index.js';

export const adminToken = 'an-administrator-of-this-test';
export const analystToken = 'an-analyst-of-acme';
const analyst: OperatorCaller = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' };

export interface ServeGraphOptions {
  readonly graph: Graph;
  readonly configuration: TestDatabase['configuration'];
  readonly database: Pick<TestDatabase['database'], 'ready' | 'reserved'>;
  readonly authenticators?: readonly Authenticator[] | undefined;
  /** The caller of all requests, regardless of credentials. */
  readonly caller?: Caller | undefined;
  readonly log?: Logger;
  /** Names of the documented services whose domains the graph has. */
  readonly services: readonly string[];
  readonly downloads?: readonly OpenDownload[];
  readonly recordStreams?: StreamsByDomain;
}

/** Starts a server of documented services over any graph. */
export function serveServices(options: ServeGraphOptions): Promise<HttpServer> {
  const { graph, configuration, database, authenticators, caller, services, downloads = [], recordStreams } = options;
  const log = options.log ?? silentLog;
  const operatorTokens = {
    find: (token: string) => (token === analystToken ? analyst : undefined),
    isActive: () => true,
  };
  const adminTokens = [{ name: 'admin', token: adminToken }];
  const authenticator = createCallerAuthenticator({
    adminTokens,
    operatorTokens,
    ...(authenticators && { authenticators }),
  });
  return startHttpServer({
    ...{ graph, configuration, database, log },
    authenticator: caller === undefined ? authenticator : { authenticate: () => caller, isActive: () => true },
    adapters: restAdapters({ graph, log, services }),
    responses: createResponseCache({ configuration, database, domains: subgraphs }),
    downloads,
    ...(recordStreams && { recordStreams }),
    pagesFolder: '/nonexistent',
  });
}
