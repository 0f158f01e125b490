import type { IncomingHttpHeaders } from 'node:http';
import type { Span, SpanOptions } from './span.js';

export interface SpanDescription {
  readonly name: string;
  readonly options?: SpanOptions;
}

/** Starts traces and exports their spans. */
export interface Telemetry {
  /**
   * Starts the span of a request, and continues the trace of its `traceparent` header.
   * @param describe called only if the trace may be sampled
   */
  beginRequest(headers: IncomingHttpHeaders, describe: () => SpanDescription): Span;
  /** Starts a new trace. */
  beginTrace(name: string, options?: SpanOptions): Span;
  /** Exports the remaining spans, within a few seconds. */
  stop(): Promise<void>;
}

const tracesPath = '/v1/traces';

/**
 * Returns the URL to send traces to: the endpoint with `/v1/traces` appended as OpenTelemetry defines it, or the
 * endpoint itself if it has that path.
 */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith(tracesPath)) url.pathname = url.pathname.replace(/\/*$/, tracesPath);
  return url.href;
}
