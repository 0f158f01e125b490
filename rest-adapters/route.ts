import type { DocumentNode } from 'graphql';
import type { DomainErrorCode } from '../platform/domain-error.js';
import type { HeaderField } from './response.js';
import type { Shape } from './response-shape.js';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** `dialect`: no client sends it, the dialect says by it what it made of the request. */
export type ParameterPlace = 'path' | 'query' | 'body' | 'dialect';
/** `any`: every JSON value; the domain says what it takes. */
export type ParameterKind = 'string' | 'integer' | 'number' | 'boolean' | 'enum' | 'any';

/** One variable of an operation as a client of the REST interface sends it. */
export interface Parameter {
  /** The variable's name, which is also the name on the wire. */
  readonly name: string;
  readonly place: ParameterPlace;
  readonly kind: ParameterKind;
  /** For `enum`: from the wire form (lower case) to the name in the graph. */
  readonly enumNames: ReadonlyMap<string, string> | undefined;
  readonly required: boolean;
  /** The variable's default in the document; the graph applies it, OpenAPI shows it. */
  readonly default: unknown;
  readonly documentedDefault: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Maximum length of a text, in Unicode code points. */
  readonly maxLength: number | undefined;
  /** Maximum number of items of a list. */
  readonly maxItems: number | undefined;
  readonly description: string | undefined;
  readonly example: string | undefined;
  /** It ends the path and takes all segments that are left. */
  readonly segments: boolean;
}

/** One documented endpoint: what its operation document declares. */
export interface Route {
  readonly operationName: string;
  /** The folder of the adapter, for example `alerts`. */
  readonly adapter: string;
  /** The document's path relative to the project, for messages. */
  readonly file: string;
  readonly method: HttpMethod;
  /** Path with parameters in braces, for example `/alerts/{alert_id}`. */
  readonly path: string;
  readonly status: number;
  readonly summary: string;
  /** Path, then query, then body parameters, each in the order of their validation, then those of the dialect. */
  readonly parameters: readonly Parameter[];
  readonly requestName: string | undefined;
  readonly responseName: string | undefined;
  readonly errors: readonly DomainErrorCode[];
  /** Aliases that lead from the data to the answer; empty when the answer is the data. */
  readonly unwrap: readonly string[];
  /** The operation and its fragments without the directives of this folder. */
  readonly document: DocumentNode;
  /** The same as text: an entry of the list of trusted documents. */
  readonly text: string;
  /** Shape of the part of the data that is the answer. */
  readonly answerShape: Shape;
  /** Values of the data that are sent in headers. */
  readonly headers: readonly HeaderField[];
  readonly guard: Guard | undefined;
  /** Who calls does not matter: credentials are not looked at. */
  readonly ignoresCredentials: boolean;
  /** Requests count against the limit of their caller. */
  readonly isLimited: boolean;
}

/** An operation that is asked beside those of endpoints when a request is refused. */
export interface Guard {
  readonly operationName: string;
  readonly document: DocumentNode;
  readonly headers: readonly HeaderField[];
}

/** The parameters of a route that come from one place, in the order of their validation. */
export function parametersIn(route: Route, place: ParameterPlace): readonly Parameter[] {
  return route.parameters.filter((parameter) => parameter.place === place);
}

/** The name of the parameter that takes all segments at the end of the route's path, if there is one. */
export function segmentsParameter(route: Route): string | undefined {
  return route.parameters.find(({ segments }) => segments)?.name;
}
