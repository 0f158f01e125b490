import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { readOptions, serveUntilParentExits } from './own-process.js';

// A fast document site with files of equal size: token, site lookup, one listing, and contents behind a redirect.

const options = readOptions<{ files: number; bytes: number }>();
const siteId = 'bench.example,1,2';
const block = blockOf(Math.min(options.bytes, 1_048_576));
const site = `/v1.0/sites/${siteId}/drive`;

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const path = decodeURIComponent(pathname);
  const item = /\/items\/([^/]+)\/content$/.exec(path)?.[1];
  if (path.endsWith('/token')) sendJson(response, { token_type: 'Bearer', expires_in: 3600, access_token: 'bench' });
  else if (path === `${site}/root/delta`) sendJson(response, listing());
  else if (item !== undefined) response.writeHead(302, { location: `${origin()}/download/${item}` }).end();
  else if (path.startsWith('/download/')) sendContent(response);
  else sendJson(response, { id: siteId, name: 'bench' });
  request.resume();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
serveUntilParentExits(origin());

function origin(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.
}

function listing(): object {
  const parentReference = { id: 'root' };
  const files = Array.from({ length: options.files }, (_, index) => ({
    ...{ id: `item-${index}`, name: `file-${index}.bin`, size: options.bytes, parentReference, file: {} },
    cTag: '"1"',
  }));
  const root = { id: 'root', name: 'root', root: {}, folder: {} };
  return { value: [root, ...files], '@odata.deltaLink': `${origin()}${site}/root/delta?token=1` };
}

function sendContent(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': String(options.bytes), etag: '"1"' });
  if (options.bytes === block.length) response.end(block);
  else pipeline(Readable.from(blocks()), response, () => {});
}

function* blocks(): Generator<Buffer> {
  for (let remaining = options.bytes; remaining > 0; remaining -= block.length)
    yield block.subarray(0, Math.min(remaining, block.length));
}

/** Generates `length` incompressible bytes. */
function blockOf(length: number): Buffer {
  const pieces: Buffer[] = [];
  for (let index = 0; index * 32 < length; index++) pieces.push(createHash('sha256').update(String(index)).digest());
  return Buffer.concat(pieces).subarray(0, length);
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
