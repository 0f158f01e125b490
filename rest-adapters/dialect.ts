import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { GatewayServices } from '../gateway/index.js';
import type { DomainErrorCode, DomainErrorDetails } from '../platform/domain-error.js';
import type { Logger } from '../platform/log.js';
import type { RequestInput, RestResponse, ScalarConversions } from './response.js';
import type { Route } from './route.js';

/** A request before its parameters are parsed. */
export interface RawRequest {
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The last value of each parameter in the query string. */
  readonly query: ReadonlyMap<string, string>;
  readonly contentType: string | undefined;
  /** The `Authorization` header, for endpoints that check credentials themselves; undefined if it is absent. */
  readonly authorization: string | undefined;
  /** The `Prefer` header (RFC 7240). */
  readonly prefer?: string | undefined;
  /** Scheme, host and port of the request's URL, for links in responses. */
  readonly origin: string;
  readonly body: Buffer | undefined;
}

/** The result of parsing a request: the variables of the operation, or an error response. */
export interface ParsedRequest extends RequestInput {
  /**
   * A response that is sent without executing the operation: an error, or a result that the dialect produces itself.
   */
  readonly rejection?: RestResponse | undefined;
  /**
   * Changes the body of a successful response, for example by reducing it to the properties that the client selects.
   */
  readonly finish?: (body: unknown) => unknown;
}

/** Parses the requests of one route. Compiled once, for the first request. */
export type RequestReader = (request: RawRequest) => ParsedRequest;

/** An error of the graph, with the error code of the domain. */
export interface Failure {
  readonly code: DomainErrorCode | 'INTERNAL_SERVER_ERROR';
  readonly message: string;
  readonly details?: DomainErrorDetails;
}

/** The operation that failed, with its variables. */
export interface FailedRequest {
  readonly requestId: string;
  readonly route: Route;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A documented response of a route besides the successful response of its operation. */
export interface DocumentedResponse {
  readonly status: number;
  readonly description: string;
  /** JSON schema of the response body. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type of the response body; default: JSON. */
  readonly mediaType?: string;
}

/**
 * The dialect of a documented service: the requests that it accepts, its error format, and the status of each error.
 */
export interface Dialect {
  /** Maximum size of request bodies in bytes; larger ones get `bodyTooLarge`. */
  readonly maxBodyBytes: number;
  /**
   * Alternative paths of a route. Path parameters that only an alternative has are also passed to the request
   * reader.
   */
  aliasesOf?(path: string): readonly string[];
  compile(route: Route): RequestReader;
  /** Conversions of scalars in successful responses; default: those of `JSON.stringify`. */
  readonly scalars?: ScalarConversions;
  /** Creates the response to an error. `request` is present if the error comes from the graph. */
  failure(failure: Failure, request?: FailedRequest): RestResponse;
  /** Handling of a path with a missing or additional trailing slash: redirect to the documented path, or accept it. */
  readonly trailingSlash: 'redirect' | 'accept';
  readonly notFound: RestResponse;
  /** Response if the operation returns null instead of a result; default: `notFound`. */
  readonly emptyResponse?: RestResponse;
  readonly bodyTooLarge: RestResponse;
  /** Response to a body that is incomplete or does not match its headers. */
  readonly bodyUnreadable: RestResponse;
  methodNotAllowed(allowed: readonly string[]): RestResponse;
  /** OpenAPI security schemes of this service, by name. */
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of the security schemes that grant access to the route; an undefined item means anonymous access. */
  securityOf(route: Route): readonly (string | undefined)[];
  /** All documented responses of the route except the successful response of its operation. */
  documentedErrors(route: Route): readonly DocumentedResponse[];
  /** OpenAPI Parameter Objects of query parameters that the dialect handles without the operation. */
  ownParameters?(route: Route): readonly Readonly<Record<string, unknown>>[];
  /** Media type of the route's request body for OpenAPI; default: JSON. */
  bodyMediaType?(route: Route): string;
  /** The schemas that `documentedErrors` uses, by their names in `components`. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The properties of a documented service with its own listener. */
export interface OwnListener {
  /** Name of the listener, and of the settings section with its address. */
  readonly name: 'licenses';
  /** The body of an error that occurs before routing, for example for an unknown path. */
  errorBody(text: string): object;
  /** Default port of the listener, for OpenAPI descriptions that are created without a running server. */
  readonly defaultPort: number;
  /** Description of the listener's address in OpenAPI. */
  readonly description: string;
}

/** A documented service: its folder of operation documents, and its dialect. */
export interface RestAdapter {
  /** Name of the adapter, and of its folder below `rest-adapters/`. */
  readonly name: string;
  readonly title: string;
  /** Description of the service in OpenAPI, in Markdown. */
  readonly description: string;
  /** The service's own listener; absent if the service is on the main listener. */
  readonly listener?: OwnListener;
  readonly dialect: Dialect;
  /**
   * Registers routes that no graph operation implements: downloads, for which the graph issues tickets, and streams of
   * records.
   */
  register?(app: FastifyInstance, services: GatewayServices, log: Logger): void;
  /** OpenAPI Path Item Objects of the routes that no graph operation implements, by path. */
  ownPaths?(schema: GraphQLSchema): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** An example of a successful response of each endpoint, by the name of its operation. */
  readonly examples: Readonly<Record<string, unknown>>;
}
