import { type Attributes, type Span, traced } from './span.js';

export interface TracedCall {
  readonly method: string;
  readonly url: URL;
  /** Whether to record the path in the span. The query is never recorded, because it may contain tokens. */
  readonly showsPath?: boolean;
}

/**
 * Sends an HTTP request to another server in a span, if the current trace is sampled. Trace headers are not sent,
 * because the server may belong to another organization.
 */
export function tracedCall<Result extends { readonly statusCode: number }>(
  call: TracedCall,
  send: () => Promise<Result>,
): Promise<Result> {
  const { method } = call;
  return traced(
    method,
    { kind: 'client', attributes: { 'http.request.method': method, ...urlAttributes(call) } },
    (span) => (span === undefined ? send() : recordResponse(span, send())),
  );
}

async function recordResponse<Result extends { readonly statusCode: number }>(
  span: Span,
  response: Promise<Result>,
): Promise<Result> {
  const received = await response;
  recordResponseStatus(span, received.statusCode);
  return received;
}

/** Adds the status of a response to the span of the request. */
export function recordResponseStatus(span: Span, status: number): void {
  span.describe({ 'http.response.status_code': status });
  if (status >= 400) span.fail(String(status));
}

/** The span attributes of a URL, without its credentials and query. */
export function urlAttributes({ url, showsPath }: Pick<TracedCall, 'url' | 'showsPath'>): Attributes {
  return {
    'url.full': showsPath === true ? `${url.origin}${url.pathname}` : url.origin,
    'server.address': url.hostname,
    'server.port': portOf(url),
  };
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
