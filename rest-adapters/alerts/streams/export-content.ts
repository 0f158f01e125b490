import type { FastifyRequest } from 'fastify';

const ndjson = 'application/x-ndjson';
/** The media types of the formats of an export; others are newline-delimited JSON. */
const mediaTypes: Readonly<Record<string, string | undefined>> = {
  csv: 'text/csv; charset=utf-8',
  navigator: 'application/json',
  parquet: 'application/vnd.apache.parquet',
  stix: 'application/stix+json;version=2.1',
};

/** The headers of an export. Parquet is compressed in itself. */
export function exportHeaders(request: FastifyRequest, format: string | null): Readonly<Record<string, string>> {
  const headers = { 'content-type': mediaTypes[format ?? ''] ?? ndjson, vary: 'accept-encoding' };
  return format !== 'parquet' && acceptsGzip(request) ? { ...headers, 'content-encoding': 'gzip' } : headers;
}

/** Whether `Accept-Encoding` names gzip, or everything, without excluding it (RFC 9110, section 12.5.3). */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',');
  const weights = new Map(
    codings.map((coding) => {
      const [name = '', ...parameters] = coding
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
