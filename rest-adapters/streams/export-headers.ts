import type { FastifyRequest } from 'fastify';
import { acceptsGzip } from '../../platform/network/index.js';

const ndjson = 'application/x-ndjson';
/** Media types of export formats; formats without an entry are newline-delimited JSON. */
const mediaTypes: Readonly<Record<string, string | undefined>> = {
  csv: 'text/csv; charset=utf-8',
  navigator: 'application/json',
  parquet: 'application/vnd.apache.parquet',
  stix: 'application/stix+json;version=2.1',
};

/**
 * The headers of an export, whose media type depends on its format unless it is specified. Parquet is not sent with
 * `content-encoding`, because it has its own compression.
 */
export function exportHeaders(request: FastifyRequest, mediaType?: string): Readonly<Record<string, string>> {
  const format = parametersOf(request).get('format');
  const headers = { 'content-type': mediaType ?? mediaTypes[format ?? ''] ?? ndjson, vary: 'accept-encoding' };
  return format !== 'parquet' && acceptsGzip(request.headers) ? { ...headers, 'content-encoding': 'gzip' } : headers;
}

/** The query parameters of a request. */
export function parametersOf(request: FastifyRequest): URLSearchParams {
  const { url = '' } = request.raw;
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
}
