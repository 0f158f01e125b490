import type { TypedDocumentString } from './generated/operations.ts';

/** A server and who asks it. */
export interface Server {
  /** Without a slash at the end, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Of an operator; where the server is open to everybody it may be missing. */
  readonly token?: string | undefined;
}

/** Why a part of an answer is missing. Branch on the code, show the message. */
export interface GraphError {
  readonly message: string;
  /** Where in the answer, such as `['alerts', 'nodes', 0, 'evidence']`. */
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** What came, and what did not: a domain that is away leaves the rest of the answer whole. */
export interface Answer<Data> {
  readonly data: Data;
  readonly errors: readonly GraphError[];
}

/** Nothing came at all. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly errors: readonly GraphError[];

  constructor(status: number, errors: readonly GraphError[]) {
    super(errors.map(({ message }) => message).join('; ') || `the server responded with ${status}`);
    this.status = status;
    this.errors = errors;
  }

  /** Whether asking again changes nothing: the question is wrong, or the caller may not ask it. */
  get isRefusal(): boolean {
    return isRefusal(this.status) || this.errors.some(({ extensions }) => refusals.includes(extensions?.code ?? ''));
  }
}

const refusals = ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'];

/** Whether a status says so. */
export function isRefusal(status: number): boolean {
  return [400, 401, 403].includes(status);
}

/**
 * Runs an operation; the types of variables and answer are those of the generated document.
 * @throws {RequestFailed} when there are no data; what `fetch` throws when the server cannot be reached, or the signal came
 */
export async function ask<Data, Variables>(
  server: Server,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer<Data>> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...authorization(server),
    },
    body: JSON.stringify({ query: document.toString(), variables }),
    ...(signal !== undefined && { signal }),
  });
  // The server answers in this form only; anything else came from a proxy on the way.
  const answer = (await response.json().catch(() => ({}))) as { data?: Data | null; errors?: GraphError[] };
  if (answer.data === undefined || answer.data === null) throw new RequestFailed(response.status, answer.errors ?? []);
  return { data: answer.data, errors: answer.errors ?? [] };
}

export function authorization({ token }: Server): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
