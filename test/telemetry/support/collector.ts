import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Fields, hexOf, messagesOf, numberOf, readMessage, textOf } from './protobuf.js';

/** A span as received by a collector. */
export interface ReceivedSpan {
  readonly service: string;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  /** Nanoseconds since the Unix epoch. */
  readonly startedAt: bigint;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly requests: readonly { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** Receives traces by OTLP over HTTP with Protocol Buffers, like a collector. */
export async function startCollector(
  respond: (response: ServerResponse) => void = (response) => response.end(),
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    spans.push(...readSpans(await buffer(request)));
    respond(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** Field numbers: opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(body: Buffer): ReceivedSpan[] {
  return messagesOf(readMessage(body), 1).flatMap((resourceSpans) => {
    const resource = Object.assign({}, ...messagesOf(resourceSpans, 1).map((message) => attributesOf(message, 1)));
    return messagesOf(resourceSpans, 2)
      .flatMap((scope) => messagesOf(scope, 2))
      .map((span) => readSpan(span, resource));
  });
}

function readSpan(span: Fields, resource: Readonly<Record<string, unknown>>): ReceivedSpan {
  const [status] = messagesOf(span, 15);
  return {
    service: String(resource['service.name']),
    resource,
    traceId: hexOf(span, 1),
    spanId: hexOf(span, 2),
    traceState: textOf(span, 3),
    parentSpanId: hexOf(span, 4),
    name: textOf(span, 5),
    kind: kinds[Number(numberOf(span, 6))] ?? 'unspecified',
    attributes: attributesOf(span, 9),
    failed: status !== undefined && numberOf(status, 3) === 2n,
    startedAt: numberOf(span, 7),
  };
}

function attributesOf(message: Fields, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messagesOf(message, number).map((pair) => {
      const [value = new Map()] = messagesOf(pair, 2);
      if (value.has(1)) return [textOf(pair, 1), textOf(value, 1)];
      return [textOf(pair, 1), value.has(2) ? numberOf(value, 2) === 1n : Number(numberOf(value, 3))];
    }),
  );
}

/** The spans of a trace as indented lines, children in the order of their start. */
export function treeOf(spans: readonly ReceivedSpan[], traceId: string): string[] {
  const own = spans
    .filter((span) => span.traceId === traceId)
    .toSorted((one, other) => Number(one.startedAt - other.startedAt));
  const ids = new Set(own.map(({ spanId }) => spanId));
  const linesBelow = (parent: ReceivedSpan | undefined, indent: string): string[] =>
    own
      .filter(({ parentSpanId }) => (parent === undefined ? !ids.has(parentSpanId) : parentSpanId === parent.spanId))
      .flatMap((span) => [
        `${indent}${span.kind} ${span.name}${span.failed ? ` failed ${span.attributes['error.type']}` : ''}`,
        ...linesBelow(span, `${indent}  `),
      ]);
  return linesBelow(undefined, '');
}
