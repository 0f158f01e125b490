import type { TypedDocumentString } from '../generated/operations.js';
import { activityHeaders } from './activity.js';
import { recordServerTime } from './server-time.js';
import { sessionHeaders, verifySession } from './session-store.js';

/** The kinds of failures that a page distinguishes. */
export type FailureKind =
  | 'unreachable'
  | 'sign-in'
  | 'forbidden'
  | 'not-found'
  | 'unavailable'
  | 'busy'
  | 'outdated'
  | 'rejected'
  | 'fault';

/** A failed operation; `message` is for display. */
export class GraphFailure extends Error {
  override readonly name = 'GraphFailure';
  readonly kind: FailureKind;
  /** The `extensions` of the first GraphQL error; empty if the response has none. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The `path` of the first GraphQL error; empty if it has none. */
  readonly path: readonly (string | number)[];

  constructor(kind: FailureKind, message: string, error: Pick<GraphError, 'extensions' | 'path'> = {}) {
    super(message);
    this.kind = kind;
    this.details = error.extensions ?? {};
    this.path = error.path ?? [];
  }
}

/** Codes of errors after which the server may have completed an operation. */
const codesOfUnknownOutcome: readonly unknown[] = [
  ...['TIMEOUT', 'UPSTREAM_TIMEOUT'],
  // The connection to the database or to another process can be lost before the response arrives.
  ...['STORE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
];

/**
 * Whether the server may have completed the operation although it failed for this browser: no response arrived, or one
 * of a proxy, the server stopped waiting, or only a field of the result of a mutation failed.
 */
export function isOutcomeUnknown({ kind, details: { code }, path }: GraphFailure): boolean {
  if (path.length > 1) return true;
  return code === undefined
    ? kind === 'unreachable' || kind === 'unavailable' || kind === 'busy' || kind === 'fault'
    : codesOfUnknownOutcome.includes(code);
}

interface GraphError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> & { readonly code?: string };
  readonly path?: readonly (string | number)[];
}

interface GraphResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphError[];
}

/**
 * The data of a response without errors: root fields are not null, because a root field is null only together with an
 * error.
 */
export type OperationData<Data> = { readonly [Field in keyof Data]: NonNullable<Data[Field]> };

const kindOfCode: Readonly<Record<string, FailureKind>> = {
  UNAUTHENTICATED: 'sign-in',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not-found',
  STORE_UNAVAILABLE: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
  UPSTREAM_FAILED: 'unavailable',
  UPSTREAM_TIMEOUT: 'busy',
  TIMEOUT: 'busy',
  RATE_LIMITED: 'busy',
  // The server has another version than the page, whose operations are valid for its own version.
  GRAPHQL_VALIDATION_FAILED: 'outdated',
  UNTRUSTED_DOCUMENT: 'outdated',
  QUOTA_EXCEEDED: 'rejected',
  BAD_USER_INPUT: 'rejected',
  CONFLICT: 'rejected',
  GONE: 'rejected',
};

const kindOfStatus: Readonly<Record<number, FailureKind>> = {
  401: 'sign-in',
  403: 'forbidden',
  429: 'busy',
  502: 'unavailable',
  503: 'unavailable',
  504: 'busy',
};

export interface OperationRequest<Data, Variables> {
  readonly document: TypedDocumentString<Data, Variables>;
  readonly variables: Variables;
  readonly signal?: AbortSignal;
}

/**
 * Runs an operation on this server's graph with the session of this browser, if there is one. Any error in the response
 * fails the whole operation: a page never shows partial data as complete.
 *
 * @throws GraphFailure, and the signal's reason when aborted
 */
export async function runOperation<Data, Variables>(
  request: OperationRequest<Data, Variables>,
): Promise<OperationData<Data>> {
  const response = await send(request);
  const { data, errors } = parseResponse<Data>(response, await readText(response, request.signal));
  const first = errors?.[0];
  if (first !== undefined) {
    const kind = kindOf(first, response.status);
    if (kind === 'sign-in') {
      verifySession();
    }
    throw new GraphFailure(kind, first.message, first);
  }
  if (data !== undefined && data !== null && !isComplete(data)) {
    throw new GraphFailure('not-found', 'No object has this name or id');
  }
  if (!isComplete(data)) {
    throw new GraphFailure(
      kindOfStatus[response.status] ?? 'fault',
      `The response with HTTP status ${response.status} has no data`,
    );
  }
  return data;
}

function isComplete<Data>(data: Data | null | undefined): data is Data & OperationData<Data> {
  return data !== undefined && data !== null && Object.values(data).every((value) => value !== null);
}

async function send<Data, Variables>(request: OperationRequest<Data, Variables>): Promise<Response> {
  const query = request.document.toString().trim();
  // The page sends no mutation on its own.
  const isMutation = query.startsWith('mutation');
  const headers = {
    ...sessionHeaders,
    ...(isMutation ? {} : activityHeaders()),
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  };
  try {
    const response = await fetch('graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        query,
        operationName: operationName(query),
        variables: request.variables,
      }),
      signal: request.signal ?? null,
    });
    recordServerTime(response.headers.get('date'));
    return response;
  } catch (error) {
    if (request.signal?.aborted) {
      throw error;
    }
    throw new GraphFailure('unreachable', 'No response from the server');
  }
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new GraphFailure('unreachable', 'The connection to the server was lost before the end of the response');
  }
}

function parseResponse<Data>(response: Response, text: string): GraphResponse<Data> {
  try {
    return JSON.parse(text) as GraphResponse<Data>; // Generated from the schema.
  } catch {
    throw new GraphFailure(
      kindOfStatus[response.status] ?? 'fault',
      `The response with HTTP status ${response.status} is not JSON`,
    );
  }
}

function kindOf(error: GraphError, status: number): FailureKind {
  const code = error.extensions?.code;
  const kindOfError = code === undefined ? undefined : kindOfCode[code];
  return kindOfError ?? kindOfStatus[status] ?? 'fault';
}

function operationName(document: string): string | undefined {
  return /\b(?:query|mutation)\s+(\w+)/.exec(document)?.[1];
}
