import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { isPermitted } from '../../platform/permissions/index.js';
import type { Platform } from '../../platform/subgraph.js';
import { exposingSetting } from '../authentication/index.js';
import { DocumentStore, readTrustedDocuments } from '../documents/index.js';
import type { PublishedGraph } from '../graph.js';
import { GraphqlEndpoint, type GraphqlEndpointOptions } from './graphql-endpoint.js';
import { registerGraphqlRoutes } from './graphql-routes.js';
import { registerSchemaRoutes } from './operations-routes.js';
import type { Pages } from './pages.js';

export interface GraphRoutesOptions
  extends Omit<GraphqlEndpointOptions, 'store' | 'maxCost' | 'mayIntrospect'>,
    Pick<Platform, 'configuration'> {
  /** The graph whose schema is served. It is read at each request, because it can be replaced. */
  readonly graph: Pick<PublishedGraph, 'apiSchema' | 'supergraphSdl'>;
  readonly pages: Pages;
  /** Texts of trusted documents in addition to the configured file. */
  readonly trustedDocuments?: readonly string[] | undefined;
  /** Maximum cost of an operation; default: `[graphql] max_cost`. */
  readonly maxCost?: number;
  /** Whether everyone may read the schema, regardless of the settings. */
  readonly schemaIsPublic?: boolean | undefined;
}

/** Mounts the graph and its schema: `/graphql`, `/schema.graphql`, `/supergraph.graphql`. */
export async function registerGraphRoutes(app: FastifyInstance, options: GraphRoutesOptions): Promise<void> {
  const { configuration, graph, authenticator, log, rejections } = options;
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
    await registerGraphqlRoutes(scope, { endpoint, authenticator, pages, maxBodyBytes, mayIntrospect, webSockets });
  });
  registerSchemaRoutes(app, { authenticator, log, rejections, graph, mayIntrospect });
}

/**
 * Returns a function that tests whether a caller may use the schema, the explorer and suggestions in errors. Operators
 * may, and everyone may if the server is in development and only reachable from this machine.
 */
export function schemaAccess(configuration: Configuration): (caller: Caller) => boolean {
  const everyone = configuration.environment !== 'production' && exposingSetting(configuration) === undefined;
  return (caller) => everyone || isPermitted(caller, 'schema.read');
}
