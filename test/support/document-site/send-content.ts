import type { Exchange } from './exchange.js';

/** Sends content; for a range request that is open-ended, only the bytes from its start. */
export function sendContent(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { content, etag }: { content: Buffer; etag: string },
): void {
  const requested = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const start = requested !== null && isSame ? Number(requested[1]) : 0;
  if (start > 0 && start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const rest = content.subarray(start);
  const range = `bytes ${start}-${content.length - 1}/${content.length}`;
  response.writeHead(start > 0 ? 206 : 200, {
    ...{ etag, 'content-length': String(rest.length), 'content-type': 'application/octet-stream' },
    ...(start > 0 ? { 'content-range': range } : {}),
  });
  response.end(rest);
}
