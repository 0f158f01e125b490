import type { IncomingHttpHeaders } from 'node:http';

/** Whether `Accept-Encoding` allows gzip, by its name or by `*` (RFC 9110, section 12.5.3). */
export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
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
