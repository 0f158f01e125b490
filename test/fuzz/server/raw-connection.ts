import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const quickMs = 60;
/** Timeout for the response to a complete request. */
const maxMs = 24_000;

/**
 * Sends bytes on a separate connection and returns the responses.
 * @throws {Error} if the server neither responds to a complete request nor closes the connection, or the response is
 * not HTTP
 */
export async function exchangeBytes(url: string, bytes: Buffer): Promise<RawResponse[]> {
  const { hostname, port } = new URL(url);
  const received: Buffer[] = [];
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const isWhole = isWholeRequest(bytes);
  await new Promise<void>((resolve, reject) => {
    const hang = setTimeout(() => {
      socket.destroy();
      reject(new Error('no response: the server neither responds nor closes the connection'));
    }, maxMs);
    let timer = setTimeout(() => socket.end(), isWhole ? maxMs / 2 : quickMs);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      clearTimeout(timer);
      // Responses to pipelined requests follow immediately.
      timer = setTimeout(() => socket.end(), isComplete(Buffer.concat(received)) ? 5 : quickMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(hang);
      clearTimeout(timer);
      resolve();
    });
    socket.write(bytes);
  });
  return parseResponses(Buffer.concat(received)).responses;
}

/** Whether the bytes look like one complete request. */
function isWholeRequest(bytes: Buffer): boolean {
  const request = bytes.toString('latin1');
  const end = request.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = request.slice(0, end);
  if (/\r\ntransfer-encoding:/i.test(head)) return chunksFrom(bytes, end + 4).next !== undefined;
  const length = /\r\ncontent-length:\s*(\d+)/i.exec(head)?.[1];
  return request.length - end - 4 >= Number(length ?? 0);
}

function isComplete(bytes: Buffer): boolean {
  const { responses, rest } = parseResponses(bytes);
  return responses.some(({ status }) => status >= 200) && rest === 0;
}

/** @throws {Error} if the bytes are not HTTP responses */
function parseResponses(bytes: Buffer): { responses: RawResponse[]; rest: number } {
  const responses: RawResponse[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', start);
    if (end === -1) break;
    const [first = '', ...lines] = bytes.toString('latin1', start, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1];
    if (status === undefined)
      throw new Error(`the response is not an HTTP response: ${JSON.stringify(first.slice(0, 100))}`);
    const headers = new Map(lines.map((line) => headerOf(line)));
    const body = bodyFrom(bytes, end + 4, headers);
    responses.push({ status: Number(status), headers, body: body.content });
    if (body.next === undefined) return { responses, rest: 1 };
    start = body.next;
  }
  return { responses, rest: bytes.length - start };
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** `next`: position of the next response; undefined if the body is incomplete. */
function bodyFrom(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
): { content: Buffer; next: number | undefined } {
  if (headers.get('transfer-encoding') === 'chunked') return chunksFrom(bytes, start);
  const length = Number(headers.get('content-length') ?? 0);
  // The response to a HEAD request has the length of the omitted body.
  if (bytes.toString('latin1', start, start + 9) === 'HTTP/1.1 ') return { content: Buffer.alloc(0), next: start };
  const content = bytes.subarray(start, start + length);
  return { content, next: content.length === length ? start + length : undefined };
}

function chunksFrom(bytes: Buffer, start: number): { content: Buffer; next: number | undefined } {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return { content: Buffer.concat(parts), next: undefined };
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(length)) return { content: Buffer.concat(parts), next: at };
    if (length === 0) return { content: Buffer.concat(parts), next: end + 4 };
    if (end + 2 + length > bytes.length) return { content: Buffer.concat(parts), next: undefined };
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}
