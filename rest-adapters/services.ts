import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals';
import type { GraphQLSchema } from 'graphql';
import type { Graph, RegisterRoutes } from '../gateway/index.js';
import type { Logger } from '../platform/log.js';
import { adapters } from './adapters.js';
import { loadRoutes } from './load-routes.js';
import { type DocumentedService, describeServices, type OpenApiDocument } from './open-api/index.js';
import { registerReferencePages } from './reference-pages.js';
import { registerRoutes } from './register-routes.js';

/**
 * Reads every documented service's routes and checks them against the API schema.
 * Throws DocumentProblems, which name file and line, when an operation document does not fit.
 */
export function loadServices(schema: GraphQLSchema): DocumentedService[] {
  return adapters.map((adapter) => ({ adapter, routes: loadRoutes({ adapter: adapter.name, schema }) }));
}

/**
 * What the HTTP server registers: the routes of each service, `/openapi.json` and `/docs`.
 * Throws DocumentProblems.
 */
export function restAdapters(options: { graph: Graph; log: Logger }): RegisterRoutes[] {
  const services = loadServices(options.graph.apiSchema);
  const openApi = textOf(describeServices(services));
  return [
    ...services.map(({ adapter, routes }) => registerRoutes({ adapter, routes, log: options.log })),
    (app) => registerReferencePages(app, { openApi }),
  ];
}

/** The operations of the REST paths, as a list of trusted documents. Throws DocumentProblems. */
export function trustedDocuments(graph: Pick<Graph, 'apiSchema'>): string[] {
  return loadServices(graph.apiSchema).flatMap(({ routes }) => routes.map((route) => route.text));
}

/** OpenAPI 3.1 of every REST path. Throws DocumentProblems. */
export function buildOpenApi(schema: GraphQLSchema): OpenApiDocument {
  return describeServices(loadServices(schema));
}

/** The text of schema/openapi.json for a supergraph. Throws DocumentProblems. */
export function openApiText(supergraphSdl: string): string {
  const supergraph = Supergraph.build(supergraphSdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES });
  return textOf(buildOpenApi(supergraph.apiSchema().toGraphQLJSSchema()));
}

function textOf(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
