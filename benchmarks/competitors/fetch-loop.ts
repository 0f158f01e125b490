import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readOptions } from './own-process.js';

// A minimal script: lists the site, fetches each file and writes it, without verification or state.

const { origin, folder } = readOptions<{ origin: string; folder: string }>();
const base = `${origin}/v1.0/sites/bench.example,1,2/drive`;

await mkdir(folder, { recursive: true });
const listed = await fetch(`${base}/root/delta`);
const { value } = (await listed.json()) as { value: { id: string; name: string; file?: object }[] }; // The format of document-site-server.ts.
for (const item of value) {
  if (item.file === undefined) continue;
  const { body } = await fetch(`${base}/items/${item.id}/content`, { headers: { authorization: 'Bearer bench' } });
  if (body === null) throw new Error('the response has no body');
  await pipeline(Readable.fromWeb(body), createWriteStream(join(folder, item.name)));
}
