import type { GraphQLSchema } from 'graphql';
import { type Graph, internalSchema, type RegisterRoutes, type ServiceListener } from '../gateway/index.js';
import type { Logger } from '../platform/log.js';
import { adapters } from './adapters.js';
import type { OwnListener } from './dialect.js';
import { loadRoutes } from './load-routes.js';
import { type DocumentedService, describeServices, type OpenApiDocument } from './open-api/index.js';
import { registerReferencePages } from './reference-pages.js';
import { registerRoutes } from './register-routes.js';
import type { Route } from './route.js';

export interface RestOptions {
  readonly graph: Graph;
  readonly log: Logger;
  /** Names of the services; all of them by default. Required for a graph without the domain of some service. */
  readonly services?: readonly string[];
}

/** A service with a listener of its own, without where that is. */
export type ListeningService = OwnListener & Pick<ServiceListener, 'register'>;

/** What was read for a schema, by service: a start asks for routes, listeners and documents of the same files. */
const loaded = new WeakMap<GraphQLSchema, Map<string, readonly Route[]>>();

/**
 * Reads the documented services' routes and checks them against the API schema, once for each schema.
 * Throws DocumentProblems, which name file and line, when an operation document does not fit.
 */
export function loadServices(schema: GraphQLSchema, names?: readonly string[]): DocumentedService[] {
  const known = loaded.get(schema) ?? new Map<string, readonly Route[]>();
  loaded.set(schema, known);
  const chosen = adapters.filter(({ name }) => names?.includes(name) ?? true);
  return chosen.map((adapter) => {
    const routes = known.get(adapter.name) ?? loadRoutes({ adapter: adapter.name, schema });
    known.set(adapter.name, routes);
    return { adapter, routes };
  });
}

/**
 * What the main listener registers: the routes of the services that have no listener of their own, `/openapi.json` and
 * `/docs`. Throws DocumentProblems.
 */
export function restAdapters({ graph, log, services: names }: RestOptions): RegisterRoutes[] {
  const services = loadServices(graph.internal.apiSchema, names);
  const openApi = textOf(describeServices(services));
  const here = services.filter(({ adapter }) => adapter.listener === undefined);
  return [
    ...here.map(({ adapter, routes }) => registerRoutes({ adapter, routes, log })),
    (app) => registerReferencePages(app, { openApi }),
  ];
}

/** The services that have a listener of their own. Throws DocumentProblems. */
export function listeningServices({ graph, log, services: names }: RestOptions): ListeningService[] {
  return loadServices(graph.internal.apiSchema, names).flatMap(({ adapter, routes }) => {
    const register = registerRoutes({ adapter, routes, log });
    return adapter.listener ? [{ ...adapter.listener, register }] : [];
  });
}

/** The operations of the REST paths, as a list of trusted documents. Throws DocumentProblems. */
export function trustedDocuments(graph: Graph, services?: readonly string[]): string[] {
  return loadServices(graph.internal.apiSchema, services).flatMap(({ routes }) => routes.map((route) => route.text));
}

/** OpenAPI 3.1 of every REST path. Throws DocumentProblems. */
export function buildOpenApi(schema: GraphQLSchema, services?: readonly string[]): OpenApiDocument {
  return describeServices(loadServices(schema, services));
}

/** The text of schema/openapi.json for a supergraph. Throws DocumentProblems. */
export function openApiText(supergraphSdl: string, services?: readonly string[]): string {
  return textOf(buildOpenApi(internalSchema(supergraphSdl), services));
}

function textOf(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
