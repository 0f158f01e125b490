import type { TypedDocumentString } from './generated/operations.ts';
import { type GraphError, type ReadResult, RequestFailed, readResponse, type Server, send } from './graph.ts';

type Path = readonly (string | number)[];

/** A payload of a response in parts (`deferSpec=20220824`). */
interface Payload {
  readonly data?: unknown;
  readonly errors?: readonly GraphError[];
  readonly incremental?: readonly {
    readonly data?: unknown;
    readonly path: Path;
    readonly errors?: readonly GraphError[];
  }[];
}

/**
 * Runs an operation with `@defer`. Each yielded value has all data that has arrived so far, and the errors of the
 * latest part. Fields of fragments that have not arrived are undefined.
 * @throws {RequestFailed} if the response has no data
 * @throws errors of `fetch` if the server cannot be reached, the connection breaks, or the signal aborts
 */
export async function* requestInParts<Data, Variables>(
  server: Server,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): AsyncGenerator<ReadResult<Data>> {
  const response = await send(server, {
    ...{ document, variables, signal },
    accept: 'multipart/mixed;deferSpec=20220824',
  });
  const [, boundary] =
    /^multipart\/mixed;.*boundary="?([^";]*)"?/i.exec(response.headers.get('content-type') ?? '') ?? [];
  if (boundary === undefined) return yield await readResponse<Data>(response);
  let data: unknown;
  for await (const { data: first, errors = [], incremental = [] } of payloadsOf(response, boundary)) {
    data ??= first;
    if (data === undefined || data === null) throw new RequestFailed(response.status, errors);
    for (const part of incremental) merge(at(data, part.path), part.data);
    // The fields that the document selects.
    yield { data: data as Data, errors: [...errors, ...incremental.flatMap((part) => part.errors ?? [])] };
  }
}

/** Reads the parts of a multipart body (RFC 2046, section 5.1.1), each when its end has arrived. */
async function* payloadsOf({ body }: Response, boundary: string): AsyncGenerator<Payload> {
  if (body === null) return;
  let text = '\r\n';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split(`\r\n--${boundary}`);
    text = parts.pop() ?? '';
    for (const part of parts) {
      const start = part.indexOf('\r\n\r\n');
      if (start >= 0) yield JSON.parse(part.slice(start)) as Payload; // The server sends this format.
    }
  }
  if (!text.startsWith('--')) throw new Error('the response ended before its last part');
}

function at(data: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string | number, unknown>)[key], data); // Paths lead to objects.
}

/** Merges the fields of a part into the data that has arrived before, including fields of nested objects. */
function merge(target: unknown, part: unknown): void {
  if (!isObject(target) || !isObject(part)) return;
  for (const [name, value] of Object.entries(part)) {
    if (isObject(value) && isObject(target[name])) merge(target[name], value);
    else target[name] = value;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
