import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A complete response. */
export interface InterceptedResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
  /** Number of bytes after which the connection is broken. */
  readonly cutAfterBytes?: number;
}

/** Buffers what a server writes to a response, and sends the result of `change` instead. */
export function intercept(
  response: ServerResponse,
  change: (sent: InterceptedResponse) => InterceptedResponse | Promise<InterceptedResponse>,
): void {
  const chunks: Buffer[] = [];
  let status = 200;
  let headers: OutgoingHttpHeaders = {};
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const collected = {
    writeHead(code: number, input: OutgoingHttpHeaders = {}) {
      status = code;
      headers = input;
      return response;
    },
    write(chunk: unknown) {
      collect(chunk);
      return true;
    },
    end(chunk: unknown) {
      collect(chunk);
      for (const name of Object.keys(collected)) Reflect.deleteProperty(response, name);
      void send(response, change({ status, headers, body: Buffer.concat(chunks) })).catch(() => response.destroy());
      return response;
    },
  };
  Object.assign(response, collected);
}

async function send(
  response: ServerResponse,
  changed: InterceptedResponse | Promise<InterceptedResponse>,
): Promise<void> {
  const { status, headers, body, cutAfterBytes } = await changed;
  response.writeHead(status, headers);
  if (cutAfterBytes === undefined) response.end(body);
  else response.write(body.subarray(0, cutAfterBytes), () => response.destroy());
}

/** The response with another body. */
export function withBody(sent: InterceptedResponse, body: Buffer | string): InterceptedResponse {
  const { 'transfer-encoding': _, ...headers } = sent.headers;
  return { ...sent, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, body: Buffer.from(body) };
}
