import type { GraphQLSchema } from 'graphql';
import { type Graph, internalSchema, type RegisterRoutes, type ServiceListener } from '../gateway/index.js';
import type { Logger } from '../platform/log.js';
import { adapters } from './adapters.js';
import type { OwnListener } from './dialect.js';
import { listExports, loadLists, readValidatedLists, registerLists } from './lists/index.js';
import { loadRoutes } from './load-routes.js';
import { type DocumentedService, describeServices, type OpenApiDocument } from './open-api/index.js';
import { registerReferencePages } from './reference-pages.js';
import { registerRoutes } from './register-routes.js';
import type { Route } from './route.js';

export interface RestOptions {
  readonly graph: Graph;
  readonly log: Logger;
  /** Names of the services; default: all services. Required if the graph lacks the domain of a service. */
  readonly services?: readonly string[];
}

/** A documented service with its own listener, without the address of the listener. */
export type ListeningService = OwnListener & Pick<ServiceListener, 'register'>;

/**
 * Caches the routes of each service by schema, because routes, listeners and documents are requested separately at
 * startup.
 */
const loaded = new WeakMap<GraphQLSchema, Map<string, readonly Route[]>>();

/**
 * Reads the routes of the documented services, once per schema. The documents are not validated, because they belong to
 * this version of the schema and `npm run generate` has validated them.
 * @throws {DocumentProblems} with file and line, if an operation document does not declare a route
 */
export function loadServices(schema: GraphQLSchema, names?: readonly string[]): DocumentedService[] {
  const loadedRoutes = loaded.get(schema) ?? new Map<string, readonly Route[]>();
  loaded.set(schema, loadedRoutes);
  const selected = adapters.filter(({ name }) => names?.includes(name) ?? true);
  return selected.map((adapter) => {
    const routes = loadedRoutes.get(adapter.name) ?? loadRoutes({ adapter: adapter.name, schema, assumeValid: true });
    loadedRoutes.set(adapter.name, routes);
    return { adapter, routes };
  });
}

/**
 * The routes of the main listener: those of services without their own listener, `/openapi.json` and `/docs`. @throws
 * {DocumentProblems}
 */
export function restAdapters({ graph, log, services: names }: RestOptions): RegisterRoutes[] {
  const services = loadServices(graph.internal.apiSchema, names);
  const mainServices = services.filter(({ adapter }) => adapter.listener === undefined);
  return [
    ...mainServices.map(({ adapter, routes }) => registerRoutes({ adapter, routes, log })),
    ...(names === undefined ? [registerLists(listExports(graph.internal), log)] : []),
    (app, { listenerUrls }) => {
      // The description omits the lists if only some services were requested.
      const schema = graph.internal.apiSchema;
      const lists = () => (names === undefined ? loadLists(schema) : undefined);
      const describe = () => textOf(describeServices(services, { schema, lists: lists(), listenerUrls }));
      registerReferencePages(app, { openApi: cachePerListenerCount(listenerUrls, describe) });
    },
  ];
}

/**
 * The services with their own listeners.
 * @throws {DocumentProblems}
 */
export function listeningServices({ graph, log, services: names }: RestOptions): ListeningService[] {
  return loadServices(graph.internal.apiSchema, names).flatMap(({ adapter, routes }) => {
    const register = registerRoutes({ adapter, routes, log });
    return adapter.listener ? [{ ...adapter.listener, register }] : [];
  });
}

/**
 * The operations of the REST paths, for the list of trusted documents.
 * @throws {DocumentProblems}
 */
export function trustedDocuments(graph: Graph, services?: readonly string[]): string[] {
  return loadServices(graph.internal.apiSchema, services).flatMap(({ routes }) => routes.map((route) => route.text));
}

/**
 * The OpenAPI 3.1 description of REST paths: the content of schema/openapi.json for a supergraph, or that of single
 * services.
 * @throws {DocumentProblems} with file and line, if an operation document is invalid
 */
export function openApiText(supergraphSdl: string, services?: readonly string[]): string {
  const schema = internalSchema(supergraphSdl);
  const selected = adapters.filter(({ name }) => services?.includes(name) ?? true);
  const validated = selected.map((adapter) => ({ adapter, routes: loadRoutes({ adapter: adapter.name, schema }) }));
  const lists = services === undefined ? readValidatedLists(schema) : undefined;
  return textOf(describeServices(validated, { schema, lists }));
}

/**
 * Caches a string that contains the URLs of listeners until more listeners have started, because the main listener
 * serves before the others.
 */
function cachePerListenerCount(listenerUrls: ReadonlyMap<string, string>, create: () => string): () => string {
  let text = '';
  let count = -1;
  return () => {
    if (count !== listenerUrls.size) text = create();
    count = listenerUrls.size;
    return text;
  };
}

function textOf(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
