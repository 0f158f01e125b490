import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { isPermitted } from '../../platform/permissions/index.js';
import { projectRoot } from '../../platform/project-root.js';
import type { Platform } from '../../platform/subgraph.js';
import type { Callers } from '../authentication/index.js';
import { exposingSetting } from '../authentication/index.js';
import { DocumentStore, type PreparedDocuments, readTrustedDocuments } from '../documents/index.js';
import type { PublishedGraph } from '../graph.js';
import type { ResponseCache } from '../response-cache/index.js';
import type { OriginPolicy } from './admission.js';
import type { RequestLimit } from './caller-limits.js';
import { GraphqlEndpoint } from './graphql-endpoint.js';
import { registerGraphqlRoutes } from './graphql-routes.js';
import type { Metrics } from './metrics.js';
import { registerSchemaRoutes } from './operations-routes.js';
import { createPages, type Pages } from './pages.js';
import type { RejectionReports } from './rejection-reports.js';
import type { RequestScopes } from './request-scopes.js';
import type { SubscriptionTransport } from './subscriptions/index.js';

export interface GraphRoutesOptions extends Pick<Platform, 'configuration' | 'log'> {
  /** The graph whose schema is served. It is read at each request, because it can be replaced. */
  readonly graph: Pick<PublishedGraph, 'apiSchema' | 'supergraphSdl'>;
  readonly callers: Callers;
  readonly origins: OriginPolicy;
  readonly scopes: RequestScopes;
  readonly requestLimit: RequestLimit;
  readonly rejections?: RejectionReports;
  readonly documents: Pick<PreparedDocuments, 'operation'>;
  readonly metrics: Metrics;
  readonly pages: Pages;
  /** Texts of trusted documents in addition to the configured file. */
  readonly trustedDocuments?: readonly string[] | undefined;
  /** Maximum cost of an operation; default: the setting. */
  readonly maxCost?: number;
  readonly showsSubgraphErrors?: boolean;
  /** Serves subscriptions; absent if the graph has none. */
  readonly subscriptions?: SubscriptionTransport | undefined;
  /** The response cache; absent if responses are not cached. */
  readonly responses?: ResponseCache | undefined;
  /** Whether everyone may read the schema, regardless of the settings. */
  readonly schemaIsPublic?: boolean | undefined;
}

/** Mounts the graph and its schema: `/graphql`, `/schema.graphql`, `/supergraph.graphql`. */
export async function registerGraphRoutes(app: FastifyInstance, options: GraphRoutesOptions): Promise<void> {
  const { configuration, graph, callers, log, rejections } = options;
  const { documents, trustedDocumentsFile, maxCost, maxBodyBytes } = configuration.graphql;
  const mayIntrospect = options.schemaIsPublic ? () => true : schemaAccess(configuration);
  const fromFile = trustedDocumentsFile === '' ? [] : readTrustedDocuments(trustedDocumentsFile);
  const trusted = [...(options.trustedDocuments ?? []), ...fromFile];
  const store = new DocumentStore({ onlyTrusted: documents === 'trusted', trusted });
  const operations = { maxCost, ...options, store, mayIntrospect };
  const endpoint = new GraphqlEndpoint(operations);
  const webSockets = options.subscriptions?.webSockets(operations);
  await app.register(async (scope) => {
    const { pages } = options;
    await registerGraphqlRoutes(scope, { endpoint, callers, pages, maxBodyBytes, mayIntrospect, webSockets });
  });
  registerSchemaRoutes(app, { callers, log, rejections, graph, mayIntrospect });
}

/**
 * The pages of the built console.
 * @param folder directory of the built console
 */
export function builtPages(folder = join(projectRoot, 'dist', 'console')): Pages {
  return createPages(folder);
}

/**
 * Returns a function that tests whether a caller may use the schema, the explorer and suggestions in errors. Operators
 * may, and everyone may if the server is in development and only reachable from this machine.
 */
export function schemaAccess(configuration: Configuration): (caller: Caller) => boolean {
  const everyone = configuration.environment !== 'production' && exposingSetting(configuration) === undefined;
  return (caller) => everyone || isPermitted(caller, 'schema.read');
}
