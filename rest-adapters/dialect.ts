import type { FastifyInstance } from 'fastify';
import type { GatewayServices } from '../gateway/index.js';
import type { DomainErrorCode, DomainErrorDetails } from '../platform/domain-error.js';
import type { Answer, ExactIntegers, ScalarConversions } from './response.js';
import type { Route } from './route.js';

/** A request as it came in, before any of it was understood. */
export interface RawRequest {
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The query string without its question mark; empty when there is none. */
  readonly query: string;
  readonly contentType: string | undefined;
  /** The `Authorization` header, for endpoints that look at credentials themselves. */
  readonly authorization: string | undefined;
  /** Scheme, host and port by which the client reached us: what links in answers begin with. */
  readonly origin: string;
  readonly body: Buffer | undefined;
}

/** What the dialect made of a request: variables of the operation, or a refusal. */
export interface ReadRequest {
  readonly variables: Record<string, unknown>;
  /** Present when a variable exceeds `Int` and was clamped to its range. */
  readonly exact: ExactIntegers | undefined;
  /** An answer that needs no graph: a refusal, or what the dialect can say by itself. */
  readonly refusal: Answer | undefined;
}

/** Understands the requests of one route. Made once, at start. */
export type RequestReader = (request: RawRequest) => ReadRequest;

/** A request that the graph refused or failed, in the words of the domain. */
export interface Failure {
  readonly code: DomainErrorCode | 'INTERNAL_SERVER_ERROR';
  readonly message: string;
  readonly details?: DomainErrorDetails;
}

/** What the graph was asked when it refused. */
export interface FailedRequest {
  readonly requestId: string;
  readonly route: Route;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An answer of a route as OpenAPI documents it, beside the successful one of its operation. */
export interface DocumentedResponse {
  readonly status: number;
  readonly description: string;
  /** JSON schema of the body. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless it is another one. */
  readonly mediaType?: string;
}

/** How one documented service speaks: what it accepts, how it refuses, which status an error has. */
export interface Dialect {
  /** Bodies beyond this many bytes are refused with `bodyTooLarge`. */
  readonly maximumBodyBytes: number;
  compile(route: Route): RequestReader;
  /** Conversions of scalars in successful answers; by default they are as `JSON.stringify` writes them. */
  readonly scalars?: ScalarConversions;
  /** `request` is there when the failure came from the graph. */
  failure(failure: Failure, request?: FailedRequest): Answer;
  /** What a path with a slash too many or too few at its end is: a redirect to the documented path, or the same path. */
  readonly slashAtEnd: 'redirected' | 'the same';
  readonly notFound: Answer;
  /** Where the operation answers null instead of an error; default: `notFound`. */
  readonly nothingToAnswer?: Answer;
  readonly bodyTooLarge: Answer;
  /** The body is incomplete or does not match its headers. */
  readonly bodyUnreadable: Answer;
  methodNotAllowed(allowed: readonly string[]): Answer;
  /** OpenAPI's security schemes of this service, by name. */
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The names of the schemes each of which opens the route; undefined stands for callers without any credentials. */
  securityOf(route: Route): readonly (string | undefined)[];
  /** Every answer of the route beside the successful one of its operation. */
  documentedErrors(route: Route): readonly DocumentedResponse[];
  /** Query parameters that the dialect answers itself, as OpenAPI Parameter Objects; the operation does not have them. */
  ownParameters?(route: Route): readonly Readonly<Record<string, unknown>>[];
  /** Media type of the route's body for OpenAPI; default: JSON. */
  bodyMediaType?(route: Route): string;
  /** Schemas that `documentedErrors` refers to, by their name in `components`. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a service with a listener of its own says about it. */
export interface OwnListener {
  /** Its name, and the section of the settings that says where it listens. */
  readonly name: 'licenses';
  /** The body of an error that comes before any route, for example for a path that is not the service's. */
  errorBody(text: string): object;
  /** Where it is, for OpenAPI: a Server Object (OpenAPI 3.1, section 4.8.5). */
  readonly openApiServer: Readonly<Record<string, unknown>>;
}

/** One documented service: its folder of operation documents and its dialect. */
export interface RestAdapter {
  /** Name of the folder below `rest-adapters/`. */
  readonly name: string;
  readonly title: string;
  /** Without one the service is on the main listener. */
  readonly listener?: OwnListener;
  readonly dialect: Dialect;
  /** Registers what is no operation: addresses of contents, which the graph has handed out. */
  register?(app: FastifyInstance, services: GatewayServices): void;
  /** A successful answer of each endpoint, by the name of its operation. */
  readonly examples: Readonly<Record<string, unknown>>;
}
