import type { GraphQLSchema } from 'graphql';
import type { Dialect, DocumentedResponse, RestAdapter } from '../dialect.js';
import { describeLists, type ExportedList, listTag } from '../lists/index.js';
import type { HeaderField } from '../response.js';
import { type Parameter, parametersIn, type Route } from '../route.js';
import { gatewayPaths, gatewaySchemas, gatewayTag } from './gateway-paths.js';
import {
  addComponent,
  type Components,
  exampleOf,
  type JsonSchema,
  schemaOfParameter,
  schemaOfShape,
} from './json-schema.js';
import { limitHeaders, limitNote } from './limit-headers.js';
import { serverOf } from './server.js';

const json = 'application/json';

/** A service with its routes and dialect. */
export interface DocumentedService {
  readonly adapter: RestAdapter;
  readonly routes: readonly Route[];
}

/** An OpenAPI 3.1 description. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** Parts of an OpenAPI description in addition to the services themselves. */
export interface DescriptionOptions {
  readonly schema: GraphQLSchema;
  /** The exported lists. If absent, the paths of the gateway itself, such as `/events`, are also omitted. */
  readonly lists?: readonly ExportedList[] | undefined;
  /**
   * URLs of the listeners of a running server, by the name of the listener. Listeners without a URL are described with
   * their default address.
   */
  readonly listenerUrls?: ReadonlyMap<string, string>;
}

/** Describes all paths of the services in OpenAPI 3.1: parameters, bodies, responses and documented errors. */
export function describeServices(
  services: readonly DocumentedService[],
  { schema, lists, listenerUrls = new Map() }: DescriptionOptions,
): OpenApiDocument {
  const components: Components = new Map(lists === undefined ? [] : Object.entries(gatewaySchemas));
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = services.map(({ adapter: { title, description } }) => ({ name: title, description }));
  for (const { adapter, routes } of services) {
    for (const [name, component] of Object.entries(adapter.dialect.schemas)) addComponent(name, component, components);
    const servers = adapter.listener && {
      servers: [serverOf(adapter.listener, listenerUrls.get(adapter.listener.name))],
    };
    for (const [path, item] of Object.entries(adapter.ownPaths?.(schema) ?? {})) paths[path] = { ...servers, ...item };
    for (const route of [...routes].sort(comparePaths)) {
      paths[route.path] = {
        ...paths[route.path],
        ...servers,
        [route.method.toLowerCase()]: describeRoute({ adapter, route, components }),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rampart REST interfaces',
      version: '1.0.0',
      description: `The HTTP API of Rampart. Most paths execute one operation of the GraphQL API; streams, health checks, metrics, schemas and the key set do not.\n\n${limitNote}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: lists === undefined ? tags : [...tags, listTag, gatewayTag],
    paths: lists === undefined ? paths : { ...paths, ...describeLists(lists), ...gatewayPaths },
    components: {
      headers: limitHeaders,
      schemas: Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1))),
      securitySchemes: Object.assign({}, ...services.map(({ adapter }) => adapter.dialect.securitySchemes)),
    },
  };
}

function describeRoute(options: { adapter: RestAdapter; route: Route; components: Components }): JsonSchema {
  const { adapter, route, components } = options;
  const body = parametersIn(route, 'body');
  const parameters = [
    ...route.parameters.filter(({ location }) => location === 'path' || location === 'query').map(describeParameter),
    ...(adapter.dialect.ownParameters?.(route) ?? []),
  ];
  return {
    operationId: operationIdOf(route.operationName),
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    tags: [adapter.title],
    security: adapter.dialect.securityOf(route).map((scheme) => (scheme === undefined ? {} : { [scheme]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && {
      requestBody: describeBody({ route, body, components, mediaType: adapter.dialect.bodyMediaType?.(route) }),
    }),
    responses: {
      [route.status]: describeSuccess({ adapter, route, components }),
      ...describeErrors(adapter.dialect, route),
    },
  };
}

function operationIdOf(operationName: string): string {
  return operationName.charAt(0).toLowerCase() + operationName.slice(1);
}

function describeParameter(parameter: Parameter): JsonSchema {
  const { name, location, required, description } = parameter;
  return {
    name,
    in: location,
    required,
    ...(description !== undefined && { description }),
    schema: schemaOfParameter(parameter),
    ...exampleOf(parameter),
  };
}

function describeBody(options: {
  route: Route;
  body: readonly Parameter[];
  components: Components;
  mediaType: string | undefined;
}): JsonSchema {
  const { route, body, components, mediaType = json } = options;
  const fields = body.map((parameter): [string, JsonSchema] => [
    parameter.name,
    { ...schemaOfParameter(parameter), ...(parameter.description && { description: parameter.description }) },
  ]);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: body.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
  const example = Object.fromEntries(body.map((parameter) => [parameter.name, exampleOf(parameter).example]));
  const schemaReference =
    route.requestName === undefined ? schema : addComponent(route.requestName, schema, components);
  return { required: true, content: { [mediaType]: { schema: schemaReference, example } } };
}

function describeSuccess(options: { adapter: RestAdapter; route: Route; components: Components }): JsonSchema {
  const { adapter, route, components } = options;
  const example = adapter.examples[route.operationName];
  const schema = schemaOfShape(route.responseShape, components);
  const schemaReference =
    route.responseName === undefined ? schema : addComponent(route.responseName, schema, components);
  const hasBody = route.status !== 204 && route.status < 300;
  const headers = route.headers.map((header) => [header.name, describeHeader(header, components)]);
  return {
    description: 'Success',
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(hasBody && { content: { 'application/json': { schema: schemaReference, example } } }),
  };
}

function describeHeader({ description, shape }: HeaderField, components: Components): JsonSchema {
  return { ...(description && { description }), schema: schemaOfShape({ ...shape, nullable: false }, components) };
}

function describeErrors(dialect: Dialect, route: Route): Record<string, JsonSchema> {
  const byStatus = new Map<number, DocumentedResponse>();
  for (const response of dialect.documentedErrors(route)) {
    const other = byStatus.get(response.status);
    byStatus.set(response.status, other === undefined ? response : mergeResponses(other, response));
  }
  return Object.fromEntries([...byStatus.values()].map((response) => [response.status, describeError(response)]));
}

/** Combines two documented responses with the same status. */
function mergeResponses(a: DocumentedResponse, b: DocumentedResponse): DocumentedResponse {
  const isSameForm = JSON.stringify(a.schema) === JSON.stringify(b.schema);
  return {
    status: a.status,
    description: `${a.description}; or ${lowerFirstWord(b.description)}`,
    schema: isSameForm ? a.schema : { anyOf: [a.schema, b.schema] },
    examples: { ...a.examples, ...b.examples },
    headers: { ...a.headers, ...b.headers },
  };
}

/** The text with a lower-case first letter, unless the first word is an abbreviation or in backticks. */
function lowerFirstWord(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

function describeError({ description, schema, examples, headers, mediaType = json }: DocumentedResponse): JsonSchema {
  const exampleObjects = Object.entries(examples).map(([name, value]) => [name, { value }]);
  const headerObjects = Object.entries(headers ?? {}).map(([name, example]) => [
    name,
    { schema: { type: 'string' }, example },
  ]);
  return {
    description,
    ...(headerObjects.length > 0 && { headers: Object.fromEntries(headerObjects) }),
    content: { [mediaType]: { schema, examples: Object.fromEntries(exampleObjects) } },
  };
}

function comparePaths(left: Route, right: Route): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.method < right.method ? -1 : 1;
}
