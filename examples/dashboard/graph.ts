import type { TypedDocumentString } from './generated/operations.ts';

/** A server and the credentials of the caller. */
export interface Server {
  /** URL without a trailing slash, for example `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Operator token; may be absent if the server allows anonymous access. */
  readonly token?: string | undefined;
}

/** The reason why a part of a response is missing. Programs compare `code`; `message` is for display. */
export interface GraphError {
  readonly message: string;
  /** Path in the response, for example `['alerts', 'nodes', 0, 'evidence']`; absent if the error concerns no field. */
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** The data and errors of a response. If a domain is unavailable, the rest of the data is complete. */
export interface ReadResult<Data> {
  readonly data: Data;
  readonly errors: readonly GraphError[];
}

/** The request failed without data. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly errors: readonly GraphError[];

  constructor(status: number, errors: readonly GraphError[]) {
    super(errors.map(({ message }) => message).join('; ') || `the server responded with ${status}`);
    this.status = status;
    this.errors = errors;
  }

  /** Whether a retry is useless: the operation is invalid, or the caller lacks permission. */
  get isRejection(): boolean {
    return (
      isRejection(this.status) || this.errors.some(({ extensions }) => rejections.includes(extensions?.code ?? ''))
    );
  }
}

const rejections = ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'];

/** Whether a retry is useless after a response with this status. */
export function isRejection(status: number): boolean {
  return [400, 401, 403].includes(status);
}

/**
 * Runs an operation with the types of the generated document.
 * @throws {RequestFailed} if the response has no data
 * @throws errors of `fetch` if the server cannot be reached, or the signal aborts
 */
export async function sendRequest<Data, Variables>(
  server: Server,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<ReadResult<Data>> {
  return await readResponse<Data>(await send(server, { document, variables, signal }));
}

/** Sends an operation. `accept` lists media types that the caller can read in addition to JSON. */
export async function send<Data, Variables>(
  server: Server,
  request: {
    readonly document: TypedDocumentString<Data, Variables>;
    readonly variables: Variables;
    readonly accept?: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Response> {
  const { document, variables, accept, signal } = request;
  return await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: [accept, 'application/graphql-response+json'].filter(Boolean).join(', '),
      ...authorization(server),
    },
    body: JSON.stringify({ query: document.toString(), variables }),
    ...(signal !== undefined && { signal }),
  });
}

/** @throws {RequestFailed} if the response has no data */
export async function readResponse<Data>(response: Response): Promise<ReadResult<Data>> {
  // The server responds in this format; anything else is from a proxy.
  const body = (await response.json().catch(() => ({}))) as { data?: Data | null; errors?: GraphError[] };
  if (body.data === undefined || body.data === null) throw new RequestFailed(response.status, body.errors ?? []);
  return { data: body.data, errors: body.errors ?? [] };
}

export function authorization({ token }: Server): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
