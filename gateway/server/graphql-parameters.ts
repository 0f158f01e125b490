import { isObject } from '../../platform/is-object.js';
import { type DocumentReference, failure } from '../documents/index.js';
import { exceededJsonLimit } from '../limits/index.js';
import { ExactJson, parseRequestJson } from './exact-json.js';

/** The parameters of a GraphQL request (GraphQL over HTTP, section 5.1). */
export interface GraphqlParameters extends DocumentReference {
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
  /** Whether numbers in `variables` may be values of `JSON.rawJSON`. */
  readonly hasExactNumbers: boolean;
  /** `extensions.after`: the position after which a subscription resumes. */
  readonly after: string | undefined;
}

/**
 * Limits on variables. Recursive input objects (`and`, `or`) need only a few levels; the coercion of 500,000 values
 * takes half a second, in which the process does nothing else.
 */
const variableLimits = { depth: 50, values: 500_000 };
const limitMessages = {
  depth: `The variables are nested more than ${variableLimits.depth} levels deep.`,
  values: `The variables contain more than ${variableLimits.values} values: send them in several requests.`,
};

/**
 * Reads the parameters from the body of a POST request, or of a message.
 * @param body JSON, or an {@link ExactJson}
 * @throws {RequestFailure} BAD_REQUEST with the name of the parameter
 */
export function readBody(body: unknown): GraphqlParameters {
  if (body instanceof ExactJson) return { ...readBody(body.value), hasExactNumbers: true };
  if (Array.isArray(body)) {
    throw failure(
      'BAD_REQUEST',
      'Batches are not supported: send one operation per request, or one document with several fields.',
    );
  }
  if (!isObject(body))
    throw failure(
      'BAD_REQUEST',
      'The body must be a JSON object with query and, optionally, variables, operationName and extensions.',
    );
  return read(body);
}

/**
 * Reads the parameters from the query string of a GET request, where `variables` and `extensions` are JSON.
 * @throws {RequestFailure} BAD_REQUEST with the name of the parameter
 */
export function readQueryString(query: Readonly<Record<string, unknown>>): GraphqlParameters {
  const [variables, extensions] = [readJson(query, 'variables'), readJson(query, 'extensions')];
  const hasExactNumbers = variables instanceof ExactJson;
  return { ...read({ ...query, variables: contentOf(variables), extensions: contentOf(extensions) }), hasExactNumbers };
}

function contentOf(json: unknown): unknown {
  return json instanceof ExactJson ? json.value : json;
}

function read(source: Readonly<Record<string, unknown>>): GraphqlParameters {
  const variables = optionalMap(source, 'variables');
  const exceeded = variables && exceededJsonLimit(variables, variableLimits);
  if (exceeded !== undefined) throw failure('BAD_REQUEST', limitMessages[exceeded]);
  const extensions = optionalMap(source, 'extensions') ?? {};
  return {
    query: optionalString(source, 'query'),
    // Several clients send an empty name instead of none.
    operationName: optionalString(source, 'operationName') || undefined,
    documentId: optionalString(source, 'documentId'),
    persistedHash: persistedHash(extensions),
    after: optionalString(extensions, 'after') || undefined,
    variables: variables ?? {},
    hasExactNumbers: false,
  };
}

function persistedHash(extensions: Readonly<Record<string, unknown>>): string | undefined {
  const persisted = extensions.persistedQuery;
  if (persisted === undefined || persisted === null) return undefined;
  if (!isObject(persisted) || persisted.version !== 1 || typeof persisted.sha256Hash !== 'string') {
    throw failure('BAD_REQUEST', 'extensions.persistedQuery must have version 1 and a sha256Hash.');
  }
  return persisted.sha256Hash;
}

function optionalString(source: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = source[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw failure('BAD_REQUEST', `The parameter ${name} must be a string.`);
  return value;
}

function optionalMap(source: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> | undefined {
  const value = source[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw failure('BAD_REQUEST', `The parameter ${name} must be a JSON object.`);
  return value;
}

function readJson(query: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string')
    throw failure('BAD_REQUEST', `The parameter ${name} must not be specified more than once.`);
  try {
    return parseRequestJson(value);
  } catch {
    throw failure('BAD_REQUEST', `The parameter ${name} must be a JSON object.`);
  }
}
