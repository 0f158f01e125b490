import type { RequestContext } from '../../platform/caller.js';
import { currentSpan, recordResponseStatus, type Span, traced, urlAttributes } from '../../platform/telemetry/index.js';
import type { DataSource, FetchResult, WrapRequest } from '../execution/index.js';
import { recordErrors } from './operations.js';

type Source = DataSource<RequestContext>;

/** Wraps a data source, so its fetches have spans in sampled requests. */
export function tracedSource([name, source]: readonly [name: string, source: Source]): readonly [string, Source] {
  const { coercesVariables = false, isTrusted = false, subscribe } = source;
  const spanName = `fetch ${name}`;
  const options = { attributes: { 'rampart.subgraph.name': name } };
  const tracedOne: Source = {
    coercesVariables,
    isTrusted,
    execute: (request) =>
      currentSpan()?.isSampled
        ? traced(spanName, options, (span) => recordResultWhenReady(source.execute(request), span))
        : source.execute(request),
    // A subscription has no span, because it may never end.
    ...(subscribe && { subscribe: (request) => subscribe.call(source, request) }),
  };
  return [name, tracedOne];
}

function recordResultWhenReady(result: FetchResult | Promise<FetchResult>, span: Span | undefined): typeof result {
  if (span === undefined) return result;
  if (result instanceof Promise) return result.then((received) => recordResult(received, span));
  return recordResult(result, span);
}

function recordResult(result: FetchResult, span: Span): FetchResult {
  recordErrors(result.errors, span);
  return result;
}

/** Creates a wrapper of requests to a subgraph at this URL, which propagates the trace. */
export function tracedRequest(address: string): WrapRequest {
  const attributes = {
    'http.request.method': 'POST',
    ...urlAttributes({ url: new URL(address), showsPath: true }),
  };
  return (send) => {
    const current = currentSpan();
    if (current === undefined) return send({});
    // Propagates that the request is not sampled.
    if (!current.isSampled) return send(current.headers());
    return traced('POST', { kind: 'client', attributes }, async (span = current) => {
      const response = await send(span.headers());
      recordResponseStatus(span, response.status);
      return response;
    });
  };
}
