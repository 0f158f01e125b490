import type { IncomingHttpHeaders } from 'node:http';
import type { Span, SpanOptions } from './span.js';

/** Begins the traces of a process and exports them. */
export interface Telemetry {
  /** Begins the span of a request. The trace of its `traceparent` header is continued. */
  beginRequest(headers: IncomingHttpHeaders, name: string, options?: SpanOptions): Span;
  /** Begins a trace. */
  beginTrace(name: string, options?: SpanOptions): Span;
  /** Exports what is left, within some seconds. */
  stop(): Promise<void>;
}

const tracesPath = '/v1/traces';

/** Returns the URL to which traces are sent: the endpoint is a base URL, as OpenTelemetry defines it, or this URL itself. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith(tracesPath)) url.pathname = url.pathname.replace(/\/*$/, tracesPath);
  return url.href;
}
