import type { DocumentNode } from 'graphql';
import type { DomainErrorCode } from '../platform/domain-error.js';
import type { HeaderField } from './response.js';
import type { Shape } from './response-shape.js';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Source of a parameter. `dialect`: clients do not send it; the dialect passes information about the request in it. */
export type ParameterLocation = 'path' | 'query' | 'body' | 'dialect';
/** Type of a parameter. `any`: any JSON value, which the domain validates. */
export type ParameterKind = 'string' | 'integer' | 'number' | 'boolean' | 'enum' | 'any';

/** A variable of an operation as a parameter of the REST interface. */
export interface Parameter {
  /** Name of the parameter in REST and of the variable. */
  readonly name: string;
  readonly location: ParameterLocation;
  readonly kind: ParameterKind;
  /** For `enum`: maps REST values (lower case) to names in the graph; undefined for other kinds. */
  readonly enumNames: ReadonlyMap<string, string> | undefined;
  readonly required: boolean;
  /** Default of the variable in the operation document, which the graph applies and OpenAPI documents. */
  readonly default: unknown;
  /** Documented default, as JSON unless it is a string. */
  readonly documentedDefault: string | undefined;
  /** Name of a schema of the dialect, for the parameter or, if it is a list, for its items. */
  readonly schema: string | undefined;
  /** Whether the parameter is a list. An enum parameter is never a list: it accepts one value. */
  readonly isList: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Maximum length of a string, in Unicode code points; undefined: no limit. */
  readonly maxLength: number | undefined;
  /** Maximum number of items of a list; undefined: no limit. */
  readonly maxItems: number | undefined;
  readonly description: string | undefined;
  readonly example: string | undefined;
  /** Whether the parameter matches all remaining segments of the path, up to a literal ending. */
  readonly segments: boolean;
}

/** A documented endpoint, as declared by its operation document. */
export interface Route {
  readonly operationName: string;
  /** The folder of the route's adapter, for example `alerts`. */
  readonly adapter: string;
  /** Path of the operation document relative to the project, for messages. */
  readonly file: string;
  readonly method: HttpMethod;
  /** Path with parameters in braces, for example `/alerts/{alert_id}`. */
  readonly path: string;
  readonly status: number;
  readonly summary: string;
  readonly description: string | undefined;
  /** Parameters of the path, then query, body and dialect, each in the order of validation. */
  readonly parameters: readonly Parameter[];
  readonly requestName: string | undefined;
  readonly responseName: string | undefined;
  readonly errors: readonly DomainErrorCode[];
  /** Path of aliases from the data of the operation to the response; empty if the response is the whole data. */
  readonly unwrap: readonly string[];
  /** The operation and its fragments, without adapter directives. */
  readonly document: DocumentNode;
  /** The text of `document`, which is included in the list of trusted documents. */
  readonly text: string;
  /** Shape of the part of the data that is sent as the response. */
  readonly responseShape: Shape;
  /** Values of the data that are sent in headers. */
  readonly headers: readonly HeaderField[];
  readonly guard: Guard | undefined;
  /** Whether the route ignores the request's credentials. */
  readonly ignoresCredentials: boolean;
  /** Whether requests count against the caller's rate limit. */
  readonly isLimited: boolean;
}

/** An operation with `@guard`, which is not an endpoint: it is executed before an error is sent. */
export interface Guard {
  readonly operationName: string;
  readonly document: DocumentNode;
  readonly headers: readonly HeaderField[];
}

/** The parameters of a route from one source, in the order of validation. */
export function parametersIn(route: Route, location: ParameterLocation): readonly Parameter[] {
  return route.parameters.filter((parameter) => parameter.location === location);
}

/**
 * The parameter that matches the remaining segments of a path, and the literal text after it, such as `:/children`, or
 * an empty string; undefined if there is no such parameter.
 */
export function segmentsParameter(route: Route): { readonly name: string; readonly suffix: string } | undefined {
  const name = route.parameters.find(({ segments }) => segments)?.name;
  return name === undefined ? undefined : { name, suffix: route.path.split(`{${name}}`)[1] ?? '' };
}
